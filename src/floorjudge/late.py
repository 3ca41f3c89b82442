"""Names of a package that are imported on first use, so that a command starts without the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec


def late(package: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package.

    `names` maps each module inside the package to the names that it offers, separated by spaces. The function also
    finds the modules inside the package, and raises AttributeError for other names.
    """
    modules = {name: module for module, some in names.items() for name in some.split()}

    def __getattr__(name: str) -> object:  # noqa: N807 (what a module calls it)
        if name in modules:
            return getattr(import_module(f"{package}.{modules[name]}"), name)
        if find_spec(f"{package}.{name}") is not None:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return __getattr__
