"""The rules, one file for each section of the rules page. Numbers in docstrings are those of the page."""
