"""What people and programs see of an event of On the Edge: pages, sentences, the qualification, JSON."""
