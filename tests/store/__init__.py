"""The store on every kind of database: the contract, durability, damage, several writers at once, backups."""
