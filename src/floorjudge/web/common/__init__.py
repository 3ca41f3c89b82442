"""What everything on the web stands on: settings, monitoring, languages, templates, responses."""
