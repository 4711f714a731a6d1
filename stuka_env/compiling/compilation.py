"""Compiling functions: one decorator, :func:`compiled`, and the Numba types of annotations.

A function's annotations are its machine signature, so each function is compiled once:

========================================================  ======================================================
annotation                                                compiled as
========================================================  ======================================================
``int``, ``float``, ``bool``, ``None``                    64-bit numbers, a truth value, nothing
a class of :mod:`stuka_env.declared.records`                       one record, handed on uncounted
``Rows[Mat]``                                             an array of records, ``(N,)``
``NDArray[np.int8]``                                      a contiguous array of one dimension, to be written
``Annotated[NDArray[np.int8], 2]``                        of two dimensions
``Annotated[Rows[Mat], READ_ONLY]``                       not to be written
``Annotated[NDArray[np.int8], STRIDED]``                  with any distance between its elements
a ``NamedTuple`` of these                                 a named tuple
``tuple[int, int]``                                       a tuple
``Callable[[Mat, int], int]``                             a compiled function of that signature
``Airframe``, whose fields several records share           the record of the call: the function is compiled for each
``NDArray[np.float64] | None``                            the one of the call: the function is compiled for each
========================================================  ======================================================

Under ``NUMBA_DISABLE_JIT=1`` the functions stay plain Python.

Each function is compiled at most twice: as *callee* for compiled callers, and as *entry point* if Python ever calls it.
A callee has no wrappers for calls from Python and C. It is neither optimised nor turned into machine code: both happen
once, in the entry point that it is linked into. There it is an internal function, so that LLVM merges a callee with a
single caller into that caller. A large callee of many entry points can keep machine code of its own, which all of them
call (:func:`separate`).
"""

import functools
import importlib
import inspect
import os
import re
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints, overload

import numba
import numpy as np
from llvmlite import ir
from llvmlite.binding import Linkage, add_symbol, parse_assembly
from numba import types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.cpu import CPUContext
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import BaseNativeLowering
from numba.core.typing.templates import make_intrinsic_template
from numba.extending import intrinsic

from stuka_env.compiling.code_cache import SHARED, first_time, folder_of, games_of, keyed_cache
from stuka_env.compiling.verified_cache import CacheLoader, VerifiedCache, digest_of_values, say_once
from stuka_env.declared.records import Record, Rows, is_shared
from stuka_env.io.cores import usable_cores
from stuka_env.io.game_packages import DEFAULT_GAME

Function = TypeVar("Function", bound=Callable[..., Any])

READ_ONLY = "read only"
"""Mark of an ``Annotated`` array that the function does not write."""
STRIDED = "strided"
"""Mark of an ``Annotated`` array that can be a field of an array of records."""
CORES = 2
"""Cores that a second compiling process needs at least."""
CALLEES, ENTRY_POINTS = "callees", "entry_points"
"""Parts of a cache folder."""
NUMBERS: dict[Any, types.Type] = {
    int: types.int64,
    float: types.float64,
    bool: types.boolean,
    type(None): types.void,
}
TYPE_ALIASES = getattr(typing, "TypeAliasType", ())
"""The class of aliases such as ``type Vector = list[float]``, which exist since Python 3.12."""


# --- annotations as machine types ---


def spelled_out(annotation: Any) -> Any:
    """Return the value of a Python type alias, such as ``NDArray[np.int8]`` since NumPy 2.5; else the annotation."""
    origin = get_origin(annotation)
    return origin.__value__[get_args(annotation)] if isinstance(origin, TYPE_ALIASES) else annotation


def array_type(annotation: Any, marks: tuple[Any, ...] = ()) -> types.Type:
    """Return the Numba type of an array: ``Rows[Mat]`` or ``NDArray[np.int8]``, with the marks of ``Annotated``."""
    annotation = spelled_out(annotation)
    arguments = get_args(annotation)
    element = machine_type(arguments[0]) if get_origin(annotation) is Rows else numba.from_dtype(_dtype(arguments))
    dimensions = next((mark for mark in marks if isinstance(mark, int)), 1)
    return types.Array(element, dimensions, "A" if STRIDED in marks else "C", readonly=READ_ONLY in marks)


def _dtype(arguments: tuple[Any, ...]) -> np.dtype[Any]:
    """Return the dtype in ``NDArray[np.int8]``, which is ``np.ndarray[shape, np.dtype[np.int8]]``."""
    (scalar,) = get_args(arguments[1])
    return np.dtype(scalar)


