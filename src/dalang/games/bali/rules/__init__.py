"""The rules of Bali, a module for each chapter of the rulebook."""
