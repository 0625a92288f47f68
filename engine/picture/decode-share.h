/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/koma-limits.h"

G_BEGIN_DECLS

/* The memory of pictures that are being decoded, of all threads together, has
 * one limit, KOMA_MAX_DECODE_BYTES. A decoder takes its share before it
 * allocates, and waits where others have it; a share that is larger than the
 * limit is given while nobody else has one. First come, first served.
 * Who holds a share waits for no other.
 * Thread: any but main, except for small shares, which are free. */
gboolean koma_decode_share_take (guint64       size_bytes,
                                 GCancellable *cancellable,
                                 guint64      *ret_share_bytes, /* 0: it was free */
                                 GError      **error);
void     koma_decode_share_give_back (guint64 share_bytes);
guint64  koma_decode_share_get_taken (void); /* all of them */

/* Shares up to this size are free. */
#define KOMA_DECODE_SHARE_FREE_BYTES (KOMA_MAX_DECODE_BYTES >> 10)

/* A process that decodes for another one asks that one: the limit is one for both.
 * Called before the first share is taken. */
typedef gboolean (*KomaDecodeShareAsk) (guint64  size_bytes, /* no free share */
                                        gpointer user_data,
                                        GError **error);
void koma_decode_share_set_ask (KomaDecodeShareAsk ask,
                                gpointer           user_data);

G_END_DECLS
