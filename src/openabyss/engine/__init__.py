"""How typed Python becomes machine code: records, compiled functions, tables of functions, their cache."""
