/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How values are stored between ops; arithmetic is float32 in either case. */
typedef enum {
  KOMA_PRECISION_AS_FLAGS, /* GLES_RENDER_FLOAT32_CAPABLE and …_ENABLED */
  KOMA_PRECISION_FLOAT32,
  KOMA_PRECISION_FLOAT16, /* half the memory, three digits, up to 65504 */
} KomaPrecision;

/* How much float16 may differ from float32, as a fraction of an output's range. */
#define KOMA_HALF_TOLERANCE 2e-2

const char *koma_precision_get_name (KomaPrecision precision); /* "float16"; "auto": as flags */
gboolean    koma_precision_parse (const char    *name,
                                  KomaPrecision *ret_precision,
                                  GError       **error);

G_END_DECLS
