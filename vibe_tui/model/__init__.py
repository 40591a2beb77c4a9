"""The words of the product as frozen dataclasses: no I/O, nothing but the standard library."""
