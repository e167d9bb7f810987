"""What a seat may know of the table as one flat array of small numbers, declared piece by piece."""
