/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weight.h"

G_BEGIN_DECLS

/**
 * KomaKerasLower:
 *
 * Lowers one use of a layer, which has one input or more, into nodes of @b, which is that of
 * @call->keras and keeps errors.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the layer is sound, but no op computes
 * it: the model may still be looked at. %KOMA_ERROR_MODEL if a setting or a
 * weight is damaged or missing; %KOMA_ERROR_SHAPE if the input has too few or
 * too many dimensions; %KOMA_ERROR_MEMORY.
 */
typedef KomaValueId (*KomaKerasLower) (KomaBuilder *b, const KomaKerasCall *call);

#define KOMA_KERAS_LAYER(class_name, lower, op, masks) \
  KomaValueId koma_keras_##lower (KomaBuilder *b, const KomaKerasCall *call);
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
KomaValueId koma_keras_lower_turned (KomaBuilder         *b,
                                     KomaKerasLower       lower,
                                     const KomaKerasCall *call);
KomaValueId koma_keras_add_channels_last (KomaBuilder *b, KomaValueId input);

/* Shared by the layers that have an activation inside. */
gboolean    koma_keras_has_activation (const char *name);
KomaValueId koma_keras_add_activation_of (KomaBuilder         *b,
                                          const KomaKerasCall *call,
                                          const char          *setting,  /* "activation" */
                                          const char          *fallback, /* "linear" */
                                          KomaValueId          input);
KomaValueId koma_keras_add_activation (KomaBuilder         *b,
                                       const KomaKerasCall *call, /* setting "activation" */
                                       KomaValueId          input);
KomaValueId koma_keras_add_reshape (KomaBuilder  *b,
                                    KomaValueId   input,
                                    const gint32 *dims, /* without the batch; one may be -1 */
                                    guint         n_dims);
KomaOp      koma_keras_get_interpolation (const KomaKerasCall *call, const char *fallback);
KomaAttrs  *koma_keras_get_window_attrs (const KomaKerasCall *call);
KomaValueId koma_keras_add_window (KomaBuilder         *b,
                                   KomaOp               op,
                                   const KomaKerasCall *call, /* strides, padding, dilation_rate */
                                   KomaValueId          input,
                                   KomaValueId          filter,
                                   KomaValueId          bias); /* or KOMA_VALUE_NONE */
/* The last input may be KOMA_VALUE_NONE: there is no bias. */
KomaValueId koma_keras_add_biased (KomaBuilder       *b,
                                   KomaOp             op,
                                   const KomaValueId *inputs,
                                   guint              n_inputs,
                                   KomaAttrs         *attrs); /* (transfer full) (nullable) */
KomaValueId koma_keras_add_dropout_factors (KomaBuilder         *b,
                                            const KomaKerasCall *call,
                                            const KomaShape     *shape,
                                            double               rate);
KomaValueId koma_keras_add_paddings (KomaBuilder  *b,
                                     KomaValueId   input,
                                     const gint32 *paddings, /* [rank, 2] */
                                     double        value);
/* A weight of kernel_size and the two sizes of @depth. */
KomaValueId koma_keras_add_kernel (const KomaKerasCall *call,
                                   const char          *what,
                                   const char          *initializer,
                                   guint                n_dims,
                                   const gint64        *depth);
/* KOMA_VALUE_NONE: has none */
KomaValueId koma_keras_add_bias (const KomaKerasCall *call, gint64 n);
/* Height and width of a picture, times @scale, plus @extra; int32 [2]. */
KomaValueId koma_keras_add_size (KomaBuilder  *b,
                                 KomaValueId   input,
                                 const gint32 *scale,  /* [2] */
                                 const gint32 *extra); /* [2] */
/* Elements @begin … @end of a value's shape; int32 [end - begin]. */
KomaValueId koma_keras_add_shape_part (KomaBuilder *b, KomaValueId input, gint32 begin, gint32 end);
/* Parts of a shape one after the other, as the shape of what @input becomes. */
KomaValueId koma_keras_add_joined_reshape (KomaBuilder       *b,
                                           KomaValueId        input,
                                           const KomaValueId *parts,
                                           guint              n_parts,
                                           guint              rank);

G_END_DECLS
