/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "byte-reader.h"
#include "engine/formats/format.h"
#include "raw-bytes.h"

G_BEGIN_DECLS

/* The parts of raw-bytes.h. */
void      koma_raw_write_shape (GByteArray *bytes, const KomaShape *shape);
void      koma_raw_write_array (KomaRawParts    *self,
                                const KomaArray *array); /* (nullable) */
gboolean  koma_raw_write_graph (KomaRawParts    *self,
                                const KomaGraph *graph,
                                GError         **error);
KomaShape koma_raw_read_shape (KomaByteReader *self);
/* All (transfer full) (nullable): NULL where @self has an error, or there is none. */
KomaArray *koma_raw_read_array (KomaByteReader *self);
KomaGraph *koma_raw_read_graph (KomaByteReader *self,
                                guint           depth); /* bodies of loops in loops */

/* Where the elements of an array are. */
typedef enum {
  KOMA_RAW_ARRAY_NONE,
  KOMA_RAW_ARRAY_CAME,
  KOMA_RAW_ARRAY_IN_FILES,
  KOMA_RAW_N_ARRAYS,
} KomaRawArrayPlace;

/* What comes next: a value of a graph, or a node with its outputs. */
typedef enum {
  KOMA_RAW_VALUE_INPUT,
  KOMA_RAW_VALUE_CONSTANT,
  KOMA_RAW_VALUE_NODE,
  KOMA_RAW_VALUE_NOTHING, /* nothing makes it any more */
  KOMA_RAW_N_VALUES,
} KomaRawValue;

G_END_DECLS
