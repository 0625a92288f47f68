/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A table as LevelDB writes it, without compression: what is stored under each key. */
GHashTable *koma_table_read (const guint8 *data,
                             gsize         size_bytes,
                             GError      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
