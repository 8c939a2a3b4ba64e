"""``custom_call`` and the targets that it knows."""
