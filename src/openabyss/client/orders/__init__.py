"""Standing orders: answers that people have decided on in advance."""
