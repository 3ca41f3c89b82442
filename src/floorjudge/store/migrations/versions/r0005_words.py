"""What people are called and wrote, beside the records of logs since version 2, so that it can be removed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "words",
        sa.Column("tournament", sa.Integer, sa.ForeignKey("tournaments.key"), nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.Column("record", sa.Integer, nullable=False),
        sa.Column("player", sa.Integer),
        sa.Column("salt", sa.Text),
        sa.Column("text", sa.Text),
        sa.PrimaryKeyConstraint("tournament", "seal"),
    )
