"""One address to bytes, within limits."""
