"""The state of a training's random stream, as plain values for a checkpoint."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from mom_env.learning.config import Section

Word128 = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


class StreamState(Section):
    """The state of a PCG64 random stream, with numbers of 128 bits as hexadecimal digits."""

    state: Word128
    inc: Word128
    has_uint32: Annotated[int, Field(ge=0, le=1)]
    uinteger: Annotated[int, Field(ge=0, lt=2**32)]


def stream_state(rng: np.random.Generator) -> StreamState:
    """Return the state of a random stream, for a checkpoint. The stream is not changed."""
    state: Any = rng.bit_generator.state
    words = {name: f"{state['state'][name]:032x}" for name in ("state", "inc")}
    return StreamState(**words, has_uint32=state["has_uint32"], uinteger=state["uinteger"])


def set_stream(rng: np.random.Generator, stream: StreamState) -> None:
    """Set the random stream `rng` to a saved state."""
    words = {"state": int(stream.state, 16), "inc": int(stream.inc, 16)}
    rng.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": words,
        "has_uint32": stream.has_uint32,
        "uinteger": stream.uinteger,
    }