def machine_type(annotation: Any) -> types.Type:
    """Return the Numba type of an annotation.

    Raises:
        TypeError: the annotation is not one that can be compiled.
    """
    annotation = spelled_out(annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in NUMBERS:
        return NUMBERS[annotation]
    if origin is Annotated:
        return array_type(arguments[0], arguments[1:])
    if origin in (Rows, np.ndarray):
        return array_type(annotation)
    if origin is tuple:
        return types.BaseTuple.from_types([machine_type(part) for part in arguments])
    if origin is not None and issubclass(origin, Callable):  # type: ignore[arg-type]
        return types.FunctionType(machine_type(arguments[1])(*[machine_type(part) for part in arguments[0]]))
    if isinstance(annotation, type) and issubclass(annotation, Record) and not is_shared(annotation):
        return numba.from_dtype(annotation.dtype)
    if isinstance(annotation, type) and issubclass(annotation, tuple):
        parts = get_type_hints(annotation, include_extras=True).values()
        return types.BaseTuple.from_types([machine_type(part) for part in parts], annotation)
    raise TypeError(f"compiled: got the annotation {annotation!r}, which has no machine type")


def check_annotations(function: Callable[..., Any]) -> None:
    """Refuse a function that does not state its signature.

    Raises:
        TypeError: an annotation is missing.
    """
    names = (*function.__code__.co_varnames[: function.__code__.co_argcount], "return")
    missing = next((name for name in names if name not in function.__annotations__), None)
    if missing is not None:
        raise TypeError(f"compiled: {function.__qualname__} has no annotation for {missing}")


@functools.cache
def is_generic(function: Callable[..., Any]) -> bool:
    """Whether a function takes arguments of several types."""
    return any(map(is_open, get_type_hints(function).values()))


def is_open(annotation: Any) -> bool:
    """Whether the call decides the type: any of the records that share some fields, or an argument that may be None."""
    return is_shared(annotation) or get_origin(annotation) in (Union, UnionType)


def signature_of(function: Callable[..., Any], given: Sequence[Any] = ()) -> Any:
    """Return the Numba signature that a function's annotations state.

    Args:
        function: the function.
        given: the types of the arguments of a call, for the open ones of a generic function.

    Raises:
        TypeError: an annotation is missing or cannot be compiled.
    """
    check_annotations(function)
    hints = get_type_hints(function, include_extras=True)
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    stated = (
        given[place] if given and is_open(hints[name]) else machine_type(hints[name])
        for place, name in enumerate(names)
    )
    return machine_type(hints["return"])(*stated)


# --- callees: linked into entry points and optimised there ---


class _NoEngine:
    """A stand-in for the execution engine: callees are not executed."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: an environment is set where code is loaded."""


class CalleeLibrary(JITCodeLibrary):
    """The code of a callee, kept for linking."""

    codegen = _NoEngine()

    def _optimize_final_module(self) -> None:
        """Do nothing: the entry point is optimised together with all that it calls."""

    def _finalize_final_module(self) -> None:
        """Finish without machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: a callee has no address, because it is only linked."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> Any:
        """Return the bitcode for linking: there is no object code."""
        return self.serialize_using_bitcode()


class CalleeLoader(CacheLoader):
    """Loads a callee from the cache as a callee.

    Numba itself would turn it into machine code, and entry points would call that unoptimised code in place of their
    own. A process that had loaded callees so stepped 1.7 times as slowly.
    """

    def rebuild(self, target_context: Any, kept: Any) -> Any:
        """Rebuild a callee as a callee."""
        codegen = target_context.codegen()
        usual, codegen._library_class = codegen._library_class, CalleeLibrary
        try:
            return super().rebuild(target_context, kept)
        finally:
            codegen._library_class = usual


class CalleeCache(VerifiedCache):
    """The cache of a callee."""

    _impl_class = CalleeLoader


class EntryLibrary(JITCodeLibrary):
    """The code of an entry point with all that it calls."""

    def _optimize_final_module(self) -> None:
        """Optimise the code, with the callees as internal functions.

        LLVM merges an internal function with a single caller into that caller, whatever its size. The games become a
        sixth to a third faster by it.
        """
        for function in self._final_module.functions:
            if function.is_declaration:
                link_separate(function.name.encode())
            elif function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"
        super()._optimize_final_module()

    def serialize_using_object_code(self) -> Any:
        """Return the machine code and the names in it: compiled callers are linked with the callee."""
        name, kind, (code, _) = super().serialize_using_object_code()
        defined = (each.name for each in self._final_module.functions if not each.is_declaration)
        names = "\n".join(f'define void @"{each}"() {{ unreachable }}' for each in defined)
        return name, kind, (code, parse_assembly(names).as_bitcode())


class EntryLoader(CacheLoader):
    """Loads an entry point from the cache, after the machine code that it calls."""

    def rebuild(self, target_context: Any, kept: Any) -> Any:
        """Rebuild an entry point."""
        (_, _, (code, _)), *_ = kept
        link_separate(code)
        return super().rebuild(target_context, kept)


class EntryCache(VerifiedCache):
    """The cache of an entry point."""

    _impl_class = EntryLoader


class UseLibrary(LoweringPass):
    """Puts the code of a function into another class of library than Numba's own."""

    library_class: type[JITCodeLibrary]

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Make the library before the lowering asks for one."""
        state.library = self.library_class(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class UseCalleeLibrary(UseLibrary):
    """Puts the code of a function into a :class:`CalleeLibrary`."""

    _name = "use_callee_library"
    library_class = CalleeLibrary


@register_pass(mutates_CFG=False, analysis_only=True)
class UseEntryLibrary(UseLibrary):
    """Puts the code of a function into an :class:`EntryLibrary`."""

    _name = "use_entry_library"
    library_class = EntryLibrary


def passes_with(state: Any, use_library: type[UseLibrary]) -> Any:
    """Return the default passes of Numba's compiler, with ``use_library`` before the lowering."""
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    place = next(place for place, (step, _) in enumerate(manager.passes) if issubclass(step, BaseNativeLowering))
    manager.passes.insert(place, (use_library, "library of the code"))
    manager.finalize()
    return manager


class CalleeCompiler(Compiler):
    """Numba's compiler for callees."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes of a callee."""
        return [passes_with(self.state, UseCalleeLibrary)]


class EntryCompiler(Compiler):
    """Numba's compiler for entry points."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes of an entry point."""
        return [passes_with(self.state, UseEntryLibrary)]


class EntryPoint(CPUDispatcher):
    """A compiled function as Python calls it. Compiled callers use its callee."""

    @functools.cached_property
    def callee(self) -> CPUDispatcher:
        """The same function for compiled callers, created when the first one is compiled."""
        options = self.targetoptions | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        callee = CPUDispatcher(self.py_func, {}, options, CalleeCompiler)
        pin(callee, CALLEES)
        return callee

    @property
    def _numba_type_(self) -> types.Type:
        """The Numba type of this function in compiled code."""
        return types.Dispatcher(self.callee)


# --- machine code of its own ---

SEPARATE_SYMBOL = re.compile(rb"stuka_env\.separate\.[\w.]+")
"""Names of separate functions in machine code."""
_SEPARATE: "list[SeparateEntryPoint]" = []
"""All separate functions of the process."""


class SeparateEntryPoint(EntryPoint):
    """A compiled function whose own machine code other entry points call. They compile faster without a copy of it."""

    @property
    def place(self) -> str:
        """The beginning of its symbol."""
        return "stuka_env.separate." + re.sub(r"\W", "_", f"{self.py_func.__module__}_{self.py_func.__qualname__}")

    @functools.cached_property
    def symbol(self) -> str:
        """Its name in machine code. It has the digests of its sources and of the values that it freezes."""
        folder = folder_of(source_of(self), OWN_GAMES.get(self.py_func))
        return f"{self.place}.{'' if folder is None else folder.name}.{digest_of_values(self.py_func)}"

    def link(self) -> None:
        """Make or load the machine code, and state its address."""
        self.compile(None)
        (made,) = self.overloads.values()
        add_symbol(self.symbol, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))

    @functools.cached_property
    def _numba_type_(self) -> types.Type:
        """The Numba type of this function in compiled code: that of an intrinsic function, which makes the call."""
        stated = signature_of(self.py_func)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            result, given, convention = signature.return_type, signature.args, context.call_conv
            kind = convention.get_function_type(result, given)
            function = cgutils.get_or_insert_function(builder.module, kind, self.symbol)
            status, value = convention.call_function(builder, function, result, given, arguments)
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return value

        names = ", ".join(inspect.signature(self.py_func).parameters)
        parts: dict[str, Any] = {"stated": stated, "generate": generate}
        exec(f"def call(context, {names}):\n    return stated, generate", parts)
        return types.Function(make_intrinsic_template(self, parts["call"], self.symbol))


