"""Kernels that are only inlined into others: no time is spent on machine code that nobody calls.

Numba optimises each function, makes machine code and a Python wrapper for it, and links its optimised form into its
callers, which are then optimised again as a whole. For a `Part`, only the optimised form is made and stored, for
callers that are compiled later.

This needs some private names of Numba. If one is missing, parts are compiled as kernels.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import cast

from llvmlite.binding import parse_bitcode
from numba.core import codegen, compiler, dispatcher, types
from numba.core.cpu import CPUContext
from numba.core.registry import CPUDispatcher

from mom_env.kernel import calls
from mom_env.kernel.cache import FunctionNames, KernelCache, Locator

Types = tuple[types.Type, ...]
Options = dict[str, object] | None
Kept = tuple[str, bytes, object, object, tuple[object, ...]]  # name, bitcode, description, signature, environments

NEEDED = (
    (dispatcher, "_FunctionCompiler"),
    (dispatcher.Dispatcher, "add_overload"),
    (dispatcher.Dispatcher, "get_call_template"),
    (compiler.Flags, "no_compile"),
    (compiler.CompileResult, "_find_referenced_environments"),
    (codegen.CPUCodeLibrary, "_finalize_final_module"),
    (codegen.CPUCodeLibrary, "_finalize_dynamic_globals"),
    (codegen.CPUCodeLibrary, "_get_module_for_linking"),
    (codegen.JITCPUCodegen, "_create_empty_module"),
    (codegen.JITCPUCodegen, "set_env"),
)


def has_all_needed() -> bool:
    """Return whether this version of Numba has the private names that parts need."""
    return all(hasattr(owner, name) for owner, name in NEEDED)


class _Widening(CPUDispatcher):  # type: ignore[misc]  # Numba has no types
    """A compiled function that other kernels call with int64 for all signed integers except constants.

    Otherwise Numba would compile it again for each width that a caller happens to have.
    """

    def __init__(
        self,
        py_func: Callable[..., object],
        locals: Options = None,  # noqa: A002  # Numba's name
        targetoptions: Options = None,
        **more: object,
    ) -> None:
        super().__init__(py_func, locals or {}, targetoptions or {}, **more)  # None is refused by older versions
        self._prepare()

    def _prepare(self) -> None:
        """Choose where machine code is stored: what `cache=True` does, with Numba's own cache."""
        self._cache = KernelCache(self.py_func)

    def get_call_template(self, args: Types, kws: Mapping[str, types.Type]) -> tuple[object, ...]:
        """Return Numba's template for a call with arguments of the types `args` and `kws`, with types widened."""
        _, folded = self._compiler.fold_argument_types(args, kws)
        template, signature, _, _ = super().get_call_template(tuple(map(widened, folded)), {})
        return template, signature, folded, {}


def widened(given: types.Type) -> types.Type:
    """Return int64 for a narrower signed integer type, and any other type unchanged."""
    return types.int64 if given in (types.int8, types.int16, types.int32) else given


def without_constant(given: types.Type) -> types.Type:
    """Return int64 for the type of an integer constant, and any other type unchanged."""
    return types.int64 if isinstance(given, types.IntegerLiteral) else given


class Entry(_Widening):
    """A kernel that Python calls, including all that is inlined into it; `py_func` is the Python function."""

    def add_overload(self, compiled: compiler.CompileResult) -> None:
        """Add the machine code `compiled` for one signature, and give the parts that are inlined in it their constants.

        Numba does the latter only when it loads machine code.
        """
        super().add_overload(compiled)
        for environment in compiled._find_referenced_environments():
            compiled.library.codegen.set_env(environment.env_name, environment)


class Called(Entry):
    """A kernel that Python and other kernels call; kernels that call it do not contain it."""

    def _prepare(self) -> None:
        super()._prepare()
        calls.enter(self)

    def get_call_template(self, args: Types, kws: Mapping[str, types.Type]) -> tuple[object, ...]:
        """Return Numba's template for a call with arguments of the types `args` and `kws`, with types widened.

        Constants are int64, too: callers do not contain the kernel, so it would gain nothing by knowing them. By now
        the machine code is stored, so its linkable form, which Numba stores too, is needed no more.
        """
        named = {name: without_constant(given) for name, given in kws.items()}
        found = super().get_call_template(tuple(map(without_constant, args)), named)
        for compiled in self.overloads.values():
            calls.set_apart(compiled.library)
        return found

    def add_overload(self, compiled: compiler.CompileResult) -> None:
        """Add the machine code `compiled` for one signature, which kernels may call from now on."""
        super().add_overload(compiled)
        calls.allow_calls(compiled)


