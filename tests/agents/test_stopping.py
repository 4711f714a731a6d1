"""Signals that stop long work."""

import signal

import pytest

from agents.training.trainer import Stop
from stuka_env.io.command_line import END_SIGNALS
from tests.support.each import each


@each("name", [name for name in END_SIGNALS if hasattr(signal, name)])
def test_the_first_signal_asks_and_the_second_interrupts(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    number = getattr(signal, name)
    outer = signal.signal(number, signal.SIG_DFL if name == "SIGHUP" else signal.getsignal(number))
    before = signal.getsignal(number)
    with Stop("stopping") as stop:
        assert not stop.is_requested
        signal.raise_signal(number)
        assert stop.is_requested and capsys.readouterr().err == "\nstopping\n"
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    assert signal.getsignal(number) is before
    signal.signal(number, outer)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no hangup")
def test_a_hangup_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Stop("stopping") as stop:
            signal.raise_signal(signal.SIGHUP)
            assert not stop.is_requested
    finally:
        signal.signal(signal.SIGHUP, before)
