"""HTML of pages and feeds to clean Markdown."""
