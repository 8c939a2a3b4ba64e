"""Texts of parallel programs, put together."""

from __future__ import annotations

ADD = """({
  ^bb0(%left: tensor<T>, %right: tensor<T>):
    %sum = stablehlo.add %left, %right : tensor<T>
    stablehlo.return %sum : tensor<T>
  })"""


def groups(rows):
    """The attribute of groups of one size, padded with -1."""
    width = max(map(len, rows))
    padded = [[*row, *[-1] * (width - len(row))] for row in rows]
    return f"dense<{padded}> : tensor<{len(rows)}x{width}xi64>"


def handle(channel, kind=1):
    return f"channel_handle = #stablehlo.channel_handle<handle = {channel}, type = {kind}>"


def all_reduce(x, of, rows, name="%r", element="f32", channel=0, everywhere=False, body=None):
    more = f", {handle(channel)}" if channel else ""
    more += ", use_global_device_ids" if everywhere else ""
    return (
        f'{name} = "stablehlo.all_reduce"({x}) {(body or ADD).replace("T", element)} '
        f"{{replica_groups = {groups(rows)}{more}}} : ({of}) -> {of}"
    )


def function(name, arguments, results, *lines):
    """A function whose last line is what it returns, without types."""
    *ops, returned = lines
    return f"func.func @{name}({arguments}) -> ({results}) {{\n" + "\n".join(
        [*ops, f"return {returned} : {results}" if returned else "return", "}\n"]
    )
