"""One folder = one game; the registry finds them."""
