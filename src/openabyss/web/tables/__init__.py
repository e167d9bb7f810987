"""Tables in use: commands, sockets, what each seat is shown, and the computers that play."""
