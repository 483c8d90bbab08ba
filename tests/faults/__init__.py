"""What can go wrong around the program: each fault is made for real, and nothing that was answered may be lost."""
