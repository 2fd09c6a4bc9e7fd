"""Tools for those who work on the project; not installed with the package."""
