/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* Sizes of weights, 3 means 3, 3. KOMA_DIM_UNKNOWN where they are no sizes:
 * koma_keras_add_weight () refuses those that it needs. */
void koma_keras_config_dims (const KomaKerasCall *call,
                             const char          *name,
                             guint                n_dims,
                             gint64              *ret_dims);

/* Settings of a layer. A missing or null one is the default, as is one of another type, which is
 * KOMA_ERROR_MODEL: the builder keeps the error. */
/* [2]: of height and width; 3 means 3, 3 */
void     koma_keras_config_pair (const KomaKerasCall *call,
                                 const char          *name,
                                 gint64               fallback,
                                 gint64              *ret_pair);
double   koma_keras_config_double (const KomaKerasCall *call, const char *name, double fallback);
gboolean koma_keras_config_boolean (const KomaKerasCall *call,
                                    const char          *name,
                                    gboolean             fallback);
/* true, false, or a number */
gboolean    koma_keras_read_flag (JsonNode *node, gboolean *ret_flag);
const char *koma_keras_config_word (const KomaKerasCall *call,
                                    const char          *name,
                                    const char          *fallback);
/* KOMA_ERROR_UNSUPPORTED where a flag is true. */
void koma_keras_config_refuse (const KomaKerasCall *call, const char *name);
/* there, and not null */
gboolean koma_keras_config_is_set (const KomaKerasCall *call, const char *name);
/* 0 … G_MAXINT32 */
gint64 koma_keras_config_size (const KomaKerasCall *call, const char *name, gint64 fallback);
/* "axis", one or several, as bits; default: the last */
guint koma_keras_config_axes (const KomaKerasCall *call, guint rank);
/* "axis"; default: the last */
guint koma_keras_config_axis (const KomaKerasCall *call, guint rank);
/* ((top, bottom), (left, right)), (h, w) or one number, as [4]: top, bottom, left, right */
void     koma_keras_config_borders (const KomaKerasCall *call,
                                    const char          *name,
                                    gint64              *ret_borders);
gboolean koma_keras_config_is_causal (const KomaKerasCall *call);
/* "SAME", "VALID" */
const char *koma_keras_config_padding (const KomaKerasCall *call);
/* "data_format" */
gboolean koma_keras_config_is_channels_first (const KomaKerasCall *call);

/* Whether the first input is so; the builder keeps an error if it is not. */
gboolean koma_keras_config_check_rank (const KomaKerasCall *call, guint rank);
/* Pictures are NHWC here; a layer that wants NCHW gets them so, or is KOMA_ERROR_UNSUPPORTED. */
gboolean koma_keras_config_check_pictures (const KomaKerasCall *call);

G_END_DECLS
