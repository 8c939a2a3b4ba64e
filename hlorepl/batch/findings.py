"""What watchers found, as JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..display.jsonable import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..analysis import not_finite, profile, trace
    from ..analysis.places import Place
    from ..ops import requests
    from .job import Watchers


def findings_of_all(each: Mapping[requests.Place, dict[str, Any]], seconds: float) -> dict[str, Any]:
    """What was found in a run by all processes; on a grid each row says in which ``process``, and bytes held are those of all."""
    first = next(iter(each.values()))
    if len(each) == 1:
        return first
    found: dict[str, Any] = {}
    for key in first:
        parts = {place: of_one[key] for place, of_one in each.items()}
        if key == "profile":
            rows = [{"process": [*place], **row} for place, part in parts.items() for row in part["rows"]]
            held = sum(part["peak_bytes"] for part in parts.values())
            found[key] = {"seconds": seconds, "peak_bytes": held, "rows": rows}
        else:
            found[key] = [{"process": [*place], **row} for place, part in parts.items() for row in part]
    return found


def findings(watchers: Watchers, seconds: float) -> dict[str, Any]:
    """``nonfinite``, ``trace`` and ``profile``, where they were asked for."""
    found: dict[str, Any] = {}
    if watchers.nan is not None:
        found["nonfinite"] = [_nonfinite(each) for each in watchers.nan.found]
        found["nonfinite_constants"] = [_nonfinite(each) for each in watchers.nan.constants]
    if watchers.trace is not None:
        found["trace"] = [_step(row) for row in watchers.trace.rows]
    if watchers.profile is not None:
        found["profile"] = _profile(watchers.profile, seconds)
    return found


def _place(place: Place) -> dict[str, Any]:
    return {"op": place.op, "name": place.name, "line": place.line, "loc": place.location, "turn": [*place.turn]}


def _nonfinite(found: not_finite.Found) -> dict[str, Any]:
    operands = [
        {"name": o.name, "type": o.summary.type, "min": number(o.summary.low), "max": number(o.summary.high)}
        for o in found.operands
    ]
    counts = {"nan": found.nans, "inf": found.infinities}
    place = {**_place(found.place), "column": found.place.column, "result": found.result}
    onward = [_place(each) for each in found.goes_to]
    return {"kind": found.kind, **place, **counts, "operands": operands, "goes_to": onward}


def _step(row: trace.Row) -> dict[str, Any]:
    numbers = {"min": number(row.low), "max": number(row.high)}
    return {**_place(row.place), "type": row.type, **numbers, "seconds": row.seconds, "bytes": row.bytes}


def _profile(found: profile.Profile, seconds: float) -> dict[str, Any]:
    rows = [
        {"by": r.by, "key": r.key, "calls": r.calls, "self": r.own, "total": r.total, "bytes": r.bytes}
        | ({"messages": r.messages, "bytes_sent": r.sent} if r.waits else {})
        for r in found.rows
    ]
    return {"seconds": seconds, "peak_bytes": found.peak_bytes, "rows": rows}
