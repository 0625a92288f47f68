/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* More memory is not taken for them. */
#define KOMA_CUT_VALUES_MAX_BYTES (512 * (gsize) 1000000)

/* What the stem of a #KomaTail computes of some pictures, as float16. One thread at a time. */
typedef struct _KomaCutValues KomaCutValues;

KomaCutValues *koma_cut_values_new (guint n, gsize n_values /* of a picture */, GError **error);
void           koma_cut_values_free (KomaCutValues *self);

void koma_cut_values_set (KomaCutValues *self,
                          guint          index,
                          const float   *values); /* [n_values] */
void koma_cut_values_get (const KomaCutValues *self,
                          guint                index,
                          float               *ret_values); /* [n_values] */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCutValues, koma_cut_values_free)

G_END_DECLS
