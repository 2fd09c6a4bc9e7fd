"""Kernels that are only inlined into others: nobody waits for machine code that nobody calls.

Numba optimises each function, makes machine code and a Python wrapper of it, and links its optimised form into whatever
calls it, which is then optimised again as a whole. Of a `Part` only that form is made and kept, for callers that are
compiled later.

That takes some private names of Numba. Where one is missing, parts are kernels.
"""

from collections.abc import Callable, Mapping
from functools import cached_property

from llvmlite.binding import parse_bitcode
from numba.core import codegen, compiler, dispatcher, types
from numba.core.cpu import CPUContext
from numba.core.registry import CPUDispatcher

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
    (codegen.JITCPUCodegen, "set_env"),
)


def has_all_needed() -> bool:
    """Return whether this version of Numba has the private names that it takes to leave machine code out."""
    return all(hasattr(owner, name) for owner, name in NEEDED)


class _Widening(CPUDispatcher):  # type: ignore[misc]  # Numba has no types
    """A compiled function to which other kernels hand all signed whole numbers as int64, but for constants.

    Numba would compile it once more for each width that a caller happens to have.
    """

    def get_call_template(self, args: Types, kws: Mapping[str, types.Type]) -> tuple[object, ...]:
        """Return what Numba's type inference takes a call by kernels for."""
        _, folded = self._compiler.fold_argument_types(args, kws)
        template, signature, _, _ = super().get_call_template(tuple(map(widened, folded)), {})
        return template, signature, folded, {}


def widened(given: types.Type) -> types.Type:
    """Return int64 for the type of a narrower signed whole number, and any other type as it is."""
    return types.int64 if given in (types.int8, types.int16, types.int32) else given


class Entry(_Widening):
    """A kernel that Python calls, with all that is inlined into it."""

    def __init__(
        self,
        py_func: Callable[..., object],
        locals: Options = None,  # noqa: A002  # Numba's name
        targetoptions: Options = None,
        **more: object,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, **more)
        self._cache = KernelCache(py_func)  # what `cache=True` does, with Numba's own cache

    def add_overload(self, compiled: compiler.CompileResult) -> None:
        """Take machine code; tell the parts in it where their constants are, as Numba does for all that it loads."""
        super().add_overload(compiled)
        for environment in compiled._find_referenced_environments():  # noqa: SLF001
            compiled.library.codegen.set_env(environment.env_name, environment)


class Part(_Widening):
    """A function that is inlined into kernels. If Python calls it, it is compiled once more, as a kernel."""

    def __init__(
        self,
        py_func: Callable[..., object],
        locals: Options = None,  # noqa: A002  # Numba's name
        targetoptions: Options = None,
        **more: object,
    ) -> None:
        super().__init__(py_func, locals, targetoptions, **more)
        self._compiler.__class__ = _OptimizedOnly
        self._cache = _PartCache(py_func)

    @cached_property
    def alone(self) -> Entry:
        """The same function as a kernel."""
        return Entry(self.py_func, self.locals, self.targetoptions)

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call the kernel."""
        return self.alone(*args, **kwargs)

    def add_overload(self, compiled: compiler.CompileResult) -> None:
        """Take what was compiled or loaded, for the kernels that inline it."""
        if compiled.entry_point is None:
            library = compiled.library
            library._finalize_final_module = lambda: _finish(library)  # noqa: SLF001  # else it would make machine code
            self.targetctx.insert_user_function(library, compiled.fndesc, [library])
            compiled = compiled._replace(entry_point=library)  # what Numba knows it by; nobody calls it
        self.overloads[tuple(compiled.signature.args)] = compiled


def _finish(library: codegen.CPUCodeLibrary) -> None:
    """Finish what callers link: it is optimised by now."""
    library._finalize_dynamic_globals()  # noqa: SLF001
    library._finalized = True  # noqa: SLF001


class _OptimizedOnly(dispatcher._FunctionCompiler):  # type: ignore[misc, name-defined]  # noqa: SLF001  # Numba has no types
    """Numba's compiler, without machine code and without a wrapper for Python."""

    def _customize_flags(self, flags: compiler.Flags) -> compiler.Flags:
        flags.no_compile = flags.no_cpython_wrapper = True
        return flags


# What is kept of parts


class _PartLocator(Locator):
    """Tells Numba where the optimised form of a part is: apart from machine code, as Python may have called it."""

    def place(self) -> str:
        """Return the name of the folder, below those of the package."""
        return f"{super().place()}/parts"


class _PartNames(FunctionNames):
    """Names the files of a part, and says what of it goes there."""

    _locator_classes = (_PartLocator,)

    def check_cachable(self, compiled: compiler.CompileResult) -> bool:
        """Return whether Numba would keep it, and nothing has to be done when it is loaded."""
        return bool(super().check_cachable(compiled)) and not compiled.library._reload_init  # noqa: SLF001

    def reduce(self, compiled: compiler.CompileResult) -> Kept:
        """Return what is kept, as Numba does for a kernel, but without machine code."""
        module = compiled.library._get_module_for_linking()  # noqa: SLF001
        environments = tuple(compiled._find_referenced_environments())  # noqa: SLF001
        compiled.fndesc.typemap = compiled.fndesc.calltypes = None
        return compiled.library.name, module.as_bitcode(), compiled.fndesc, compiled.signature, environments

    def rebuild(self, target_context: CPUContext, kept: Kept) -> compiler.CompileResult:
        """Return the part that was kept."""
        name, bitcode, fndesc, signature, environments = kept
        library = target_context.codegen().create_library(name)
        library._shared_module = parse_bitcode(bitcode)  # noqa: SLF001
        library._finalized = True  # noqa: SLF001
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
    """The kept forms of a part."""

    _impl_class = _PartNames
