"""The rules of an event of pods, as computed: rounds and cut, points, standings, places."""
