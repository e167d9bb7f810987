"""What brings people together: tables that wait for players."""
