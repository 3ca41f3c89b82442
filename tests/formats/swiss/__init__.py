"""Swiss rounds and playoffs by the Magic Tournament Rules, as values."""
