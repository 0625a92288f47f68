/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* Single nodes that many layers are made of; they set the rank of the result. */
gboolean koma_keras_add_expand_dims (KomaKerasBuilder *builder,
                                     const char       *name,
                                     KomaValueId       input,
                                     guint             axis, /* of the result */
                                     KomaValueId      *ret_output,
                                     GError          **error);
gboolean koma_keras_add_squeeze (KomaKerasBuilder *builder,
                                 const char       *name,
                                 KomaValueId       input,
                                 guint             axis,
                                 KomaValueId      *ret_output,
                                 GError          **error);
gboolean koma_keras_add_reduce (KomaKerasBuilder *builder,
                                KomaOp            op,
                                const char       *name,
                                KomaValueId       input,
                                guint             axes, /* bit i set: dimension i */
                                gboolean          keep_dims,
                                KomaValueId      *ret_output,
                                GError          **error);
gboolean koma_keras_add_cast (KomaKerasBuilder *builder,
                              const char       *name,
                              KomaValueId       input,
                              const char       *type, /* "float32" */
                              KomaValueId      *ret_output,
                              GError          **error);
gboolean koma_keras_add_select (KomaKerasBuilder *builder,
                                const char       *name,
                                KomaValueId       condition,
                                KomaValueId       a, /* where it is true */
                                KomaValueId       b,
                                KomaValueId      *ret_output,
                                GError          **error);
gboolean koma_keras_add_mat_mul (KomaKerasBuilder *builder,
                                 const char       *name,
                                 KomaValueId       a,
                                 KomaValueId       b,
                                 gboolean          is_a_transposed,
                                 gboolean          is_b_transposed,
                                 KomaValueId      *ret_output,
                                 GError          **error);
/* In equal pieces, along the last dimension. */
gboolean koma_keras_add_split (KomaKerasBuilder *builder,
                               const char       *name,
                               KomaValueId       input,
                               guint             n_pieces,
                               KomaValueId      *ret_pieces, /* [n_pieces] */
                               GError          **error);
gboolean koma_keras_add_slice (KomaKerasBuilder *builder,
                               const char       *name,
                               KomaValueId       input, /* of two dimensions */
                               const gint32     *begin, /* [2] */
                               const gint32     *size,  /* [2] */
                               KomaValueId      *ret_output,
                               GError          **error);
/* [n, c, ..] → [n, .., c] */
gboolean koma_keras_add_channels_last (KomaKerasBuilder *builder,
                                       const char       *name,
                                       KomaValueId       input,
                                       KomaValueId      *ret_output,
                                       GError          **error);

G_END_DECLS
