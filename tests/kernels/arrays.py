"""Short names for small arrays of a type."""

from functools import partial

import numpy as np

f32 = partial(np.array, dtype=np.float32)
i8 = partial(np.array, dtype=np.int8)
i32 = partial(np.array, dtype=np.int32)
u8 = partial(np.array, dtype=np.uint8)
c64 = partial(np.array, dtype=np.complex64)
