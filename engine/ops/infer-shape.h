/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shapes that an input names, and shapes that an input must have. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

gboolean koma_infer_shape (const KomaGraph *graph,
                           const KomaNode  *node,
                           guint            index,
                           const char      *what,
                           KomaShape       *ret_shape,
                           GError         **error);
gboolean koma_infer_shape_of_rank (const KomaGraph *graph,
                                   const KomaNode  *node,
                                   guint            index,
                                   const char      *what,
                                   guint            rank,
                                   KomaShape       *ret_shape,
                                   GError         **error);
gboolean koma_infer_check_shape (const KomaValue *value,
                                 const char      *what,
                                 const KomaShape *expected,
                                 GError         **error);

G_END_DECLS
