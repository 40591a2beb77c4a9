"""The list of sources, and what a visit to one brings."""