class Part(_Widening):
    """A function that is inlined into kernels; `py_func` is the Python function.

    If Python calls it, it is compiled again as a kernel.
    """

    def _prepare(self) -> None:
        self._compiler.__class__ = _OptimizedOnly
        self._cache = _PartCache(self.py_func)

    @cached_property
    def alone(self) -> Entry:
        """The function compiled by itself, so that Python can call it; in kernels that use it, it is inlined."""
        return Entry(self.py_func, self.locals, self.targetoptions)

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call the function as a kernel of its own, which the first call compiles, and return its result."""
        return self.alone(*args, **kwargs)

    def add_overload(self, compiled: compiler.CompileResult) -> None:
        """Add `compiled`, the optimised code for one signature, to `overloads`, for the kernels that inline it.

        Numba links it into them as if the function were compiled; no machine code is made of it.
        """
        if compiled.entry_point is None:
            library = compiled.library
            library._finalize_final_module = lambda: _finish(library)  # else Numba makes machine code
            self.targetctx.insert_user_function(library, compiled.fndesc, [library])
            compiled = compiled._replace(entry_point=library)  # Numba's key for it; it is never called
        self.overloads[tuple(compiled.signature.args)] = compiled


def _finish(library: codegen.CPUCodeLibrary) -> None:
    """Mark an optimised library as finished, without machine code, so that callers can link it."""
    library._finalize_dynamic_globals()
    library._finalized = True


class _OptimizedOnly(dispatcher._FunctionCompiler):  # type: ignore[misc, name-defined]  # Numba has no types
    """Numba's compiler, without machine code and without a wrapper for Python."""

    def _customize_flags(self, flags: compiler.Flags) -> compiler.Flags:
        """Return `flags`, changed such that neither machine code nor a wrapper for Python is made."""
        flags.no_compile = flags.no_cpython_wrapper = True
        return flags


# How parts are stored


class _PartLocator(Locator):
    """Tells Numba in which folder to cache the optimised intermediate code of a part, which kernels inline.

    Machine code of a part, which is made only if Python calls it, is cached with that of the kernels.
    """

    def place(self) -> str:
        """Return the name of the folder for the part's optimised form, such as `mom_env.a_game.rules/parts`.

        This folder is inside those of the part's package. It is the one for machine code of the same file, followed by
        `/parts`.
        """
        return f"{super().place()}/parts"


class _PartNames(FunctionNames):
    """Names the files of a part, and chooses what is stored in them."""

    _locator_classes = (_PartLocator,)

    def check_cachable(self, compiled: compiler.CompileResult) -> bool:
        """Return whether Numba can store the part `compiled`, and loading it needs no further action."""
        when_loaded = getattr(compiled.library, "_reload_init", compiled.reload_init)  # older versions have the latter
        return bool(super().check_cachable(compiled)) and not when_loaded

    def pack(self, compiled: compiler.CompileResult) -> Kept:
        """Return what is stored of the part `compiled`: what Numba stores of a kernel, but without machine code.

        The types of its variables, which loading does not need, are removed from `compiled`.
        """
        module = compiled.library._get_module_for_linking()
        environments = tuple(compiled._find_referenced_environments())
        compiled.fndesc.typemap = compiled.fndesc.calltypes = None
        return compiled.library.name, module.as_bitcode(), compiled.fndesc, compiled.signature, environments

    def unpack(self, target_context: CPUContext, kept: object) -> compiler.CompileResult:
        """Return the compiled part that was stored as `kept`, what `pack` returned, for use in `target_context`."""
        name, bitcode, fndesc, signature, environments = cast(Kept, kept)
        library = target_context.codegen().create_library(name)
        library._shared_module = parse_bitcode(bitcode)
        library._finalized = True
        return compiler.compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            entry_point=library,
            fndesc=fndesc,
            signature=signature,
            objectmode=False,
            lifted=(),
            reload_init=(),
            referenced_envs=environments,
        )


class _PartCache(KernelCache):
    """Numba's cache of the optimised forms of one part, read from several folders and written into one of them."""

    _impl_class = _PartNames
