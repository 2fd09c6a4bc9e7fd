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
    """Return `function`, in which 64-bit numbers may wrap around without NumPy's warning; the JIT gives none."""
    return function if is_compiled() else np.errstate(over="ignore")(function)


@wraps_around
@part
def mix(bits: np.uint64) -> np.uint64:
    """Return the 64 `bits` scrambled by SplitMix64's finaliser, a bijection of `uint64` that leaves no pattern."""
    bits = (bits ^ (bits >> _30)) * _MIX_1
    bits = (bits ^ (bits >> _27)) * _MIX_2
    return bits ^ (bits >> _31)


@wraps_around
@part
def seed_stream(stream: Stream, seed: np.uint64, index: int) -> None:
    """Start random stream number `index` of `seed`, by setting `stream.rng`; it depends on `seed` and `index` only."""
    stream.rng = mix(mix(np.uint64(seed) + _STEP) + np.uint64(index) * _STEP)


@wraps_around
@part
def next_bits(stream: Stream) -> np.uint64:
    """Return the next 64 random bits of the stream, and advance the stream."""
    stream.rng = stream.rng + _STEP
    return mix(stream.rng)


@wraps_around
@kernel
def bits_at(seed: np.uint64, index: int) -> np.uint64:
    """Return output number `index`, from 0, of the random stream that begins at `seed`: 64 bits.

    The outputs before it are not made.
    """
    return mix(np.uint64(seed) + np.uint64(index + 1) * _STEP)


@kernel
def draw_bits(streams: NDArray[np.void], games: NDArray[np.int64], bits: NDArray[np.uint64]) -> None:
    """Write into `bits[k]` the next 64 random bits of the stream of game `games[k]`, and advance that stream.

    `streams` has one record for each game.
    """
    for k in range(len(games)):
        bits[k] = next_bits(streams[games[k]])


@kernel
def write_bits(seed: np.uint64, bits: NDArray[np.uint64]) -> None:
    """Write 64 random bits into each entry of `bits`: what `bits_at` returns for `seed` and the entry's index."""
    for i in range(len(bits)):
        bits[i] = bits_at(seed, i)


@part
def below(bits: np.uint64, bound: int) -> int:
    """Return a whole number from 0 to `bound - 1`, chosen by the 64 random `bits`.

    All numbers have the same chance, up to a relative error of bound / 2^32.
    """
    return int(((bits >> _32) * np.uint64(bound)) >> _32)


@part
def next_below(stream: Stream, bound: int) -> int:
    """Return a random whole number from 0 to `bound - 1`, chosen by the next bits of the stream, which advances."""
    return below(next_bits(stream), bound)


@part
def shuffle(stream: Stream, cards: NDArray[np.int8], count: int) -> None:
    """Shuffle the first `count` entries of `cards` in place (Fisher and Yates).

    The bits of `stream` decide; the stream advances.
    """
    for last in range(count - 1, 0, -1):
        other = next_below(stream, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
