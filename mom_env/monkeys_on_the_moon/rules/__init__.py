"""The rules, one file a section of the rules page, as kernels on one record.

`can_<decision>` says what is legal, `mark_<decision>` writes that into the mask, `apply_<decision>`
does it and either leaves the next decision in the record or `Decision.NOTHING`: go on.
"""
