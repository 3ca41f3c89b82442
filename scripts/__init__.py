"""Small programs for developers; none of them is part of the package."""
