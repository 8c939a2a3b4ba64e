"""The face without a person: files in, results and an exit status out."""
