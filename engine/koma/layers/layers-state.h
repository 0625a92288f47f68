/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/graph/array.h"
#include "engine/training/trainer.h"
#include "engine/koma/tensor/environment.h"
#include "layers-model.h"
#include "layers-weights.h"

G_BEGIN_DECLS

struct _KomaLayersModel
{
  GObject parent_instance;

  JsonObject *entry;  /* (owned) { "class_name", "config" } as Keras has it */
  GPtrArray  *layers; /* (owned) KomaLayer */
  KomaSymbol *last;   /* (owned) (nullable) what a Sequential gives so far */

  /* Of a model from a file since they are asked for. */
  GPtrArray *symbols;        /* (owned) KomaSymbol: what each layer gives, where it is used first */
  GPtrArray *input_symbols;  /* (owned) KomaSymbol */
  GPtrArray *output_symbols; /* (owned) KomaSymbol; none of a Sequential: its last */

  guint64 seed;

  /* Since its weights are needed. */
  GHashTable      *stored;       /* (owned) (nullable) char * → KomaArray, of a file */
  GArray          *weights;      /* (owned) (nullable) KomaLayersWeight, in the layers' order */
  KomaEnvironment *environment;  /* (owned) (nullable) it counts them */
  GArray          *inputs;       /* (owned) KomaShape; open sizes are KOMA_DIM_UNKNOWN */
  GPtrArray       *output_names; /* (owned) char * */
  guint            n_outputs;

  /* Since it computes. */
  KomaTrainer *trainer;       /* (owned) (nullable) works in the memory of the weights */
  GArray      *shapes;        /* (owned) KomaShape: of the inputs, whatever the batch */
  GArray      *output_shapes; /* (owned) KomaShape: what it makes of them */

  /* Of a file, or of a trainer before, until there is a trainer. */
  GPtrArray *stored_slots; /* (owned) (nullable) KomaArray (nullable) [weights · slots] */
  guint64    n_stored_steps;

  /* Since it is compiled. */
  KomaOptimizerSettings optimizer;
  GPtrArray            *losses; /* (owned) (nullable) GUINT_TO_POINTER (KomaLoss) for each output */
  char                **metrics;
  GPtrArray            *own_losses;  /* (owned) KomaLayersFunction (nullable) of each output */
  GPtrArray            *own_metrics; /* (owned) KomaLayersFunction */
  gboolean              is_trained;  /* a training is in progress */
  gboolean              is_stopped;  /* that is to end */
  gboolean              is_disposed;
  GArray               *batch_results; /* (owned) (nullable) double: of the last batch of fit */

  KomaLayer *as_layer; /* (nullable) a weak pointer; there has been one: no layer can be added */
  gboolean   is_layer;
  gboolean   is_named_by_default;
};

/* From an entry of a file. @stored: (transfer full) (nullable) */
KomaLayersModel *koma_layers_model_new_from_entry (JsonObject *entry,
                                                   GHashTable *stored,
                                                   GError    **error) G_GNUC_WARN_UNUSED_RESULT;

void koma_layers_model_take_weights (KomaLayersModel *self, GArray *weights);
/* Weights and what computes with them; layers keep theirs. */
void koma_layers_model_free_data (KomaLayersModel *self);
/* Makes the weights, where there are none yet. */
gboolean koma_layers_model_ensure_weights (KomaLayersModel *self, GError **error);
gboolean koma_layers_model_read_frozen (KomaLayersModel *self, GError **error);
/* Makes what computes, for inputs of these shapes, whose batch does not matter. */
gboolean koma_layers_model_ensure_trainer (KomaLayersModel *self,
                                           const KomaShape *shapes, /* [inputs] */
                                           GError         **error);
/* What it computes with is made anew when it is needed; weights are kept. */
gboolean koma_layers_model_drop_trainer (KomaLayersModel *self, GError **error);

/* What the optimizer has noted of a weight. (nullable) */
const float *koma_layers_model_get_slot (KomaLayersModel *self, guint weight, guint slot);
guint64      koma_layers_model_get_n_steps (KomaLayersModel *self);
GPtrArray   *koma_layers_model_new_slots (void); /* for stored_slots */

/* In the public order: a permutation of weights, without states. */
GArray *koma_layers_model_order_weights (KomaLayersModel *self);
/* (transfer full) a copy */
KomaArray *koma_layers_model_copy_weight (KomaLayersModel *self, guint index, GError **error);

G_END_DECLS