def link_separate(code: bytes) -> None:
    """Make or load the separate functions that machine code names."""
    for symbol in {found.decode() for found in SEPARATE_SYMBOL.findall(code)}:
        next(one for one in _SEPARATE if symbol.startswith(f"{one.place}.") and symbol == one.symbol).link()


# --- short names ---


@contextmanager
def short_names() -> Iterator[None]:
    """Let Numba spell the types of records and named tuples in short while it compiles. Blocks can be nested.

    The full name of a mat lists all its fields and has thousands of characters. Numba repeats it in the name of each
    function and in the details of each pass. That takes an eighth of a compilation.
    """
    if "mangling_args" in vars(types.NamedTuple):
        yield
        return
    full = types.Record.__repr__
    types.Record.__repr__ = types.Type.__repr__
    types.NamedTuple.mangling_args = property(lambda self: (self.instance_class.__name__, tuple(self.types)))
    try:
        yield
    finally:
        del types.NamedTuple.mangling_args
        types.Record.__repr__ = full


# --- the decorator ---

CACHES = {CALLEES: CalleeCache, ENTRY_POINTS: EntryCache}
"""The cache class of each part of a cache folder."""


def keep_in(cache: type[VerifiedCache], dispatcher: CPUDispatcher) -> None:
    """Give a function its cache, if there is a place for it."""
    try:
        dispatcher._cache = cache(dispatcher.py_func)
    except RuntimeError as error:  # a function without a file, or a folder that has become read-only
        say_once("loss", str(error))


