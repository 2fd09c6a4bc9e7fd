"""The rules, one module for each section of the rules page.

A docstring of a rule begins with the numbers of its section and rulings. What is legal is in `legal`, what happens in a
tick in `tick`; `scoring` ends a round and begins the next one.
"""
