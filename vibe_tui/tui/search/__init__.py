"""Search, its results, and other lists of passages."""
