/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

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

G_END_DECLS
