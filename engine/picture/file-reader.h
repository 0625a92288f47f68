/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads all of a regular file; never blocks on anything else.
 * Thread: any but main. */
GBytes *koma_file_reader_read (GFile        *file,
                               guint64       max_bytes,
                               GCancellable *cancellable,
                               GError      **error);

G_END_DECLS
