"""Who may do what at an event: the roles with their commands, and the links that give a role."""
