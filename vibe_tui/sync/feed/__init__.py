"""Feeds of every format to reports."""
