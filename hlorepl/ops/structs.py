"""The struct and enum attributes of StableHLO and CHLO, each declared once.

A struct is a class: its fields, their types, and what they are where the text leaves them out. The values come from
attributes by ``decode.py``; ``syntax/structs.py`` reads and prints the text; an op's parameter has the class as its
annotation.

An enum is the type of its values with its kind, the word in ``#stablehlo<kind VALUE>``; a value is a ``str``.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, NoReturn, dataclass_transform, get_args, get_origin

from ..ir.types import ElementType, Type

Ints = tuple[int, ...]
TypeLike = Type

# --- enums -------------------------------------------------------------------------------------------------------

ComparisonDirection = Annotated[Literal["EQ", "NE", "GE", "GT", "LE", "LT"], "comparison_direction"]
ComparisonType = Annotated[Literal["FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "NOTYPE"], "comparison_type"]
FftType = Annotated[Literal["FFT", "IFFT", "RFFT", "IRFFT"], "fft_type"]
Precision = Annotated[Literal["DEFAULT", "HIGH", "HIGHEST"], "precision"]
ResultAccuracyMode = Annotated[Literal["DEFAULT", "HIGHEST", "TOLERANCE"], "result_accuracy_mode"]
RngAlgorithm = Annotated[Literal["DEFAULT", "THREE_FRY", "PHILOX"], "rng_algorithm"]
RngDistribution = Annotated[Literal["UNIFORM", "NORMAL"], "rng_distribution"]
Transpose = Annotated[Literal["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"], "transpose"]


def enum_of(hint: Any) -> tuple[str, tuple[str, ...]] | None:
    """The kind and the values of an enum; None for any other type."""
    if get_origin(hint) is not Annotated or get_origin(hint.__origin__) is not Literal:
        return None
    return hint.__metadata__[0], get_args(hint.__origin__)


#: The values of each enum above, by its kind.
ENUMS: dict[str, tuple[str, ...]] = dict(filter(None, map(enum_of, list(globals().values()))))

# --- structs -----------------------------------------------------------------------------------------------------


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Struct:
    """What the structs share: made by name, not changed afterwards, equal where class and fields are.

    A frozen dataclass in all but how it is made: that compiles six functions for each class, and the start would wait.
    """

    dialect: ClassVar[str]
    kind: ClassVar[str]  #: the word in ``#stablehlo.kind<…>``
    defaults: ClassVar[dict[str, Any]] = {}
    #: The fields that a text always has, and whether all that it has stand in the order in which they are declared.
    required: ClassVar[tuple[str, ...]] = ()
    is_ordered: ClassVar[bool] = False

    def __init_subclass__(cls, kind: str, dialect: str = "stablehlo") -> None:
        cls.kind, cls.dialect = kind, dialect
        names = [name for name in cls.__annotations__ if name not in ("required", "is_ordered")]
        cls.defaults = cls.defaults | {name: cls.__dict__[name] for name in names}

    def __init__(self, **fields: Any):
        unknown = fields.keys() - self.defaults.keys()
        if unknown:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(sorted(unknown))}")
        self.__dict__.update(self.defaults, **fields)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} is not changed afterwards")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__}.{name} is not taken away")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


class GatherDimensionNumbers(Struct, kind="gather"):
    offset_dims: Ints = ()
    collapsed_slice_dims: Ints = ()
    operand_batching_dims: Ints = ()
    start_indices_batching_dims: Ints = ()
    start_index_map: Ints = ()
    index_vector_dim: int = 0


class ScatterDimensionNumbers(Struct, kind="scatter"):
    update_window_dims: Ints = ()
    inserted_window_dims: Ints = ()
    input_batching_dims: Ints = ()
    scatter_indices_batching_dims: Ints = ()
    scatter_dims_to_operand_dims: Ints = ()
    index_vector_dim: int = 0


class DotDimensionNumbers(Struct, kind="dot"):
    lhs_batching_dimensions: Ints = ()
    rhs_batching_dimensions: Ints = ()
    lhs_contracting_dimensions: Ints = ()
    rhs_contracting_dimensions: Ints = ()


class RaggedDotDimensionNumbers(DotDimensionNumbers, kind="ragged_dot", dialect="chlo"):
    lhs_ragged_dimensions: Ints = ()
    rhs_group_dimensions: Ints = ()


class ConvDimensionNumbers(Struct, kind="conv"):
    input_batch_dimension: int = 0
    input_feature_dimension: int = 0
    input_spatial_dimensions: Ints = ()
    kernel_input_feature_dimension: int = 0
    kernel_output_feature_dimension: int = 0
    kernel_spatial_dimensions: Ints = ()
    output_batch_dimension: int = 0
    output_feature_dimension: int = 0
    output_spatial_dimensions: Ints = ()


class ChannelHandle(Struct, kind="channel_handle"):
    required = ("handle", "type")
    handle: int = 0
    type: int = 0


class DotAlgorithm(Struct, kind="dot_algorithm"):
    is_ordered = True
    lhs_precision_type: ElementType | None = None
    rhs_precision_type: ElementType | None = None
    accumulation_type: ElementType | None = None
    lhs_component_count: int = 1
    rhs_component_count: int = 1
    num_primitive_operations: int = 1
    allow_imprecise_accumulation: bool = False
    required = (
        "lhs_precision_type",
        "rhs_precision_type",
        "accumulation_type",
        "lhs_component_count",
        "rhs_component_count",
        "num_primitive_operations",
        "allow_imprecise_accumulation",
    )


class ResultAccuracy(Struct, kind="result_accuracy"):
    is_ordered = True
    required = ("mode",)
    atol: float = 0.0
    rtol: float = 0.0
    ulps: int = 0
    mode: ResultAccuracyMode = "DEFAULT"


class OutputOperandAlias(Struct, kind="output_operand_alias"):
    is_ordered = True
    required = ("output_tuple_indices", "operand_index", "operand_tuple_indices")
    output_tuple_indices: Ints = ()
    operand_index: int = 0
    operand_tuple_indices: Ints = ()
