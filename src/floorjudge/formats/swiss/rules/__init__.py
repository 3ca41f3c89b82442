"""The rules of a Swiss event, as computed: rounds and playoff, standings, stages, places."""
