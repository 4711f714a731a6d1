"""Compile the steps of the games for GPUs, and print what they need there. No GPU is needed.

::

    python -m tools.gpu_audit                                   # every game, for sm_80 and sm_90
    python -m tools.gpu_audit --games stuka --capabilities 90

A step takes two to four minutes of a core. The exit status is 1 if one has a larger stack, or spills more registers,
than its bounds.
"""

import argparse
import re
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

from stuka_env.gpu.device_code import Capability, MachineCode, to_machine_code, to_ptx
from stuka_env.gpu.kernel import step_kernel
from stuka_env.registration import game_names

CAPABILITIES = {"80": Capability(8, 0), "90": Capability(9, 0)}
MOST_STACK, MOST_SPILLED = 512, 4096
"""Bounds in bytes: of the stack frame of a function, and of the registers that all functions spill."""
STACK_FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
REGISTERS = re.compile(r"Used (\d+) registers")


class Needs(NamedTuple):
    """Needs of the step of a game on a GPU."""

    registers: int
    """Registers of a thread."""
    stack: int
    """Bytes of the largest stack frame."""
    spilled: int
    """Bytes of registers that are stored and loaded again, of all functions."""
    code: int
    """Bytes of machine code."""

    @property
    def within_bounds(self) -> bool:
        """Whether stack and spills are within their bounds."""
        return self.stack <= MOST_STACK and self.spilled <= MOST_SPILLED


def needs_of(code: MachineCode) -> Needs:
    """Return the needs that the linker of machine code states."""
    return read_needs(code.log, len(code.cubin))


def read_needs(log: str, code: int) -> Needs:
    """Return the needs that a linker's log states, for so many bytes of machine code."""
    frames = [tuple(map(int, frame.groups())) for frame in STACK_FRAME.finditer(log)]
    return Needs(
        registers=max(int(found[1]) for found in REGISTERS.finditer(log)),
        stack=max(stack for stack, _, _ in frames),
        spilled=sum(stores + loads for _, stores, loads in frames),
        code=code,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.gpu_audit", description=sys.modules[__name__].__doc__)
    parser.add_argument("--games", nargs="+", choices=game_names(), default=list(game_names()))
    parser.add_argument("--capabilities", nargs="+", choices=CAPABILITIES, default=list(CAPABILITIES))
    options = parser.parse_args(arguments)
    print(f"{'game':12} {'device':7} {'PTX':>8} {'MB':>6} {'link':>8} {'registers':>10} {'stack':>6} {'spilled':>8}")
    status = 0
    for game in options.games:
        for capability in (CAPABILITIES[name] for name in options.capabilities):
            began = time.perf_counter()
            ptx = to_ptx(step_kernel(game), capability)
            compiled = time.perf_counter()
            needs = needs_of(to_machine_code(ptx, capability))
            linked = time.perf_counter()
            status |= not needs.within_bounds
            print(
                f"{game:12} {capability!s:7} {compiled - began:6.0f} s {len(ptx) / 1e6:6.1f} "
                f"{linked - compiled:6.0f} s {needs.registers:10} {needs.stack:6} {needs.spilled:8}",
                flush=True,
            )
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
