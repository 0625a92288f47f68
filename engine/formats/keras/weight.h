/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* What a layer says of a weight. */
typedef struct
{
  KomaShape   shape;           /* KOMA_DIM_UNKNOWN: reading, or a setting is missing */
  const char *initializer;     /* setting: "kernel_initializer"; beside it "kernel_regularizer",
                                "kernel_constraint" */
  const char *fallback;        /* where the setting is missing: "glorotUniform" */
  gboolean    is_fallback;     /* begins with that whatever the setting says */
  gboolean    is_trainable;    /* unless the layer is frozen */
  gboolean    is_state;        /* zero at first, kept from run to run, not saved */
  JsonNode   *own_initializer; /* (borrowed) (nullable) in place of the setting */
  JsonNode   *own_regularizer; /* (borrowed) (nullable) likewise */
  JsonNode   *own_constraint;  /* (borrowed) (nullable) likewise */
} KomaKerasWeight;

/* A weight that building made. */
typedef struct
{
  char       *name;  /* (owned) "dense/kernel", or "dense/kernel_1" where another layer has that */
  char       *label; /* (owned) within its layer: "kernel" */
  KomaValueId value;
  KomaShape   shape;
  JsonNode   *initializer; /* (owned) (nullable) as in the settings */
  const char *fallback;    /* name of an initializer where that is NULL */
  JsonNode   *regularizer; /* (owned) (nullable) */
  JsonNode   *constraint;  /* (owned) (nullable) */
  gboolean    is_trainable;
  gboolean    is_learnable; /* is_trainable where nothing is frozen */
  gboolean    is_state;
  KomaArray  *array; /* (owned) (nullable) the file's */
  JsonObject *layer; /* (borrowed) the entry of the layer that asked for it */
  JsonObject *model; /* (borrowed) that of the model that the layer is in */
} KomaKerasMadeWeight;

/* After a step of training, @value, an input of the graph, becomes @update. */
typedef struct
{
  KomaValueId value;
  KomaValueId update;
} KomaKerasUpdate;

/* Weights: of the layer's name and @what ("kernel"). */
KomaValueId koma_keras_add_weight (const KomaKerasCall   *call,
                                   const char            *what,
                                   const KomaKerasWeight *weight);
void        koma_keras_add_update (KomaKerasBuilder *self, KomaValueId value, KomaValueId update);
void        koma_keras_made_weight_clear (KomaKerasMadeWeight *self);
/* (nullable) */
KomaArray *koma_keras_find_weight (const KomaKerasCall *call, const char *what);
KomaArray *koma_keras_get_weight (const KomaKerasCall *call, const char *what, guint rank);

G_END_DECLS
