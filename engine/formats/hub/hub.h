/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model of a hub while its graph is being built from the names of its weights: what an
 * architecture's file gets. Pictures are [n,h,w,c] in here, tokens [n,rows,c]; widths and depths
 * come from the weights, whatever the configuration says. */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/graph/builder.h"
#include "weights.h"

G_BEGIN_DECLS

/* Whose names the weights have. */
typedef enum {
  KOMA_HUB_HUGGING_FACE,
  KOMA_HUB_TIMM,
  KOMA_HUB_TORCHVISION,
  KOMA_HUB_OPEN_CLIP,
} KomaHubSource;

typedef struct
{
  KomaBuilder     nodes; /* infers shapes, with a batch of 1; keeps the first error */
  KomaHubSource   source;
  const char     *architecture; /* (borrowed) "vit", "resnet18" */
  KomaHubWeights *weights;      /* (borrowed) */
  /* (borrowed) (nullable) config.json; of timm, its model_args; of open_clip, its model_cfg */
  JsonObject   *settings;
  guint         height; /* of pictures */
  guint         width;
  GStringChunk *names;

  /* (borrowed) (nullable) Of the names of the weights that are asked for, so that a part of a model
   * is built as if it were all of it: "visual.trunk." */
  const char *prefix;
  gboolean    is_headless; /* wanted is what the last layer of a classifier gets */

  /* Of a model that compares pictures with words; KOMA_VALUE_NONE: it is none. */
  KomaValueId image_embeds; /* [pictures,c] */
  KomaValueId text_embeds;  /* [texts,c] */
} KomaHub;

void koma_hub_init (KomaHub *self, KomaGraph *graph, KomaHubWeights *weights);
void koma_hub_clear (KomaHub *self);

/* "blocks.0.norm1", which lives as long as @self. */
const char *koma_hub_name (const KomaHub *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Settings. One of another type counts as missing; what is missing is @fallback. */
gint64      koma_hub_int (const KomaHub *self, const char *name, gint64 fallback);
double      koma_hub_double (const KomaHub *self, const char *name, double fallback);
gboolean    koma_hub_boolean (const KomaHub *self, const char *name, gboolean fallback);
const char *koma_hub_string (const KomaHub *self, const char *name, const char *fallback);
/* Of a list, or the number itself where it is none. */
gint64 koma_hub_list_int (const KomaHub *self, const char *name, guint index, gint64 fallback);

/* Weights. */
gboolean  koma_hub_has (const KomaHub *self, const char *name);
KomaShape koma_hub_look_shape (const KomaHub *self, const char *name); /* a scalar's: none */
/* (transfer full) (nullable) float32 of that rank; else an error that names it. */
KomaArray  *koma_hub_take (KomaHub *self, const char *name, guint rank);
KomaValueId koma_hub_weight (KomaHub *self, const char *name, guint rank); /* as a constant */
KomaValueId koma_hub_weight_or_none (KomaHub *self, const char *name, guint rank);
/* Those of a layer that the file has and the architecture does not use. */
void koma_hub_drop_layer (KomaHub *self, const char *layer);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaHub, koma_hub_clear)

G_END_DECLS
