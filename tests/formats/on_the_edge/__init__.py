"""On the Edge: deck lists and verdicts, groups, stages, places."""
