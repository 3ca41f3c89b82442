"""Tests in a real browser: `python3 dev.py e2e`."""
