"""The second generation of networks: a policy and a value in one, learned by expert iteration."""
