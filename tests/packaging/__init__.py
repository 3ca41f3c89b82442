"""What is installed from the package index."""
