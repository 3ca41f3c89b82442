"""Games as the protocol has them."""
