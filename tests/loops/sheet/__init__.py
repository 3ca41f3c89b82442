"""The judge's sheet."""
