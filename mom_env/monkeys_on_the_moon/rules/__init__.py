"""The rules, as kernels on one record; one file for each section of the rules page.

`can_<decision>` returns whether an option is legal, `mark_<decision>` marks the legal ones in the mask, and
`apply_<decision>` applies one. It leaves the next decision in the record, or `Decision.NOTHING` if the engine has to
advance.
"""
