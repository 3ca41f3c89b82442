"""Making a new file ours, and an older one today's."""

from sqlalchemy import Connection, Engine, select

from floorjudge.store import refusals, schema
from floorjudge.store.place import APPLICATION, BEGIN

# Alembic's options: where the steps are.
STEPS = {"script_location": "floorjudge.store:migrations", "path_separator": "os"}
# What alembic calls a database where no step has been made.
_BASE = "base"


def bring_up_to_date(engine: Engine, file: str) -> None:
    """Give the database today's tables; does nothing, and writes nothing, when it has them.

    Raises Refused when a newer version of this program has made them.
    """
    with engine.begin() as connection:
        if _revision(connection) == schema.REVISION:
            return
    with engine.execution_options(**{BEGIN: "BEGIN IMMEDIATE"}).begin() as connection:
        # Asked again, for somebody else may have been at it before we had the lock.
        revision = _revision(connection)
        if revision is None:
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
            schema.create(connection)
        elif revision != schema.REVISION:
            _migrate(connection, revision, file)


def _revision(connection: Connection) -> str | None:
    """Return the revision of the tables; None when there are no tables yet."""
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars())
    if not tables:
        return None
    if schema.version.name not in tables:
        return _BASE
    return str(connection.execute(select(schema.version.c.version_num)).scalar() or _BASE)


def _migrate(connection: Connection, revision: str, file: str) -> None:
    # Imported when it is needed: it doubles the time that opening takes.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    for option, value in STEPS.items():
        config.set_main_option(option, value)
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if revision not in known | {_BASE}:
        raise refusals.newer_version(file)
    command.upgrade(config, "head")
