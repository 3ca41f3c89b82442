"""Runs the steps on the connection, and within the transaction, of whoever opens the file."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
