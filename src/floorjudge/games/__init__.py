"""Games: what a loop is played on."""
