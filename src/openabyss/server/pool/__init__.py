"""A pool of workers, on any machine, in which the computer opponents of several servers think."""
