"""What a browser is sent: templates, scripts, pictures, and the words that go into them."""
