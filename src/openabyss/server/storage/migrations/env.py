"""Alembic asks here for the connection; `schema.migrate` has put it there."""

from alembic import context

from openabyss.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
