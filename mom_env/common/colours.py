"""The colours of the lines in all plots."""

# The set of Okabe and Ito: colour-blind people can distinguish these, too.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
