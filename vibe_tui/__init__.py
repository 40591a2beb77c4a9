"""Vibe TUI: an offline terminal reader for research reports in Chinese and English."""

__version__ = "0.1.0"
