"""Tests of the benchmarks: that they run and say what they should, never how fast."""
