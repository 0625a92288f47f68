/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by the ops' `infer` functions: checks whose errors name expected and
 * found, and reading of inputs that must be constant. Private to engine/ops/.
 *
 * Every message continues “Conv2D “stem/conv”: …”. */
#pragma once

#include <math.h>

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* Sets of element types. */
#define KOMA_DTYPES_FLOAT32 (1u << KOMA_DTYPE_FLOAT32)
#define KOMA_DTYPES_INT32   (1u << KOMA_DTYPE_INT32)
#define KOMA_DTYPES_BOOL    (1u << KOMA_DTYPE_BOOL)
#define KOMA_DTYPES_8_BIT   (1u << KOMA_DTYPE_UINT8 | 1u << KOMA_DTYPE_INT8)
#define KOMA_DTYPES_NUMBER  (KOMA_DTYPES_FLOAT32 | KOMA_DTYPES_INT32)
#define KOMA_DTYPES_ANY     (KOMA_DTYPES_NUMBER | KOMA_DTYPES_BOOL)
#define KOMA_DTYPES_MOVED   (KOMA_DTYPES_ANY | KOMA_DTYPES_8_BIT)

/* Bits of StridedSlice's masks, hence entries of its begin, end and strides. */
#define KOMA_MAX_INTS 32

typedef struct
{
  guint  n;
  gint64 at[KOMA_MAX_INTS];
} KomaInts;

/* Sets @error and returns FALSE. */
gboolean koma_infer_fail_shape (GError         **error,
                                const char      *what,
                                const KomaShape *found,
                                const char      *expected);

gboolean koma_infer_check_dtype (const KomaValue *value,
                                 const char      *what,
                                 guint            dtypes,
                                 GError         **error);
gboolean koma_infer_check_same_dtype (const KomaGraph *graph,
                                      const KomaNode  *node,
                                      guint            n_inputs,
                                      guint            dtypes,
                                      GError         **error);
gboolean koma_infer_check_rank (const KomaValue *value,
                                const char      *what,
                                guint            rank,
                                GError         **error);
gboolean koma_infer_check_nhwc (const KomaNode *node,
                                GError        **error);
gboolean koma_infer_check_vector (const KomaGraph *graph,
                                  const KomaNode  *node,
                                  guint            index,
                                  const char      *what,
                                  gint64           count,
                                  GError         **error);

gboolean koma_infer_broadcast (const KomaGraph *graph,
                               const KomaNode  *node,
                               KomaShape       *ret_shape,
                               GError         **error);

gboolean koma_infer_axis (gint64   axis,
                          guint    rank,
                          guint   *ret_axis,
                          GError **error);
gboolean koma_infer_ints (const KomaGraph *graph,
                          const KomaNode  *node,
                          guint            index,
                          const char      *what,
                          KomaInts        *ret_ints,
                          GError         **error);
gboolean koma_infer_int (const KomaGraph *graph,
                         const KomaNode  *node,
                         guint            index,
                         const char      *what,
                         gint64          *ret_int,
                         GError         **error);
gboolean koma_infer_float (const KomaGraph *graph,
                           const KomaNode  *node,
                           guint            index,
                           const char      *what,
                           float           *ret_float,
                           GError         **error);

gboolean koma_infer_set_output (const KomaGraph *graph,
                                const KomaNode  *node,
                                guint            index,
                                KomaDType        dtype,
                                const KomaShape *shape,
                                GError         **error);

G_END_DECLS
