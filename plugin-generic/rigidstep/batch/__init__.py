# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch: many systems of rigid bodies that move together, under one evaluation of all forces.

Batch moves any Bodies; rigidstep.batch.ase moves many Atoms of ASE under a calculator that answers batches.
Both need NumPy.  They are drafts (rigidstep/draft_batch.h) and may change with any version.
"""
from .batch import Batch as Batch

__all__ = ["Batch"]
