"""Common parts of the web application: settings, monitoring, languages, templates, responses."""
