"""Magic Tournament Rules 4.4: cases, declarations, who is asked next, the ruling."""
