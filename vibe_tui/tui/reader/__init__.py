"""One report on screen: its page, and what keys do with it."""