OWN_GAMES: dict[Callable[..., Any], str] = {}
"""Games of the functions that are compiled for each game; the file of any other function has its game."""


def source_of(dispatcher: CPUDispatcher) -> Path:
    """Return the file of a Numba function."""
    return Path(dispatcher.py_func.__code__.co_filename).resolve()


def games_of_code(dispatcher: CPUDispatcher) -> tuple[str, ...]:
    """Return the games whose compiled code a Numba function uses."""
    own = OWN_GAMES.get(dispatcher.py_func)
    return games_of(source_of(dispatcher)) if own is None else (own,)


def pin(dispatcher: CPUDispatcher, part: str) -> None:
    """Restrict a Numba function to the signature that it states, or to one for each call type of a generic one.

    The compiled code is stored in, and loaded from, this ``part`` of the cache folder.
    """
    compile_any = dispatcher.compile
    entries: dict[Any, Any] = {}

    def compile_pinned(given: Any) -> Any:
        with global_compiler_lock:  # Numba's own, so that there is one order of locks
            function = dispatcher.py_func
            signature = signature_of(function, given) if not entries or is_generic(function) else next(iter(entries))
            if signature not in entries:
                with keyed_cache(source_of(dispatcher), part, OWN_GAMES.get(function)) as is_kept:
                    if is_kept:
                        keep_in(CACHES[part], dispatcher)
                with short_names():
                    entries[signature] = compile_any(signature)
                if not is_generic(function):
                    dispatcher.disable_compile()
            return entries[signature]

    dispatcher.compile = compile_pinned


@overload
def compiled(function: Function, /) -> Function: ...
@overload
def compiled(**options: Any) -> Callable[[Function], Function]: ...
def compiled(function: Any = None, /, **options: Any) -> Any:
    """Compile a function for the signature that its annotations state.

    It is cached, releases the GIL, divides by C's rules, and is compiled, or loaded from the cache, when it or
    something that calls it is first needed.

    Args:
        function: the function, where the decorator is used without options.
        options: further options of ``numba.njit``, such as ``fastmath``.

    Raises:
        TypeError: an annotation is missing.
    """
    if function is None:
        return lambda decorated: compiled_with(decorated, options)
    return compiled_with(function, options)


def compiled_with(
    function: Function, options: dict[str, Any], game: str | None = None, kind: type[EntryPoint] = EntryPoint
) -> Function:
    """Return the compiled form of ``function``, or itself where Numba is turned off.

    Args:
        function: the function, with complete annotations.
        options: further options of ``numba.njit``.
        game: the game whose folder keeps the code; None for the game of the function's file.
        kind: the class of the compiled form.
    """
    check_annotations(function)
    if numba.config.DISABLE_JIT:
        function.py_func = function  # type: ignore[attr-defined] # as the compiled form has it
        return function
    if game is not None:
        OWN_GAMES[function] = game
    entry: Any = numba.njit(nogil=True, error_model="numpy", pipeline_class=EntryCompiler, **options)(function)
    entry.__class__ = kind
    pin(entry, ENTRY_POINTS)
    return entry


@functools.cache
def separate(function: Any) -> Any:
    """Return a compiled function that keeps machine code of its own, for compiled callers without a need for speed.

    Args:
        function: a compiled function.
    """
    own = compiled_with(function.py_func, {}, kind=SeparateEntryPoint)
    if not numba.config.DISABLE_JIT:
        _SEPARATE.append(own)
    return own


