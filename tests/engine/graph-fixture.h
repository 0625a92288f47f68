/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Small graphs to try passes, programs and sessions on. Constants and what
 * is run are random numbers of the test's seed, in [-1, 1]. */
#pragma once

#include "engine/graph/graph.h"
#include "engine/runtime/session.h"

G_BEGIN_DECLS

typedef gboolean (*GraphPass) (KomaGraph *graph,
                               GError   **error);

/* Building. */
KomaValueId graph_fixture_input (KomaGraph  *graph,
                                 const char *name,
                                 KomaShape   shape); /* float32 */
KomaValueId graph_fixture_constant (KomaGraph *graph,
                                    KomaShape  shape);
KomaValueId graph_fixture_scalar (KomaGraph *graph,
                                  KomaDType  dtype,
                                  double     value);
KomaValueId graph_fixture_ints (KomaGraph    *graph,
                                KomaShape     shape,
                                const gint32 *values);
KomaValueId graph_fixture_node (KomaGraph  *graph,
                                KomaOp      op,
                                const char *name,
                                KomaAttrs  *attrs, /* (transfer full) (nullable) */
                                guint       n_inputs,
                                ...); /* KomaValueId */
KomaAttrs  *graph_fixture_window (gint64      stride,
                                  const char *padding);
KomaValueId graph_fixture_conv (KomaGraph  *graph,
                                const char *name,
                                KomaValueId input,
                                KomaShape   filter,
                                const char *padding); /* stride 1 */
KomaValueId graph_fixture_depthwise (KomaGraph  *graph,
                                     const char *name,
                                     KomaValueId input,
                                     gint64      stride,
                                     KomaShape   filter); /* padding SAME */

/* Looking. */
guint     graph_fixture_count (const KomaGraph *graph,
                               KomaOp           op);
KomaNode *graph_fixture_find (const KomaGraph *graph,
                              KomaOp           op); /* (nullable) the first */

/* Running. */
void       graph_fixture_fill_input (KomaSession *session); /* the first, with a wave */
KomaGraph *graph_fixture_apply (const KomaGraph *graph,
                                GraphPass        pass);
void       graph_fixture_assert_no_memory (void);
/* Adds a test that ends with no memory alive. */
void graph_fixture_add_test (const char *path,
                             void (*test) (void));

G_END_DECLS
