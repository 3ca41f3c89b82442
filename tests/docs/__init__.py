"""What the documents and the texts promise, held against the code."""
