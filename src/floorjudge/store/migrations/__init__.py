"""The steps that bring older tables up to date, run by alembic; a released step is never changed."""
