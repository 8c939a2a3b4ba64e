"""How a program runs on a grid of processes: cells, what they wait for, and who brings the answers."""
