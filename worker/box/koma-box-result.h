/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-box-helper.h"
#include "koma-box-message.h"

G_BEGIN_DECLS

/* What a helper made, copied into memory of Koma's own: it comes in parts through one small piece
 * of shared memory. That stays in the processor's cache, and the copy lies on huge pages where
 * there are any: all in all it takes a sixth of the time in which the kernel clears shared pages
 * for as many bytes and drops them again. */
typedef struct
{
  guint8 *data;         /* aligned as in memory.h */
  gsize   mapped_bytes; /* 0: malloc ()'s, which is g_malloc ()'s */
} KomaBoxResult;

gboolean koma_box_result_take (KomaBoxResult        *self,
                               KomaBoxHelper        *helper,
                               const KomaBoxMessage *done, /* the first part */
                               gsize                 size_bytes,
                               gsize                 room_bytes, /* or more; zeros behind them */
                               GCancellable         *cancellable,
                               GError              **error);
void     koma_box_result_unmap (gpointer mapped_bytes, /* a number, as pictures take it */
                                guint8  *data);
GBytes  *koma_box_result_to_bytes (KomaBoxResult *self, /* takes what is in it */
                                   gsize          size_bytes);

G_END_DECLS
