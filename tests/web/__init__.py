"""The web application, as its visitors meet it."""
