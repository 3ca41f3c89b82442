"""The steps that turn older files into today's, run by alembic; a step that was released is never changed."""
