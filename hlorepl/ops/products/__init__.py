"""Products summed over dimensions, and what is built of them."""
