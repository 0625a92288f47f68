/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A part of a file; its place is compared with the size of the file before memory is allocated. */
guint8 *koma_file_part_read (const char *path,
                             guint64     offset,
                             gsize       size_bytes,
                             GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
