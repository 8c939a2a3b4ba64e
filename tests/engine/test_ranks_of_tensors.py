"""Tensors of unknown rank are read and verified; a program runs with tensors of known ranks only, and says so."""

import pytest

import hlorepl

GIVEN = """func.func @main(%a: tensor<*xf32>) -> tensor<*xf32> {
  %0 = chlo.tan %a : tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
"""
MADE = """func.func @main(%a: tensor<2xf32>) -> tensor<?xf32> {
  %u = tensor.cast %a : tensor<2xf32> to tensor<*xf32>
  %0 = chlo.broadcast_add %u, %u : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
"""


@pytest.mark.parametrize(("text", "line"), [(GIVEN, 1), (MADE, 2)])
def test_a_tensor_of_unknown_rank_is_verified_and_not_run(text, line):
    module = hlorepl.parse(text)
    assert hlorepl.verify(module) == []
    assert hlorepl.verify(hlorepl.parse(hlorepl.print_module(module))) == []
    with pytest.raises(hlorepl.HloError) as caught:
        hlorepl.compile(module)
    assert (caught.value.code, caught.value.span.line) == ("type.unranked", line)


def test_a_session_says_so_too():
    found = hlorepl.Session().execute("%x = [1.0]\n%u = tensor.cast %x : tensor<1xf32> to tensor<*xf32>\n")
    assert (found.error.code, found.ran) == ("type.unranked", 1)
