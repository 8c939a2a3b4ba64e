"""What operands, attributes and regions mean, in a line each: by their name, or by ``OP NAME`` where an op gives it a sense of its own.

One name means one thing in most ops, so it is said once for all of them.
"""

from __future__ import annotations

_LINES = """
a: the matrices
rng a: where the numbers begin, or their mean
actual: the values to look at
algorithm: how precisely products are computed: types of operands and of the sum
all_gather_dim: the dimension along which the parts are put together
allowed_direction: where shardings may go on: NONE, FORWARD, BACKWARD or BOTH
api_version: which version of the custom call interface, 0 to 4
arg: the value to convert
shape.shape_of arg: the tensor whose sizes are wanted
arg_attrs: dictionaries of attributes of the arguments
b: the right-hand sides
rng b: where the numbers end, or their standard deviation
backend_config: a dictionary (version 4) or a string that the target reads
base_dilations: how far apart elements of the inputs are put, by dimension; 1 leaves them as they are
batch_dims: how many dimensions in front are paired, an index vector for each
batch_group_count: into how many groups the batch is cut
body: what is done
while body: makes the next values of the carried ones
reduce body: joins two values to one, for each input
reduce_window body: joins two values to one, for each input
chlo.scan body: makes of a slice and the carries an output and the next carries
branches: a region for each number
broadcast_dimensions: for each dimension of the operand, the dimension of the result that it becomes
broadcast_sizes: the sizes of the new dimensions in front
call_target_name: the name of what is called
called_computations: functions that the target may call
callee: the function
channel_handle: the channel: its number (handle), and between whom it is (type)
comparator: whether its left arguments come before its right ones
compare_type: how numbers are ordered
comparison_direction: which comparison
composite_attributes: a dictionary that says more of what is meant
computation: joins two values to one
map computation: makes of an element of each input the element of the result
concat_dimension: the dimension along which the parts are put together
cond: whether there is another turn
condition: which value is taken
decomposition: the function that does it with other ops
dim: the dimension
dimension: the dimension
concatenate dimension: the dimension along which inputs are joined
sort dimension: the dimension along which is sorted, -1 for the last
chlo.scan dimension: the dimension that is gone along
dimension_numbers: which dimensions of indices, operand and result belong together
convolution dimension_numbers: which dimensions are batch, feature and space, of input, kernel and result
dynamic_conv dimension_numbers: which dimensions are batch, feature and space, of input, kernel and result
dimensions: the dimensions that are worked on
reverse dimensions: the dimensions whose order is turned
reduce dimensions: the dimensions that go
map dimensions: all dimensions of the inputs, in order
dot_dimension_numbers: the batching and the contracting dimensions of both operands
dynamic_shape: the sizes, one of which may be -1: what is left
edge_padding_high: how many elements are put behind each dimension; negative ones are taken away
edge_padding_low: how many elements are put in front of each dimension; negative ones are taken away
einsum_config: letters for dimensions, as in "ij,jk->ik"
elements: the elements, in order
epsilon: added to the variance, so that nothing is divided by zero
expected: what it must be
exponent_bits: how many bits the exponent keeps
extents: the sizes
false_branch: what is done where the predicate is false
false_value: the value where the condition is false
feature_group_count: into how many groups the features are cut
feature_index: which dimension holds the features
fft_length: the sizes of the last dimensions that are transformed
fft_type: which transform
future: what async_start gave
gathering_axes: for each dimension, the axes of the mesh along which parts are put together
grad_output: the gradient of the normalised output
group_id: the number of the group
group_sizes: how many rows each group has
has_dynamic_root: whether the root comes as an operand
has_side_effect: whether the call may not be left out
in_shardings: how the operands are cut
index: the index
case index: the number of the branch; of any other number the last one runs
torch_index_select index: which slices are taken
get_tuple_element index: which element
indices: where the element stands, a number for each dimension
indices_are_sorted: a promise that the indices come in order; nothing depends on it here
infeed: functions, each of which gives what is read next from the infeed
infeed_config: a text for the device; it means nothing here
init_value: what the sums begin with
reduce init_values: what each reduction begins with
reduce_window init_values: what each window begins with
chlo.scan inits: what the carries begin with
initial_state: the state of the generator
inputs: the tensors
reduce inputs: the tensors to reduce, then what each begins with
reduce_window inputs: the tensors, then what each window begins with
scatter inputs: the tensors to write into, the indices, then what is written
map inputs: the tensors, all of one shape
sort inputs: the tensors that are put in order together
concatenate inputs: the tensors that are joined
after_all inputs: tokens
shape.assuming_all inputs: the witnesses
inputs_and_token: the values, then the token that orders it
interior_padding: how many elements are put between two of each dimension
iota_dimension: the dimension along which the numbers count
is_associative: a promise that carries may be joined in any grouping
is_host_transfer: whether the host is at the other end
is_reverse: whether it begins at the end
is_stable: whether equal elements stay in order
iteration: which of the saved values, the first being 1
k: how many
known_expanding_dimensions: dimensions that are known to grow
known_nonexpanding_dimensions: dimensions that are known to stay
layout: how the device lays the values out; it means nothing here
left_side: whether a stands left of the unknowns
lhs: the left operand
lhs_dilation: how far apart elements of the input are put, by dimension of space
limit_indices: where the slice ends, by dimension; that element is not in it
lower: whether the lower triangle counts, else the upper one
mantissa_bits: how many bits the mantissa keeps
manual_axes: the axes of the mesh that the body sees its own part of
max: the largest value
max_ulp_difference: how many steps between neighbouring floats values may be apart
mean: the mean of each feature
mesh: the axes with their sizes
min: the smallest value
min_ulp_difference: how many steps between neighbouring floats values must be apart
msg: what is said where it does not hold
n: which derivative
name: its name
no_inline: whether the call may not be written out
num_elements: how many elements there are
offset: what is added to each feature
on_false: the values where the predicate is false
on_true: the values where the predicate is true
operand: the tensor
dynamic_update_slice operand: the tensor to write into
shape.dim operand: the tensor
operandSegmentSizes: how many operands are inputs, and how many carries
operand_layouts: the orders of dimensions in memory of the operands
operands: the values
while operand: what the carried values begin with
func.return operands: what the function gives
func.call operands: the arguments
all_gather operands: the parts
chlo.scan operands: the tensors that are gone along, then what the carries begin with
out_sharding: how the result is cut
out_shardings: how the results are cut
outfeed_config: a text for the device; it means nothing here
output_dimensions: the shape of the result
output_operand_aliases: which results may take the memory of which operands
output_shape: the shape of the result
padding: how many elements are put before and behind each dimension, as pairs
dynamic_conv padding: how many elements are put before and behind each dimension of space, as pairs
padding_value: what is put there, a tensor of rank 0
params: for each move of axes: which, from which dimension, to which
passing: whether it holds
permutation: for each dimension of the result, the dimension of the operand that it was
precision_config: how precisely each operand is read: DEFAULT, HIGH or HIGHEST; all are exact here
pred: which values are taken
if pred: which branch runs, a tensor of rank 0
shape.cstr_require pred: what must hold
predicate: which comparison
probe_id: the name under which it is saved
programs: a function for each process, in rows of replicas
q: the second argument of the zeta function
ragged_dot_dimension_numbers: the batching, contracting, ragged and group dimensions
reduce_scatter_axes: for each dimension, the axes of the mesh along which parts are summed and cut
reduction_axes: the axes of the mesh along which parts are summed
replica_groups: which processes work together, a row for each group
res_attrs: dictionaries of attributes of the results
resultSegmentSizes: how many results are outputs, and how many carries
result_accuracy: how exact the result must be; it is as exact as its type allows here
result_layouts: the orders of dimensions in memory of the results
results: what is given back
rhs: the right operand
rhs_dilation: how far apart elements of the kernel are put, by dimension of space
rng_algorithm: which generator
rng_distribution: how the numbers are distributed
scale: what each feature is multiplied by
scan_dim_size: how many steps there are, where no input says it
scatter: joins a value that is there with one that is added
scatter_dimension: the dimension that is cut into parts
scatter_dimension_numbers: which dimensions of indices, updates and inputs belong together
select: whether the value on the left stays before the one on the right
shape: the shape
rng shape: the sizes of the result
shapes: the shapes
sharding: how the tensor is cut over the mesh
size: the new size, a tensor of rank 0
slice_sizes: the sizes of a slice, by dimension
slicing_axes: for each dimension, the axes of the mesh along which it is cut
source: the tensor
select_and_scatter source: what is added, one for each window
source_target_pairs: who sends to whom, as pairs of processes
split_count: into how many parts
split_dimension: the dimension that is cut
start_indices: where the slice begins, by dimension
gather start_indices: the indices
dynamic_gather start_indices: the indices
dynamic_slice start_indices: where the slice begins, a tensor of rank 0 for each dimension; moved so that it fits
dynamic_update_slice start_indices: where it is written, a tensor of rank 0 for each dimension; moved so that it fits
strides: how many elements on the next one is, by dimension
sym_name: its name
tag: the text
tensor: the tensor
tensors: the tensors
token: orders it behind what gave the token
tolerance: how far apart values may be
transpose_a: what is done with the matrices first
true_branch: what is done where the predicate is true
true_value: the value where the condition is true
unique_indices: a promise that no index comes twice; nothing depends on it here
unit_diagonal: whether the diagonal counts as ones
update: what is written
update_computation: joins a value that is there with one that is written
use_global_device_ids: whether the groups name processes by their numbers in the whole grid
val: the values
value: the value
constant value: the constant, dense<…>
chlo.constant_like value: the number at each place
shape.dim value: the tensor
check.expect_eq_const value: what it must be, dense<…>
check.expect_almost_eq_const value: what it must be, dense<…>
variance: the variance of each feature
version: which version of it
window_dilations: how far apart elements of a window are, by dimension
window_dimensions: the sizes of the window
window_reversal: whether the kernel is turned around, by dimension of space
window_strides: how far on the next window is, by dimension
witness: what must hold
x: the values
y: where they go
"""

