/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The checksum of LevelDB and of TensorFlow's checkpoints. */
guint32 koma_crc32c (const guint8 *data, gsize size_bytes);
/* As both store it: a checksum over data that holds checksums would be weak. */
guint32 koma_crc32c_masked (const guint8 *data, gsize size_bytes);

G_END_DECLS
