"""What people say at tables and are called, and what the operator of the server does about it."""
