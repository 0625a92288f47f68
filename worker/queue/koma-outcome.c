/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-outcome.h"

#include "koma-job.h"

/**
 * koma_outcome_init:
 * @outcome: an outcome
 *
 * Makes @outcome empty; koma_outcome_tell() clears it.
 */
void
koma_outcome_init (KomaOutcome *outcome)
{
  outcome->endings = koma_endings_new ();
  outcome->jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_job_unref);
}

/**
 * koma_outcome_tell:
 * @outcome: an outcome
 *
 * Tells everybody, and clears @outcome. The queue's lock may not be held:
 * dropping a job is foreign code.
 *
 * Thread: any.
 */
void
koma_outcome_tell (KomaOutcome *outcome)
{
  koma_endings_post (g_steal_pointer (&outcome->endings));
  g_clear_pointer (&outcome->jobs, g_ptr_array_unref);
}
