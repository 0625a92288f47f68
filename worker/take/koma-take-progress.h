/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How far a thread is, for whoever looks now and then: two counters, no locks. Thread: any. */
typedef struct
{
  gint n_done;
  gint n_all;
} KomaTakeProgress;

KomaTakeProgress *koma_take_progress_new (void);
KomaTakeProgress *koma_take_progress_ref (KomaTakeProgress *self);
void              koma_take_progress_unref (KomaTakeProgress *self);

/* @self: (nullable) */
void   koma_take_progress_set (KomaTakeProgress *self, guint n_done, guint n_all);
double koma_take_progress_get (KomaTakeProgress *self); /* 0 … 1 */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTakeProgress, koma_take_progress_unref)

G_END_DECLS
