/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/tensor/dtype.h"
#include "engine/graph/shape.h"

G_BEGIN_DECLS

/* Private: the weights of a TensorFlow.js model while it is written. */
typedef struct
{
  JsonArray  *entries;  /* of the manifest */
  GByteArray *bytes;    /* little-endian, one weight behind the other */
  gboolean    is_trial; /* only whether the model can be written: @bytes stays empty */
} KomaTfjsWeights;

void koma_tfjs_weights_init (KomaTfjsWeights *self);
void koma_tfjs_weights_clear (KomaTfjsWeights *self);

/* @values: of @dtype: float32, int32 or bool */
void koma_tfjs_weights_add (KomaTfjsWeights *self,
                            const char      *name,
                            KomaDType        dtype,
                            const KomaShape *shape,
                            gconstpointer    values);
/* (transfer full): "weightsManifest", whose one file is @weights_file. */
JsonArray *koma_tfjs_weights_make_manifest (const KomaTfjsWeights *self, const char *weights_file);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaTfjsWeights, koma_tfjs_weights_clear)

G_END_DECLS
