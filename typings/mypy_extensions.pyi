"""What pyright should believe about mypyc's integers: they are ints.

mypy knows that i64 and int mix freely and mypyc compiles i64 to a machine word; at run time
without mypyc, i64(x) is int(x).  Only pyright has to be told.
"""

from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")

i64 = int
i32 = int
i16 = int
u8 = int

def mypyc_attr(*attrs: str, **kwattrs: object) -> Callable[[_T], _T]: ...
def trait(cls: _T) -> _T: ...
