"""Long work that a user has asked for, such as the search for a loop, with its answer."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("asked_at", sa.Text, nullable=False),
        sa.Column("seen_at", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("progress", sa.Text),
        sa.Column("answer", sa.Text),
        sa.PrimaryKeyConstraint("id"),
    )
