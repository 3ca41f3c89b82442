"""Shortcuts on the engine: `taking` proposes, settles and plays one, `eliding` takes many iterations of a loop at once."""
