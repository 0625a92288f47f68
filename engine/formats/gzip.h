/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Files of a model that were fetched compressed and kept so, whatever their names. */
#define KOMA_GZIP_HEAD_BYTES 18 /* no file of gzip is shorter */
gboolean koma_gzip_is (gconstpointer head, gsize length);
gboolean koma_gzip_unpack (gconstpointer data,
                           gsize         length,
                           guint64       max_bytes,
                           char        **ret_unpacked, /* a NUL is added */
                           gsize        *ret_length,
                           GError      **error) G_GNUC_WARN_UNUSED_RESULT;
/* The beginning of a file is replaced by the beginning of what it unpacks to. */
void koma_gzip_unpack_head (guint8 *head, gsize room, gsize *length);

G_END_DECLS
