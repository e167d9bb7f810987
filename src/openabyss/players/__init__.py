"""The computer opponents: who they are, and how a game between them is played at native speed."""
