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
  outcome->cancellables = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * koma_outcome_tell:
 * @outcome: an outcome
 *
 * Tells everybody, and clears @outcome. The queue's lock may not be held:
 * handlers of cancellables take it.
 *
 * Thread: any.
 */
void
koma_outcome_tell (KomaOutcome *outcome)
{
  for (guint i = 0; i < outcome->cancellables->len; i++)
    g_cancellable_cancel (g_ptr_array_index (outcome->cancellables, i));
  koma_endings_post (g_steal_pointer (&outcome->endings));
  g_clear_pointer (&outcome->cancellables, g_ptr_array_unref);
  g_clear_pointer (&outcome->jobs, g_ptr_array_unref);
}
