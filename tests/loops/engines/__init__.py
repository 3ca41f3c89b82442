"""Chess and OpenSpiel."""
