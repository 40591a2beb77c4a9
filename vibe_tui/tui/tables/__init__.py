"""One table on the whole screen."""
