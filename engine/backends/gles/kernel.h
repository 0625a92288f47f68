/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plan.h"

G_BEGIN_DECLS

/* The implementation of one op. */
typedef struct
{
  /* The input that must be float32 and not empty, as the output. */
  guint data_input;

  /* (optional) Checks of this op, after those of shapes and element types that
   * are the same for all ops. Thread: any. */
  gboolean (*supports) (const KomaGraph *graph,
                        const KomaNode  *node,
                        GError         **error);

  /* (mandatory) Adds the node's dispatches to the plan. */
  gboolean (*record) (KomaGlesPlan   *plan,
                      const KomaNode *node,
                      GError        **error);
} KomaGlesKernel;

const KomaGlesKernel *koma_gles_kernels_get (KomaOp op); /* (nullable) */
gboolean              koma_gles_kernels_record (KomaGlesPlan       *plan,
                                                const KomaProgress *progress, /* (nullable) */
                                                GError            **error);

gboolean koma_gles_refuse (GError    **error,
                           const char *reason);
/* @n_rounds: of the loops for one element, or for the four of one texel. */
gboolean koma_gles_check_rounds (double   n_rounds,
                                 gboolean is_in_fours,
                                 GError **error);
gboolean koma_gles_check_columns (gsize    n_columns,
                                  GError **error);

const KomaShape *koma_gles_in_shape (const KomaGlesPlan *plan, const KomaNode *node, guint index);
const KomaShape *koma_gles_out_shape (const KomaGlesPlan *plan, const KomaNode *node);

G_END_DECLS
