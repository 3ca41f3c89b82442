"""Who did it in every record; grants, the installation's own secrets, and which player links are still good."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column and make the tables."""
    op.add_column("records", sa.Column("by", sa.Text))
    op.create_table(
        "grants",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("tournament", sa.Integer, sa.ForeignKey("tournaments.key")),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("made_at", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Text),
        sa.Column("revoked_at", sa.Text),
        sa.Column("last_used_at", sa.Text),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("hash"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "player_links",
        sa.Column("tournament", sa.Integer, sa.ForeignKey("tournaments.key"), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "player"),
    )
