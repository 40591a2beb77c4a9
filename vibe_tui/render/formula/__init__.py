"""TeX formulas as text, in one line or two dimensions."""
