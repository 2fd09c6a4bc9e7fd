"""Functions whose signatures leave types open: by a bare `Any`, or by one inside of an annotation or of an alias."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Open(NamedTuple):
    """A function with such a signature."""

    where: str  # file and line
    name: str
    is_bare: bool  # `Any` is a whole annotation, or a member of a union; else it is hidden

    def __str__(self) -> str:
        """Name it for a message."""
        return f"{self.where} {self.name}"


def open_functions(files: dict[str, str]) -> list[Open]:
    """Return all functions with an open signature in these sources by name of file."""
    trees = {name: ast.parse(source) for name, source in files.items()}
    names = open_names(trees.values())
    return [
        Open(f"{file}:{node.lineno}", node.name, any(map(is_bare, annotations(node))))
        for file, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS) and any(names & names_in(annotation) for annotation in annotations(node))
    ]


def sources(root: Path, *packages: str) -> dict[str, str]:
    """Return the sources of packages by path below the root."""
    files = [file for package in packages for file in sorted((root / package).rglob("*.py"))]
    return {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in files}


def annotations(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    """Return the annotations of a signature."""
    given = function.args
    arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    found = [argument.annotation for argument in arguments if argument is not None]
    return [parsed(annotation) for annotation in (*found, function.returns) if annotation is not None]


def parsed(annotation: ast.expr) -> ast.expr:
    """Return an annotation that may be in quotes without them."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    return annotation


def is_bare(annotation: ast.expr) -> bool:
    """Return whether `Any` is the whole annotation, or a member of a union."""
    if isinstance(annotation, ast.BinOp):
        return is_bare(annotation.left) or is_bare(annotation.right)
    return ast.unparse(annotation) in {"Any", "typing.Any"}


def names_in(node: ast.AST) -> set[str]:
    """Return the names of types in an annotation; texts in it are read as types, too."""
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name | ast.Attribute):
            found.add(part.id if isinstance(part, ast.Name) else part.attr)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
            found.add(part.value)
    return found


def open_names(trees: Iterable[ast.Module]) -> set[str]:
    """Return `Any` and all aliases that contain it, of whatever module: one name should not mean two types."""
    meanings: dict[str, set[str]] = {}
    for tree in trees:
        for name, value in aliases(tree):
            meanings.setdefault(name, set()).update(names_in(value))
    found, before = {"Any"}, 0
    while len(found) > before:
        before = len(found)
        found |= {name for name, inside in meanings.items() if inside & found}
    return found


def aliases(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a module gives to types, with what they stand for."""
    blocks = [tree.body, *(node.body + node.orelse for node in tree.body if isinstance(node, ast.If))]
    for node in (node for block in blocks for node in block):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id[0].isupper() and not target.id.isupper():
                yield target.id, node.value
