"""Markdown text → blocks → terminal lines. Knows no Textual, no files, no clock."""
