"""What ``:help TOPIC`` says of things that take several commands."""

from __future__ import annotations

from ..key_names import keys_text

DEBUGGING = """Looking inside: the same words for StableHLO functions, ONNX graphs and MDF models.

To have every inner value at hand:
  :open @f(%x, %w)      the body of @f becomes the session's statements; also :open FILE (.mlir, .onnx, a model of MDF)
  %155                  shows an inner value; ?%155 the op that made it
  %154 = tanh(%153)     rewrites an op, or changes a value; :env marks what is stale by now
  :rerun                computes again what depends on it; :rerun %v what depends on %v, :rerun NODE from a node on
  :open %r              opens the call, branch or loop that made %r; :open %r@turn=3 a turn of the loop
  :save FILE            writes the changed function; :undo takes it all back
To stop in a run:
  :debug @f(%x, %w)     stops at the first op; after a run that failed or was interrupted, :debug alone stops where that was
  :step  :next          one op, into calls and loops or over them; :in and :out go into one and out of it
  :continue [N]         to the next stop; :until PLACE to a place; :back [N] goes back, exactly
  :break PLACE [if COND]  PLACE: a line (12, model.py:7), @f, %v, an op (add, * for any), a node; COND: nan, inf, max > 1e3,
                        turn == 5, joined by and, or; :watch %v stops where %v changes; :break lists, :delete N takes one out
  %v  %v = …            a value of the frame; another one, used from here on
  :where  :up  :down  :list   the frames, the frame that is looked at, the source with values beside it; :stop closes
To look into the turns of a loop:
  %h@turn=17            a value in a turn (3.17: of an outer and an inner loop); :collect %h all turns as one array
To find where a NaN comes from:
  :nan @f(%x)           the first op that made one, what it read, where it goes; also :nan FILE, :nan onnx x=%x, :nan mdf 100,
                        :nan %v (the op that made it); alone it looks at the statements of the session
  :nan @f in.npz        on the arrays of a file, as every call of a function takes them: :run @f in.npz, :debug @f in.npz
  :debug @f(%x)
  :break * if nan       any op; it stops behind the first one that makes a NaN, :back stands before it
To see all that a run does, in the same words:
  :trace @f(%x) [OP]    each op that ran, or each OP: type, range, time, bytes
  :profile @f(%x)       time and memory by op, line, source location and node; :time @f(%x) how long it takes, unwatched
  :values DIR @f(%x)    every value, each in a file
  :graph @f(%x) f.html  the program as a picture on a page of its own, with what the values were like
To look at values as a whole:
  :diff %a %b           equal or not, where first, how many, by how many ulp, absolutely, relatively, NaNs in one alone
  :stats %x             range with places, mean, spread, quartiles, zeros, NaNs, infinities"""

TOPICS: dict[str, tuple[str, str]] = {
    "debugging": ("how to look inside of a program while it runs", DEBUGGING),
    "keys": ("the keys of the prompt", keys_text()),
}
"""By name: what it is about, and the text."""
