"""Highlights and notes."""
