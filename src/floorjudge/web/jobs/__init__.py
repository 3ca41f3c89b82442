"""Work that takes long, done in processes of their own: who comes next, what it may take, how far it is, what came of it."""
