"""SplitMix64 streams: the same numbers compiled or not, alone or in a batch, on any thread.

A stream is the field `rng` of a record, so a copy of the record also copies its chance.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import is_compiled, kernel, part

F = TypeVar("F", bound=Callable[..., object])

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)

# `rng` is not at offset 0: Numba would take a game's record, which begins with `rng`, for a subtype, and warn.
STREAM_DTYPE = np.dtype({"names": ["rng"], "formats": [np.uint64], "offsets": [8], "itemsize": 16})


class Stream(Protocol):
    """Any record with a field `rng`."""

    rng: np.uint64


def wraps_around(function: F) -> F:
    """Allow the 64-bit wrap-around, which is intended; without the JIT NumPy would warn."""
    return function if is_compiled() else np.errstate(over="ignore")(function)


@wraps_around
@part
def mix(bits: np.uint64) -> np.uint64:
    """Return SplitMix64's finaliser of the bits, a bijection of `uint64` that leaves no pattern."""
    bits = (bits ^ (bits >> _30)) * _MIX_1
    bits = (bits ^ (bits >> _27)) * _MIX_2
    return bits ^ (bits >> _31)


@wraps_around
@part
def seed_stream(stream: Stream, seed: np.uint64, index: int) -> None:
    """Start stream `index` of `seed`; each stream of a seed depends on its index only."""
    stream.rng = mix(mix(np.uint64(seed) + _STEP) + np.uint64(index) * _STEP)


@wraps_around
@part
def next_bits(stream: Stream) -> np.uint64:
    """Return the next 64 bits of the stream, and advance it."""
    stream.rng = stream.rng + _STEP
    return mix(stream.rng)


@wraps_around
@kernel
def bits_at(seed: np.uint64, index: int) -> np.uint64:
    """Return 64 bits for an index of a seed: the output number `index` of one stream, without walking it."""
    return mix(np.uint64(seed) + np.uint64(index + 1) * _STEP)


@kernel
def draw_bits(streams: NDArray[np.void], games: NDArray[np.int64], bits: NDArray[np.uint64]) -> None:
    """Write into `bits[k]` the next 64 bits of the stream of game `games[k]`, and advance that stream."""
    for k in range(len(games)):
        bits[k] = next_bits(streams[games[k]])


@kernel
def write_bits(seed: np.uint64, bits: NDArray[np.uint64]) -> None:
    """Write into each entry of `bits` what `bits_at` returns for `seed` and the entry's index."""
    for i in range(len(bits)):
        bits[i] = bits_at(seed, i)


@part
def below(bits: np.uint64, bound: int) -> int:
    """Return the bits as a number in [0, bound), uniform up to bound / 2^32."""
    return int(((bits >> _32) * np.uint64(bound)) >> _32)


@part
def next_below(stream: Stream, bound: int) -> int:
    """Return a number in [0, bound), from the next bits of the stream."""
    return below(next_bits(stream), bound)


@part
def shuffle(stream: Stream, cards: NDArray[np.int8], count: int) -> None:
    """Shuffle the first `count` entries of `cards` in place, by the stream (Fisher and Yates)."""
    for last in range(count - 1, 0, -1):
        other = next_below(stream, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
