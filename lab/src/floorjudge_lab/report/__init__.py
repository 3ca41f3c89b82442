"""The report of a verified collection: rows counted, as Markdown, and each row as a line of a table."""
