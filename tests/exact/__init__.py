"""Tests of exact arithmetic."""
