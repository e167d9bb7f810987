"""The protocol of a table: its types, and the documents written from them."""
