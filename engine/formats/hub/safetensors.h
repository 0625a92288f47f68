/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/graph/shape.h"
#include "stored-type.h"

G_BEGIN_DECLS

/* A tensor as the header of a file describes it. */
typedef struct
{
  char                 *name;
  const KomaStoredType *type;
  KomaShape             shape;
  guint64               begin; /* from the end of the header */
  guint64               end;
} KomaSafetensor;

#define KOMA_SAFETENSORS_LENGTH_BYTES     8
#define KOMA_SAFETENSORS_MAX_HEADER_BYTES 100000000

/* The header: JSON of @length bytes, of @data_bytes of numbers behind it. In the order of the
 * numbers, which leave nothing of them out. */
GArray *koma_safetensors_parse (const char *text,
                                gsize       length,
                                guint64     data_bytes,
                                GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
