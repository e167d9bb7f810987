"""`python -m openabyss.training`."""

from openabyss.training.command import main

if __name__ == "__main__":
    main()
