/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "engine/graph/builder.h"
#include "schema.h"

G_BEGIN_DECLS

/* A tensor of the file and what it is in Koma's graph. */
typedef struct
{
  char          *name;
  KomaTfliteType type;
  KomaShape      shape;       /* rank KOMA_RANK_UNKNOWN: more dimensions than Koma has */
  KomaShape      signature;   /* the same, with open dimensions */
  KomaFlatVector scales;      /* floats; none where it is not quantised */
  KomaFlatVector zero_points; /* int64; perhaps none */
  gint64         axis;        /* of several scales */
  guint          buffer;
  KomaFlatTable  sparsity;    /* of a constant without its zeros */
  gboolean       is_variable; /* what an operator keeps from run to run */
  gboolean       is_refused;  /* made by what Koma does not compute */
  KomaValueId    value;       /* as the file types it; KOMA_VALUE_NONE: not yet */
  KomaValueId    real;        /* the numbers that its integers stand for */
} KomaTfliteTensor;

typedef struct
{
  KomaFlatTable     model;
  KomaFlatTable     subgraph;
  KomaTfliteTensor *tensors; /* [n_tensors] */
  guint             n_tensors;
  GHashTable       *constants;    /* buffer and type → KomaArray */
  gsize             copied_bytes; /* from the file, see koma_tflite_charge () */
  gsize             dense_bytes;  /* that sparse tensors became */
  KomaRawModel     *raw;
  KomaBuilder       nodes; /* of its graph */
} KomaTflite;

gboolean koma_tflite_charge (KomaTflite *tflite, gsize n_bytes, GError **error);
gboolean koma_tflite_read_tensors (KomaTflite *tflite, GError **error);
/* The bytes of a buffer. */
KomaFlatVector koma_tflite_get_buffer (const KomaFlatTable *model, guint index);
/* (transfer full) "INT16" */
char      *koma_tflite_get_type_name (KomaTfliteType type);
gboolean   koma_tflite_find_dtype (KomaTfliteType type, KomaDType *ret_dtype);
KomaArray *koma_tflite_get_constant (KomaTflite *tflite, guint index, GError **error);
/* KOMA_VALUE_NONE after an error, which the builder keeps. */
KomaValueId koma_tflite_get_value (KomaTflite *tflite, guint index);
gboolean    koma_tflite_has_data (KomaTflite *tflite, guint index);

G_END_DECLS
