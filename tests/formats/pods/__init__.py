"""Pods: a slow model, whole random events, every size, public reports of what others got wrong."""
