/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The times of the steps of a program. */
typedef struct _KomaProfile KomaProfile;

/* Of one step over all runs; zeros if nothing was timed. */
typedef struct
{
  guint  n_runs;
  double total_ms;
  double median_ms;
} KomaProfileTime;

KomaProfile    *koma_profile_new (guint n_steps);
void            koma_profile_free (KomaProfile *profile);
void            koma_profile_add (KomaProfile *profile, guint step, double ms);
KomaProfileTime koma_profile_get (const KomaProfile *profile, guint step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaProfile, koma_profile_free)

G_END_DECLS
