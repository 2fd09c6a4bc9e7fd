"""Calls between pieces of machine code: a `called_kernel` is compiled once, and its callers do not contain it.

Numba links the optimised form of each function into its callers, which are then optimised again as a whole. For these
kernels it is given an empty module instead, so that callers find their machine code by its symbol.

A symbol has a number that differs from process to process. So callers are stored with the symbols that they call. When
a caller is loaded, what it calls is loaded first; if that was compiled again since, the caller is compiled again too.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from llvmlite.binding import ModuleRef, parse_assembly
from numba.core import codegen, compiler, types
from numba.core.dispatcher import Dispatcher


class Call(NamedTuple):
    """What machine code calls: a function of a module, compiled for `arguments`, by its symbol."""

    module: str
    function: str
    arguments: tuple[types.Type, ...]
    symbol: str


_DISPATCHERS: dict[tuple[str, str], Dispatcher] = {}  # all called kernels of this process, by module and name
_CALLS: dict[str, Call] = {}  # what can be called, by symbol


def enter(dispatcher: Dispatcher) -> None:
    """Note that a called kernel exists, so that it can be loaded for its callers."""
    _DISPATCHERS[dispatcher.py_func.__module__, dispatcher.py_func.__qualname__] = dispatcher


def allow_calls(compiled: compiler.CompileResult) -> None:
    """Note that machine code of a called kernel is loaded, so that its callers are stored with its symbol."""
    made, symbol = compiled.fndesc, compiled.fndesc.llvm_func_name
    _CALLS[symbol] = Call(made.modname, made.qualname, tuple(compiled.signature.args), symbol)


def set_apart(library: codegen.CPUCodeLibrary) -> None:
    """Let callers that are compiled from now on contain nothing of a library."""
    library._shared_module = _nothing(library.codegen)


@cache
def _nothing(generator: codegen.JITCPUCodegen) -> ModuleRef:
    """Return an empty module."""
    return parse_assembly(str(generator._create_empty_module("nothing")))


def calls_of(library: codegen.CPUCodeLibrary) -> list[Call]:
    """Return what a library calls that has just been compiled."""
    declared = (function.name for function in library._final_module.functions if function.is_declaration)
    return [_CALLS[name] for name in declared if name in _CALLS]


def can_be_called(calls: Iterable[Call]) -> bool:
    """Load or compile what is called, and return whether all of it has the same symbols as before."""
    return all(_symbol(call) == call.symbol for call in calls)


def _symbol(call: Call) -> str | None:
    """Return the symbol of what is called in this process, loaded or compiled; None if there is no such function."""
    dispatcher = _DISPATCHERS.get((call.module, call.function))
    if dispatcher is None:
        return None
    dispatcher.compile(call.arguments)
    symbol: str = dispatcher.overloads[call.arguments].fndesc.llvm_func_name
    return symbol
