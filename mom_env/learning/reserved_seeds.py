"""Seeds that are reserved for measuring, so that players are measured on deals that they were not trained on.

People choose small seeds for trainings; the other seeds of a training are drawn at random. Seeds from `1 << 61` on are
left to measurements:

| constant | first seed | what is dealt from there |
| --- | --- | --- |
| `BENCHMARK_SEED` | `1 << 61` | the scores of `mom benchmark`: the same deals for all players |
| `EVALUATION_SEED` | `1 << 62` | evaluations during a training, by which its best policy is chosen (plus its seed) |
| `REPORT_SEED` | `3 << 61` | final reports of `mom exploit` and `mom sweep` (plus the seed), and of `mom demo` |

Reports do not use the deals of evaluations: the best of many policies looks too good on the deals that selected it.
"""

BENCHMARK_SEED = 1 << 61
EVALUATION_SEED = 1 << 62
REPORT_SEED = 3 << 61
