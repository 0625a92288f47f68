/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The numbers of a model's inputs (KomaModelFile) as bytes for a helper, and back. */
GByteArray *koma_box_inputs_pack (GBytes *const *inputs, guint n_inputs);
GPtrArray  *koma_box_inputs_unpack (const guint8 *data, gsize size_bytes); /* GBytes (nullable) */

G_END_DECLS
