"""A network that computes only what matters: inputs that are not 0, and the legal rows of a wide policy head.

The lists of legal actions of a batch are stored one after another: the list of row `i` is `ids[offsets[i]:offsets[i +
1]]`. With hundreds of actions and a few legal ones, this is what makes a policy cheap. The result of a row depends on
that row alone, whereas matrix products of a library round differently in another batch or with more threads.
"""

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.jit import float_kernel, kernel, part

Floats = NDArray[np.float32]
Indices = NDArray[np.int64]
Ids = NDArray[np.int32]

IDS_PER_WORD = 8
AT_ONCE = 4  # inputs that are added together, as each pass over the outputs loads and stores them all
_NOTHING = np.uint64(0)


def in_words(masks: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.uint64]]:
    """Return masks whose rows are whole words of 8 bytes, and the same memory as words of eight actions.

    `masks` has 1 for each legal action, by row and action. Kernels skip words that are 0 at once. Rows that are not
    whole words (a number of actions that is not a multiple of 8, some columns of an array, booleans) are copied, with
    zeros after the last action. Otherwise the first array is `masks` itself.
    """
    size = -(-masks.shape[1] // IDS_PER_WORD) * IDS_PER_WORD
    if masks.shape[1] != size or masks.dtype != np.int8 or not masks.flags.c_contiguous:
        given, masks = masks, np.zeros((len(masks), size), np.int8)
        masks[:, : given.shape[1]] = given
    words: NDArray[np.uint64] = masks.view(np.uint64)
    return masks, words


@kernel
def list_legal(
    masks: NDArray[np.int8],
    words: NDArray[np.uint64],
    rows: Indices,
    turns: Indices,
    turned: NDArray[np.int64],
    offsets: Indices,
    actions: Ids,
    ids: Ids,
) -> None:
    """Write the legal actions of some rows of `masks` into `actions`, one list after another.

    Args:
        masks: 1 for each legal action, by row and action, as `in_words` returns them.
        words: the same memory in words of eight actions, as `in_words` returns it.
        rows: which rows are listed, in this order.
        turns: the turn of the row `rows[i]`, a number of a renumbering of actions, for each `i`.
        turned: the id of an action after a turn, by turn and action.
        offsets: gets the index in `actions` at which the list of `rows[i]` begins, for each `i`, and at last the end of
            the last list.
        actions: gets the ids of the legal actions, ascending in each list.
        ids: gets the ids of the same actions after the turn of their row.
    """
    count = 0
    for i in range(len(rows)):
        offsets[i] = count
        for word in range(words.shape[1]):
            if words[rows[i], word] == _NOTHING:
                continue
            for action in range(word * IDS_PER_WORD, (word + 1) * IDS_PER_WORD):
                if masks[rows[i], action]:
                    actions[count] = action
                    ids[count] = turned[turns[i], action]
                    count += 1
    offsets[len(rows)] = count


@kernel
def turn_rows(observations: Floats, rows: Indices, turns: Indices, turned: Indices, out: Floats) -> None:
    """Write into `out[i]` the observation in row `rows[i]`, with its numbers in the order of the turn `turns[i]`.

    A turn is a renumbering that the rules cannot distinguish. `turned` has, by turn and place, the place that a number
    comes from: `out[i, k]` is entry `turned[turns[i], k]` of the observation.
    """
    for i in range(len(rows)):
        for k in range(observations.shape[1]):
            out[i, k] = observations[rows[i], turned[turns[i], k]]


@float_kernel
def rectify(rows: Floats, weights: Floats, biases: Floats, used: Indices, out: Floats) -> None:
    """Write into `out` the outputs of one layer with ReLU, by row and output, for the inputs in each of `rows`.

    `weights` is by input and output, and `biases` by output. `used` is scratch space with an entry for each input.
    """
    for i in range(len(rows)):
        rectify_row(rows[i], weights, biases, used, out[i])


@float_kernel
def rectify_row(row: Floats, weights: Floats, biases: Floats, used: Indices, out: Floats) -> None:
    """Write into `out` the outputs of one layer with ReLU, by output, for the inputs in `row`.

    `weights` is by input and output, and `biases` by output. `used` is scratch space with an entry for each input.
    """
    count = list_used(row, used)
    whole = count - count % AT_ONCE
    out[:] = biases
    for k in range(0, whole, AT_ONCE):
        add_four(row, weights, used[k : k + AT_ONCE], out)
    for k in range(whole, count):
        add_one(row, weights, used[k], out)
    for j in range(len(out)):
        out[j] = max(out[j], np.float32(0))


@part
def list_used(row: Floats, used: Indices) -> int:
    """Write into `used` the indices at which `row` is not 0, ascending, and return their number."""
    count = 0
    for k in range(len(row)):
        used[count] = k
        count += row[k] != 0  # no branch: which inputs are 0 is hard to predict
    return count


@float_kernel
def add_four(row: Floats, weights: Floats, used: Indices, out: Floats) -> None:
    """Add to `out`, by output, what four inputs contribute: those of `row` at the indices in `used`.

    `weights` is by input and output.
    """
    a, b, c, d = used[0], used[1], used[2], used[3]
    for j in range(len(out)):
        out[j] += row[a] * weights[a, j] + row[b] * weights[b, j] + row[c] * weights[c, j] + row[d] * weights[d, j]


@float_kernel
def add_one(row: Floats, weights: Floats, k: int, out: Floats) -> None:
    """Add to `out`, by output, what input `k` of `row` contributes; `weights` is by input and output."""
    for j in range(len(out)):
        out[j] += row[k] * weights[k, j]


@float_kernel
def score_range(
    hidden: Floats, weights: Floats, biases: Floats, offsets: Indices, ids: Ids, scores: Floats, first: int, last: int
) -> None:
    """Write into `scores` the logits of the legal actions of the rows from `first` to `last - 1`.

    Args:
        hidden: the outputs of the last hidden layer, by row and hidden unit.
        weights: those of the policy head, by action id and hidden unit.
        biases: those of the policy head, by action id.
        offsets: where the list of each row begins in `ids`, as `list_legal` writes it.
        ids: the legal actions of all rows, one list after another, as `list_legal` writes them.
        scores: gets a logit for each entry of `ids`.
        first: the first row.
        last: the row after the last one.
    """
    for i in range(first, last):
        for j in range(offsets[i], offsets[i + 1]):
            scores[j] = score_one(hidden[i], weights, biases, int(ids[j]))


@float_kernel
def score_one(hidden: Floats, weights: Floats, biases: Floats, output: int) -> np.float32:
    """Return output number `output` of a head.

    `hidden` is by hidden unit, `weights` by output and hidden unit, and `biases` by output.
    """
    total = np.float32(0)
    for k in range(len(hidden)):
        total += hidden[k] * weights[output, k]
    score: np.float32 = total + biases[output]
    return score


@float_kernel
def share_range(hidden: Floats, weights: Floats, biases: Floats, shares: Floats, first: int, last: int) -> None:
    """Write into `shares`, by row and seat, the payoffs of the rows from `first` to `last - 1`.

    They are the softmax of the head's outputs. With one seat, the payoff is the logistic function of the first output.

    Args:
        hidden: the outputs of the last hidden layer, by row and hidden unit.
        weights: those of the payoff head, by output and hidden unit. There may be more outputs than seats.
        biases: those of the payoff head, by output.
        shares: gets the payoffs. It has as many columns as there are seats.
        first: the first row.
        last: the row after the last one.
    """
    seats = shares.shape[1]
    for i in range(first, last):
        for seat in range(seats):
            shares[i, seat] = score_one(hidden[i], weights, biases, seat)
        if seats == 1:
            shares[i, 0] = np.float32(1) / (np.float32(1) + np.exp(-shares[i, 0]))
        else:
            normalise(shares[i], 0, seats, shares[i])


@kernel
def best_range(scores: Floats, offsets: Indices, chosen: Indices, first: int, last: int) -> None:
    """Write into `chosen[i]` the index in `scores` of the highest score of row `i`, for `i` from `first` to `last - 1`.

    The scores of row `i` are `scores[offsets[i]:offsets[i + 1]]`. Of equal scores the first counts.
    """
    for i in range(first, last):
        best = offsets[i]
        for j in range(offsets[i] + 1, offsets[i + 1]):
            if scores[j] > scores[best]:
                best = j
        chosen[i] = best


@kernel
def find_range(actions: Ids, offsets: Indices, wanted: Indices, chosen: Indices, first: int, last: int) -> None:
    """Write into `chosen[i]` the index in `actions` of the action `wanted[i]`, for rows `i` from `first` to `last - 1`.

    The legal actions of row `i` are `actions[offsets[i]:offsets[i + 1]]`. The action `wanted[i]` must be one of them,
    which is not checked.
    """
    for i in range(first, last):
        j = offsets[i]
        while actions[j] != wanted[i]:
            j += 1
        chosen[i] = j


@part
def normalise(scores: Floats, first: int, last: int, probabilities: Floats) -> np.float32:
    """Write the softmax of the scores from `first` to `last - 1` into the same entries of `probabilities`.

    Return the logarithm of the sum of the exponentials of these scores.
    """
    most = scores[first]
    for j in range(first + 1, last):
        most = max(most, scores[j])
    total = np.float32(0)
    for j in range(first, last):
        probabilities[j] = np.exp(scores[j] - most)
        total += probabilities[j]
    for j in range(first, last):
        probabilities[j] /= total
    divisor: np.float32 = most + np.log(total)
    return divisor


@kernel
def share_lists(scores: Floats, offsets: Indices, probabilities: Floats) -> None:
    """Write the softmax of each list of `scores` into the same entries of `probabilities`.

    List `i` is `scores[offsets[i]:offsets[i + 1]]`, and is not empty.
    """
    for i in range(len(offsets) - 1):
        normalise(scores, offsets[i], offsets[i + 1], probabilities)


@kernel
def draw_range(
    scores: Floats,
    offsets: Indices,
    uniforms: Floats,
    probabilities: Floats,
    chosen: Indices,
    log_probs: Floats,
    first: int,
    last: int,
) -> None:
    """Draw one action from the softmax of the scores of each row, for rows from `first` to `last - 1`.

    Args:
        scores: the logits of the legal actions of all rows, one list after another.
        offsets: where the list of each row begins in `scores`, and at last the end of the last list.
        uniforms: a random number in [0, 1) for each row, which decides.
        probabilities: scratch space with an entry for each score.
        chosen: gets, by row, the index in `scores` that was drawn.
        log_probs: gets, by row, the logarithm of the probability of what was drawn.
        first: the first row.
        last: the row after the last one.
    """
    for i in range(first, last):
        divisor = normalise(scores, offsets[i], offsets[i + 1], probabilities)
        left, j = uniforms[i], offsets[i]
        while j + 1 < offsets[i + 1] and left >= probabilities[j]:
            left -= probabilities[j]
            j += 1
        chosen[i] = j
        log_probs[i] = scores[j] - divisor
