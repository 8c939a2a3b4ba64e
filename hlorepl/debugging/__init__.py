"""Looking inside a run: a debugger that stops, goes on and goes back, whoever drives it, and what is found in the turns of loops."""
