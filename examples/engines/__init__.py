"""Games written for floorjudge."""
