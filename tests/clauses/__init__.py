"""One small readable example for each clause of play, named by clause."""
