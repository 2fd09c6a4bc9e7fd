"""How much a test does: plain Python is some hundred times slower than compiled kernels."""

from mom_env.kernel.jit import is_compiled


def smaller_without_jit(compiled: int, plain: int) -> int:
    return compiled if is_compiled() else plain
