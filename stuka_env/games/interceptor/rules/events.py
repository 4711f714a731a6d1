"""Random events (7.10; chart C1; ruling IQ203)."""

from stuka_env.compiling.compilation import compiled
from stuka_env.games.interceptor.codes import Chart, Entry, Event, Marker, Meeting, Presence, System
from stuka_env.games.interceptor.rules.aircraft import firing_bits, series_row
from stuka_env.games.interceptor.rules.bursts import jam_one
from stuka_env.games.interceptor.rules.damage import hit_engine
from stuka_env.games.interceptor.rules.experience import pilot_gains
from stuka_env.games.interceptor.rules.markers import keep_marker
from stuka_env.games.interceptor.rules.mat import Mat
from stuka_env.games.interceptor.rules.notes import note
from stuka_env.games.interceptor.rules.rolls import roll_sum, says
from stuka_env.games.interceptor.rules.table import Table


@compiled
def change_aircraft(mat: Mat, table: Table, event: int) -> None:
    """An event changes aircraft, weapons, wingman or sortie (7.10; ruling IQ203)."""
    if event == Event.ENGINE_HIT:
        if series_row(mat, table.charts).engines:
            hit_engine(mat, table, System.PORT_ENGINE)
    elif event == Event.JAM:
        jam_one(mat, table, firing_bits(mat, table))
    elif event == Event.RADIO_OUT:
        mat.aircraft.radio = 1
    elif event == Event.WINGMAN_HOME:
        mat.wingman.present = Presence.ABSENT
    elif event == Event.ABORT:
        mat.sortie.homeward = 1


@compiled
def random_event(mat: Mat, table: Table) -> int:
    """Roll on C1, carry the event out at once, and return the meeting if the event is one.

    (7.10; IQ203)
    """
    event = says(table, int(table.charts.c1[roll_sum(mat, table, Chart.C1, 0)]))
    mat.sortie.event = event
    mat.work.fate = 0
    note(mat, table, Entry.EVENT, event, 0)
    if event == Event.SWEEP:
        return Meeting.SWEEP.value
    if event == Event.STRAGGLER:
        return Meeting.RAID.value
    if event == Event.GUIDE:
        keep_marker(mat, Marker.GUIDE)
    elif event == Event.WITNESS:
        keep_marker(mat, Marker.WITNESS)
    elif event == Event.MECHANICS:
        keep_marker(mat, Marker.MECHANICS)
    elif event == Event.EXPERIENCE:
        pilot_gains(mat, table, 1)
    else:
        change_aircraft(mat, table, event)
    return Meeting.NONE.value
