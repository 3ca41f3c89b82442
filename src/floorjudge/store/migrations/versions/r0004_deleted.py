"""When an event was deleted; only then, and only together, its records may go."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

SQLITE = (
    "DROP TRIGGER records_are_never_deleted",
    """
    CREATE TRIGGER records_are_never_deleted BEFORE DELETE ON records
    WHEN (SELECT deleted_at FROM tournaments WHERE key = OLD.tournament) IS NULL
    BEGIN SELECT RAISE(ABORT, 'records are never deleted'); END
    """,
)
POSTGRESQL = (
    "DROP TRIGGER records_are_never_changed ON records",
    """
    CREATE TRIGGER records_are_never_changed BEFORE UPDATE OR TRUNCATE ON records
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_forget()
    """,
    """
    CREATE FUNCTION refuse_to_forget_a_part() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
    IF (SELECT deleted_at FROM floorjudge.tournaments WHERE key = OLD.tournament) IS NULL THEN
    RAISE integrity_constraint_violation USING MESSAGE = TG_NAME; END IF;
    RETURN OLD; END $$
    """,
    """
    CREATE TRIGGER records_are_never_deleted BEFORE DELETE ON records
    FOR EACH ROW EXECUTE FUNCTION refuse_to_forget_a_part()
    """,
)


def upgrade() -> None:
    """Add the column, and change what keeps the records."""
    op.add_column("tournaments", sa.Column("deleted_at", sa.Text))
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(statement)
