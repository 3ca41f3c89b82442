"""Magic Tournament Rules 4.4: cases, declarations, the order of the players' answers, the ruling."""
