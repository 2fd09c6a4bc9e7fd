"""The rules, a file for each section of the rules page, as compiled functions on the record of a game.

A docstring begins with the sections and rulings that its function is about.
"""
