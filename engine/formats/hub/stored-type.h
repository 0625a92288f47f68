/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"

G_BEGIN_DECLS

/* How the numbers of a weight are stored, little-endian. */
typedef struct
{
  const char *name; /* that safetensors has for it */
  gsize       size_bytes;
  KomaDType   dtype; /* that they become: float32, int32 or bool */
} KomaStoredType;

const KomaStoredType *koma_stored_type_find (const char *name); /* (nullable) */
/* Whether the numbers lie in memory as they are stored. */
gboolean koma_stored_type_is_plain (const KomaStoredType *self);
gboolean koma_stored_type_is_half (const KomaStoredType *self);
/* @array is of the type's dtype. */
void koma_stored_type_expand (const KomaStoredType *self, const guint8 *stored, KomaArray *array);

G_END_DECLS
