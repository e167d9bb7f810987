"""Tables in use: commands, seats and links, chat, and the computers that play at them."""
