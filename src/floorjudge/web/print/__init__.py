"""What hangs on the wall and lies on the tables, as PDF; pure functions from a state to bytes."""
