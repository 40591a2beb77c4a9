"""Incoming reports to files of the library, each known again at the next run."""
