"""The command group `magic`: card texts, positions, and loops of real cards on a real engine."""
