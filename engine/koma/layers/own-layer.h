/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layer.h"
#include "../tensor/variable.h"

G_BEGIN_DECLS

/* Layers of one's own: a class that derives from KomaLayer. */

KomaVariable *koma_layer_add_weight (KomaLayer  *self,
                                     const char *name,
                                     const int  *shape,
                                     guint       rank,
                                     KomaDType   dtype,
                                     const char *initializer, /* (nullable) */
                                     gboolean    is_trainable,
                                     const char *regularizer, /* (nullable) */
                                     const char *constraint,  /* (nullable) */
                                     GError    **error);

/**
 * KomaLayerMake:
 * @class_name: the class
 * @config: its settings, a JSON object
 * @user_data: data given with the function
 * @error: return location for an error
 *
 * Makes a layer of a class of one's own, as a file describes it.
 *
 * Returns: (transfer full) (nullable): a new layer; %NULL with @error set
 */
typedef KomaLayer *(*KomaLayerMake) (const char *class_name,
                                     const char *config,
                                     gpointer    user_data,
                                     GError    **error);

void koma_layer_register (const char    *class_name,
                          KomaLayerMake  make,
                          gpointer       user_data,
                          GDestroyNotify destroy);

G_END_DECLS
