"""Tables for many browsers: pages, sockets, what is stored, and the computers that think."""
