"""The main screen and its list of reports."""