#: What a value of an enum means.
_CHOICES = """
comparison_direction EQ: equal
comparison_direction NE: not equal
comparison_direction GE: left is greater or equal
comparison_direction GT: left is greater
comparison_direction LE: left is less or equal
comparison_direction LT: left is less
comparison_type FLOAT: as IEEE 754: NaN equals nothing
comparison_type TOTALORDER: all floats in one order, -NaN < -inf < ... < +NaN
comparison_type SIGNED: signed integers
comparison_type UNSIGNED: unsigned integers and i1
comparison_type NOTYPE: as the elements say
fft_type FFT: forward, complex to complex
fft_type IFFT: inverse, complex to complex
fft_type RFFT: forward, real to complex
fft_type IRFFT: inverse, complex to real
rng_distribution UNIFORM: equally likely from a on and below b
rng_distribution NORMAL: bell-shaped around a with the standard deviation b
rng_algorithm DEFAULT: the engine's own choice
rng_algorithm THREE_FRY: ThreeFry 2x32, as JAX's default
rng_algorithm PHILOX: Philox 4x32
transpose NO_TRANSPOSE: the matrices as they are
transpose TRANSPOSE: the matrices transposed
transpose ADJOINT: the matrices transposed and conjugated
transpose TRANSPOSE_INVALID: refused
"""


def _read(lines: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in lines.strip().split("\n"))


_MEANINGS = _read(_LINES)
_OF_CHOICES = _read(_CHOICES)


def meaning(group: str, name: str) -> str:
    """What an operand, attribute or region of an op is, the op by the name that its rules have; nothing where nobody says it."""
    return _MEANINGS.get(f"{group} {name}") or _MEANINGS.get(name, "")


def meaning_of_choice(enum: str, value: str) -> str:
    """What a value of an enum means."""
    return _OF_CHOICES.get(f"{enum} {value}", "")
