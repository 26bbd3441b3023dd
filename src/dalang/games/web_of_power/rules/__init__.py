"""Web of Power's rules, a module for each chapter; phases are legal_* and apply_* pairs."""
