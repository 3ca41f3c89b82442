"""The report of a verified collection: counted, said in the reader's language, drawn, and written as one page."""
