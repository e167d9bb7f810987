"""What people read on cards, and the codes and names by which they call them."""
