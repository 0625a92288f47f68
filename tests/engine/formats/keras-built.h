/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A Keras model that is built, not loaded: its weights are inputs of the graph. */
#pragma once

#include "engine/formats/keras/builder.h"

G_BEGIN_DECLS

typedef struct
{
  JsonNode        *topology;
  KomaKerasBuilder builder;
} Built;

/* @layers: with single quotes, behind an input layer of @input. */
gboolean built_make (Built      *self,
                     const char *input,
                     const char *layers,
                     gboolean    is_training,
                     GError    **error);
void     built_clear (Built *self);
/* The weight @index is what a test says. */
void built_assert_weight (const Built *self,
                          guint        index,
                          const char  *name,
                          const char  *shape,
                          const char  *fallback,
                          gboolean     is_trainable);
void built_assert_output (const Built *self, const char *shape);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Built, built_clear)

G_END_DECLS
