"""The rules of On the Edge, as computed: groups, points, stages, the sets of the players, places."""
