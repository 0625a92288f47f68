/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "session.h"

/**
 * koma_session_is_integer:
 *
 * Returns: whether most steps compute with the 8-bit integers of a quantised model, and so store
 *   these between them, whatever koma_session_get_precision() says of the others
 */
gboolean
koma_session_is_integer (const KomaSession *session)
{
  const guint n_steps = koma_session_get_n_steps (session);
  guint       n_integer = 0;

  for (guint i = 0; i < n_steps; i++)
    n_integer += koma_session_get_step (session, i).is_integer;
  return 2 * n_integer > n_steps;
}
