"""Text dumps of a feed to reports."""
