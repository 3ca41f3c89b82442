"""The tests; tests/README.md says where a new one goes."""
