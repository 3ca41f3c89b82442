"""Other engines that a loop can be watched on: chess, and what OpenSpiel plays."""
