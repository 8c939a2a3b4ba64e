"""Programs and models as pages: what flows where, with types and what values were like."""
