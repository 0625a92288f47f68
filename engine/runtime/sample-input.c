/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample-input.h"

#include "sample-values.h"

/**
 * koma_sample_input_fill:
 *
 * Fills all inputs of @session with koma_sample_values_fill(). Thread: the
 * session's.
 */
void
koma_sample_input_fill (KomaSession *session)
{
  for (guint i = 0; i < koma_session_get_n_inputs (session); i++)
    koma_sample_values_fill (koma_session_get_input (session, i),
                             koma_session_get_input_data (session, i));
}

/**
 * koma_sample_input_fill_like:
 * @picture: (nullable): values of one picture; %NULL for
 *   koma_sample_input_fill()
 *
 * Fills all inputs of @session, the first, which is float32 then, with @picture
 * in each place of its batch. Thread: the session's.
 */
void
koma_sample_input_fill_like (KomaSession *session,
                             const float *picture)
{
  const guint batch = koma_session_get_batch (session);
  gsize       n_elems = 0;
  float      *data = NULL;

  koma_sample_input_fill (session);
  if (picture == NULL)
    return;
  data = koma_session_get_input_data (session, 0);
  n_elems = koma_shape_count (&koma_session_get_input (session, 0)->shape) / batch;
  for (guint i = 0; i < batch; i++)
    memcpy (data + i * n_elems, picture, n_elems * sizeof (float));
}
