"""Long jobs in separate processes: the queue, the limits, the progress, the answers."""
