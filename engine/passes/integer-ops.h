/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by the files of the pass koma_pass_integer_ops(). */
#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/quantization.h"

G_BEGIN_DECLS

typedef struct
{
  KomaGraph   *graph;
  const guint *producers; /* [n_values] of the values at first */
  const guint *uses;      /* [n_values] */
} KomaIntegerRewrite;

/* An 8-bit value and what its integers stand for. */
typedef struct
{
  KomaValueId       value;
  KomaQuantization *quantization; /* (owned) */
} KomaIntegers;

void koma_integers_clear (KomaIntegers *integers);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaIntegers, koma_integers_clear)

/* integer-values.c */
KomaNode *koma_integer_find_producer (const KomaIntegerRewrite *rewrite, /* (nullable) */
                                      KomaValueId               value);
gboolean  koma_integer_find_output (const KomaIntegerRewrite *rewrite,
                                    const KomaNode           *quantize,
                                    KomaIntegers             *ret_integers);
gboolean  koma_integer_find_input (const KomaIntegerRewrite *rewrite,
                                   KomaValueId               real,
                                   KomaIntegers             *ret_integers);
gboolean  koma_integer_take (KomaGraph          *graph,
                             KomaNode           *node,
                             const KomaValueId  *inputs,
                             const KomaIntegers *output,
                             GError            **error);

/* integer-products.c */
gboolean koma_integer_rewrite_product (const KomaIntegerRewrite *rewrite,
                                       KomaNode                 *node,
                                       const KomaIntegers       *output,
                                       gboolean                 *ret_is_done,
                                       GError                  **error);

/* integer-table.c */
gboolean koma_integer_make_table (const KomaIntegerRewrite *rewrite,
                                  KomaValueId               real,
                                  const KomaNode           *quantize,
                                  KomaIntegers             *ret_source,
                                  KomaArray               **ret_table,
                                  GError                  **error);

G_END_DECLS
