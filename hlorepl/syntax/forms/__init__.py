"""The pretty forms of ops."""
