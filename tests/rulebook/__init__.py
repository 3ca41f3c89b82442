"""The clauses, what they say, and what stands behind them."""
