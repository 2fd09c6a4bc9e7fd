"""What a guide's estimates of legal actions add to their logits: each action has a weight, which is learnt."""

import torch
from torch import Tensor, nn

from mom_env.learning.selfplay.legal_head import Legal, entries_of
from mom_env.learning.selfplay.torch_head import LegalTable


class Guided(nn.Module):
    """The weights of a guide's estimates, by action."""

    def __init__(self, actions: int, weight: float) -> None:
        """Begin with the same weight for each of `actions` actions."""
        super().__init__()
        self.weight = nn.Parameter(torch.full((actions,), weight))

    def forward(self, legal: Legal | LegalTable, worths: Tensor) -> Tensor:
        """Return what is added to the logit of each legal action; `worths` has the same shape.

        `legal` are the legal actions, and `worths` by how much each is worse than the best one, as the guide thinks.
        """
        if isinstance(legal, LegalTable):
            return self.weight[legal.ids] * worths
        ids = torch.from_numpy(legal.ids[entries_of(legal)])
        return self.weight.index_select(0, ids) * worths
