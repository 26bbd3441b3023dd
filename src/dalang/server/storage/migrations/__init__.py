"""The schema, step by step.  Alembic runs env.py; versions/ holds one file a step."""
