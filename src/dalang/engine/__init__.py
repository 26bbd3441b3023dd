"""The contract every game fulfils, and the tools that work on any game that does."""
