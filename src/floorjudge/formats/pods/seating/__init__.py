"""Who sits with whom, in numbers: the sizes of pods, the search for good ones, and a bound that proves them."""
