"""What everything on the web stands on: settings, monitoring, limits, languages, templates, responses."""
