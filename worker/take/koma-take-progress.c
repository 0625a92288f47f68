/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-take-progress.h"

KomaTakeProgress *
koma_take_progress_new (void)
{
  return g_atomic_rc_box_new0 (KomaTakeProgress);
}

KomaTakeProgress *
koma_take_progress_ref (KomaTakeProgress *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
koma_take_progress_unref (KomaTakeProgress *self)
{
  g_atomic_rc_box_release (self);
}

/**
 * koma_take_progress_set:
 * @self: (nullable): nobody looks
 */
void
koma_take_progress_set (KomaTakeProgress *self,
                        guint             n_done,
                        guint             n_all)
{
  if (self == NULL)
    return;
  g_atomic_int_set (&self->n_all, (gint) n_all);
  g_atomic_int_set (&self->n_done, (gint) n_done);
}

double
koma_take_progress_get (KomaTakeProgress *self)
{
  const gint n_all = g_atomic_int_get (&self->n_all);

  return n_all > 0 ? MIN (g_atomic_int_get (&self->n_done) / (double) n_all, 1) : 0;
}