def copy_with(function: Any, names: dict[str, Any], module: str) -> FunctionType:
    """Return a copy of a function whose globals are ``names``, as a function of ``module``."""
    own = FunctionType(function.__code__, names, function.__name__)
    own.__annotations__, own.__doc__, own.__module__ = function.__annotations__, function.__doc__, module
    return own


def compiled_copy(function: Any, names: dict[str, Any], module: str, name: str) -> Any:
    """Return a compiled copy of a function that counts as code of another module.

    The digest of its code so has the sources of that module. Copies in one module differ by what ``names`` has. Line
    numbers in tracebacks are still those of the function.

    Args:
        function: a function that is not compiled itself.
        names: its globals.
        module: name of the module, which is imported or is being imported.
        name: name of the copy.
    """
    own = copy_with(function, names, module)
    own.__code__ = own.__code__.replace(co_filename=str(sys.modules[module].__file__))
    own.__name__ = own.__qualname__ = name
    return compiled_with(own, {})


def inlined(function: Any) -> Any:
    """Return a function that compiled code inlines, whatever its arguments; itself where Numba is turned off."""
    return function if numba.config.DISABLE_JIT else numba.njit(inline="always")(function)


def compile_all(entry_points: Sequence[Any], ahead: Sequence[Any] = ()) -> None:
    """Compile or load ``entry_points`` and all they call.

    Args:
        entry_points: compiled functions of one game, and shared ones, that Python is about to call.
        ahead: callees that a second process compiles at the same time, if nothing is compiled yet and a core is free.
    """
    if numba.config.DISABLE_JIT:
        return
    games = {game for function in entry_points for game in games_of_code(function)} - {SHARED}
    with first_time(min(games, default=DEFAULT_GAME)) as cold, helper(ahead if cold else ()):
        for function in entry_points:
            function.compile(None)


def unchecked(function: Any) -> Any:
    """Return an entry point as its machine code, for the most frequent calls from Python.

    Numba finds the types of all arguments in every call, 0.2 microseconds for each array. The machine code checks only
    the dimensions of an array and the size of its elements. It takes any array for a contiguous one.
    """
    return function if numba.config.DISABLE_JIT else function.compile(None)


def compile_callees(places: Sequence[str]) -> None:
    """Compile or load the callees of functions named ``module:name``. The second process calls this."""
    for place in places:
        module, _, name = place.partition(":")
        getattr(importlib.import_module(module), name).callee.compile(None)


@contextmanager
def helper(functions: Sequence[Any]) -> Iterator[None]:
    """Run a second process that compiles the callees of ``functions`` into the same cache, and stop it at the end."""
    places = [f"{function.__module__}:{function.__name__}" for function in functions]
    alone = not places or not sys.executable or usable_cores() < CORES
    if alone:
        yield
        return
    words = [
        sys.executable,
        "-c",
        f"from stuka_env.compiling.compilation import compile_callees; compile_callees({places})",
    ]
    own = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    quiet: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(words, env=os.environ | own, **quiet)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


# --- one memory as another record ---


def cast_to(kind: type[Record]) -> Any:
    """Return a function that returns the memory of a record as a record of ``kind``, without a copy, as a cast in C."""
    if numba.config.DISABLE_JIT:
        return lambda record: record.view(np.dtype((type(record), kind.dtype)))

    @intrinsic
    def cast(typing_context: Any, record: types.Type) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))

        return machine_type(kind)(record), generate

    return cast


# --- fetching memory ahead ---

CACHE_LINE = 64
"""Bytes that a processor fetches together."""


def lines_of(size: int) -> int:
    """Return the largest number of cache lines that ``size`` bytes occupy."""
    return -(-size // CACHE_LINE) + 1


@intrinsic
def prefetch_line(typing_context: Any, record: types.Type, offset: types.Type) -> Any:
    """Ask the processor to fetch the cache line ``offset`` bytes into a record; nothing else happens.

    Other targets than a CPU do nothing: a GPU hides the time of its memory with other threads.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not isinstance(context, CPUContext):
            return context.get_dummy_value()
        byte_pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte_pointer, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        place = builder.gep(builder.bitcast(arguments[0], byte_pointer), [arguments[1]])
        builder.call(function, [place, number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(record, offset), generate


if numba.config.DISABLE_JIT:

    def prefetch(record: Record, lines: int) -> None:
        """Do nothing: plain Python does not wait for memory."""
else:

    @numba.njit(inline="always")
    def prefetch(record: Record, lines: int) -> None:
        """Fetch the first ``lines`` cache lines of a record while something else is done."""
        for line in range(lines):
            prefetch_line(record, line * CACHE_LINE)
