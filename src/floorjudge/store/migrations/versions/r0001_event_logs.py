"""Tournaments, their records and their secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TRIGGERS = (
    """
    CREATE TRIGGER records_are_never_changed BEFORE UPDATE ON records
    BEGIN SELECT RAISE(ABORT, 'records are never changed'); END
    """,
    """
    CREATE TRIGGER records_are_never_deleted BEFORE DELETE ON records
    BEGIN SELECT RAISE(ABORT, 'records are never deleted'); END
    """,
    """
    CREATE TRIGGER records_are_never_replaced BEFORE INSERT ON records
    WHEN EXISTS (SELECT 1 FROM records WHERE tournament = NEW.tournament AND number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'records are never replaced'); END
    """,
    """
    CREATE TRIGGER tournaments_are_never_deleted BEFORE DELETE ON tournaments
    BEGIN SELECT RAISE(ABORT, 'tournaments are never deleted'); END
    """,
)


def upgrade() -> None:
    """Make the tables and what keeps the records as they were written."""
    op.create_table(
        "tournaments",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("opened_at", sa.Text, nullable=False),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.UniqueConstraint("id"),
    )
    op.create_table(
        "records",
        sa.Column("tournament", sa.Integer, sa.ForeignKey("tournaments.key"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("command_id", sa.Text),
        sa.Column("fingerprint", sa.Text),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number"),
        sa.UniqueConstraint("tournament", "command_id"),
    )
    op.create_table(
        "secrets",
        sa.Column("tournament", sa.Integer, sa.ForeignKey("tournaments.key"), nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament"),
    )
    for trigger in TRIGGERS:
        op.execute(trigger)
