"""What makes two positions the same: key, equivalence classes, turn history."""
