"""What looks at runs, of every kind: watchers (``engine/observing.py``) and what they found. Faces write it down."""
