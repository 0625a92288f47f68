/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weight.h"

G_BEGIN_DECLS

/**
 * KomaKerasLower:
 *
 * Lowers one use of a layer, which has one input or more, into nodes.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the layer is sound, but no op computes
 * it: the model may still be looked at. %KOMA_ERROR_MODEL if a setting or a
 * weight is damaged or missing; %KOMA_ERROR_SHAPE if the input has too few or
 * too many dimensions; %KOMA_ERROR_MEMORY.
 */
typedef gboolean (*KomaKerasLower) (KomaKerasBuilder    *builder,
                                    const KomaKerasCall *call,
                                    KomaValueId         *ret_output,
                                    GError             **error);

#define KOMA_KERAS_LAYER(class_name, lower, op, masks)          \
  gboolean koma_keras_##lower (KomaKerasBuilder    *builder,    \
                               const KomaKerasCall *call,       \
                               KomaValueId         *ret_output, \
                               GError             **error);
#include "layers.inc"
#undef KOMA_KERAS_LAYER

/* What becomes of a mask: see layers.inc. */
typedef enum {
  KOMA_KERAS_MASKS_DROP,
  KOMA_KERAS_MASKS_OWN,
  KOMA_KERAS_MASKS_PASS,
} KomaKerasMasks;

/* 2 of a "Conv2D" */
guint          koma_keras_count_spatial (const KomaKerasCall *call);
KomaKerasLower koma_keras_layers_find (const char *class_name, KomaOp *ret_op);
KomaKerasMasks koma_keras_layers_get_masks (const char *class_name);
/* Between transpositions where the layer's pictures have their channels first. */
gboolean koma_keras_lower_turned (KomaKerasBuilder    *builder,
                                  KomaKerasLower       lower,
                                  const KomaKerasCall *call,
                                  KomaValueId         *ret_output,
                                  GError             **error);

/* Shared by the layers that have an activation inside. */
gboolean   koma_keras_has_activation (const char *name);
gboolean   koma_keras_add_activation_of (KomaKerasBuilder    *builder,
                                         const KomaKerasCall *call,
                                         const char          *setting,  /* "activation" */
                                         const char          *fallback, /* "linear" */
                                         KomaValueId          input,
                                         KomaValueId         *ret_output,
                                         GError             **error);
gboolean   koma_keras_add_activation (KomaKerasBuilder    *builder,
                                      const KomaKerasCall *call, /* setting "activation" */
                                      KomaValueId          input,
                                      KomaValueId         *ret_output,
                                      GError             **error);
gboolean   koma_keras_add_reshape (KomaKerasBuilder *builder,
                                   const char       *name,
                                   KomaValueId       input,
                                   const gint32     *dims, /* without the batch; one may be -1 */
                                   guint             n_dims,
                                   KomaValueId      *ret_output,
                                   GError          **error);
gboolean   koma_keras_get_interpolation (const KomaKerasCall *call,
                                         const char          *fallback,
                                         KomaOp              *ret_op,
                                         GError             **error);
KomaAttrs *koma_keras_get_window_attrs (const KomaKerasCall *call, GError **error);
gboolean   koma_keras_add_window (KomaKerasBuilder    *builder,
                                  KomaOp               op,
                                  const KomaKerasCall *call, /* strides, padding, dilation_rate */
                                  KomaValueId          input,
                                  KomaValueId          filter,
                                  KomaValueId          bias, /* or KOMA_VALUE_NONE */
                                  KomaValueId         *ret_output,
                                  GError             **error);
gboolean   koma_keras_add_dropout_factors (KomaKerasBuilder    *builder,
                                           const KomaKerasCall *call,
                                           const KomaShape     *shape,
                                           double               rate,
                                           KomaValueId         *ret_factors,
                                           GError             **error);
/* A weight of kernel_size and the two sizes of @depth. */
gboolean koma_keras_add_kernel (KomaKerasBuilder    *builder,
                                const KomaKerasCall *call,
                                const char          *what,
                                const char          *initializer,
                                guint                n_dims,
                                const gint64        *depth,
                                KomaValueId         *ret_kernel,
                                GError             **error);
/* KOMA_VALUE_NONE: has none */
gboolean koma_keras_add_bias (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              gint64               n,
                              KomaValueId         *ret_bias,
                              GError             **error);
/* Height and width of a picture, times @scale, plus @extra; int32 [2]. */
gboolean koma_keras_add_size (KomaKerasBuilder *builder,
                              KomaValueId       input,
                              const gint32     *scale, /* [2] */
                              const gint32     *extra, /* [2] */
                              KomaValueId      *ret_size,
                              GError          **error);
/* Elements @begin … @end of a value's shape; int32 [end - begin]. */
gboolean koma_keras_add_shape_part (KomaKerasBuilder *builder,
                                    KomaValueId       input,
                                    gint32            begin,
                                    gint32            end,
                                    KomaValueId      *ret_part,
                                    GError          **error);

G_END_DECLS
