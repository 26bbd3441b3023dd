"""Web of Power's rules, one module for each chapter of the rulebook, phases as legal_*/apply_* pairs."""
