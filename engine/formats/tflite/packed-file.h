/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file of a zip archive that is at the end of some data. */
char *koma_packed_file_read (const guint8 *data,
                             gsize         size_bytes,
                             const char   *name,
                             GError      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
