"""The terminal: its driver, its colours, and the programs beside the reader."""
