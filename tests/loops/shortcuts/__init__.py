"""Shortcuts by the Comprehensive Rules."""
