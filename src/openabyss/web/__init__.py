"""The table in the browser: server, storage, protocol and pages."""
