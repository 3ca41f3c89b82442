"""Making a new database ours, and an older one today's."""

from sqlalchemy import Connection, select

from floorjudge.store import errors, schema
from floorjudge.store.database import Database
from floorjudge.store.dialects import DIALECTS

# Alembic's options: where the steps are.
STEPS = {"script_location": "floorjudge.store:migrations", "path_separator": "os"}
# What alembic calls a database where no step has been made.
_BASE = "base"


def bring_up_to_date(database: Database) -> None:
    """Give the database today's tables; does nothing, and writes nothing, when it has them.

    Raises Refused when a newer version of this program, or another program, has made them.
    """
    with database.reading() as connection:
        if _revision(connection) == schema.REVISION:
            return
    with database.writing() as connection:
        database.alone(connection)
        # Asked again, for somebody else may have been at it before we had the lock.
        revision = _revision(connection)
        if revision is None:
            schema.create(connection)
        elif revision == _BASE and not DIALECTS[connection.dialect.name].has_base:
            raise errors.AnotherProgram(database.name)
        elif revision != schema.REVISION:
            _migrate(connection, revision, database.name)


def _revision(connection: Connection) -> str | None:
    """Return the revision of the tables; None when there are no tables yet."""
    names = set(connection.exec_driver_sql(DIALECTS[connection.dialect.name].names).scalars())
    if not names:
        return None
    if schema.version.name not in names:
        return _BASE
    return str(connection.execute(select(schema.version.c.version_num)).scalar() or _BASE)


def _migrate(connection: Connection, revision: str, name: str) -> None:
    # Imported when it is needed: it doubles the time that opening takes.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    for option, value in STEPS.items():
        config.set_main_option(option, value)
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if revision not in known | {_BASE}:
        raise errors.NewerVersion(name)
    command.upgrade(config, "head")
