"""Several reports at once: digest, comparison, papers."""
