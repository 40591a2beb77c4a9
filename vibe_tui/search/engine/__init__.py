"""The index itself: Whoosh with a codec of our own, in segments that are written once."""
