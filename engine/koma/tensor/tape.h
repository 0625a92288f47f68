/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

#define KOMA_TYPE_TAPE (koma_tape_get_type ())
G_DECLARE_FINAL_TYPE (KomaTape, koma_tape, KOMA, TAPE, GObject)

KomaTape  *koma_tape_new (void);
gboolean   koma_tape_watch (KomaTape *self, KomaTensor *tensor, GError **error);
void       koma_tape_end (KomaTape *self);
gboolean   koma_tape_compute (KomaTape          *self,
                              KomaTensor *const *tensors,
                              guint              n_tensors,
                              GError           **error);
GPtrArray *koma_tape_gradient (KomaTape          *self,
                               KomaTensor        *y,
                               KomaTensor        *dy,
                               KomaTensor *const *xs,
                               guint              n_xs,
                               GError           **error);

G_END_DECLS
