"""Where the random stream of a training stands, as plain values."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from mom_env.learning.config import Section

Word128 = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class StreamState(Section):
    """Where a PCG64 stream stands."""

    state: Word128
    inc: Word128
    has_uint32: Annotated[int, Field(ge=0, le=1)]
    uinteger: Annotated[int, Field(ge=0, lt=2**32)]


def stream_state(rng: np.random.Generator) -> StreamState:
    """Return where a stream stands."""
    state: Any = rng.bit_generator.state
    words = {name: f"{state['state'][name]:032x}" for name in ("state", "inc")}
    return StreamState(**words, has_uint32=state["has_uint32"], uinteger=state["uinteger"])


def set_stream(rng: np.random.Generator, stream: StreamState) -> None:
    """Let a stream go on from where another one stood."""
    words = {"state": int(stream.state, 16), "inc": int(stream.inc, 16)}
    rng.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": words,
        "has_uint32": stream.has_uint32,
        "uinteger": stream.uinteger,
    }
