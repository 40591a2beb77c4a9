"""How things look: themes, styles, and the lines that widgets draw."""
