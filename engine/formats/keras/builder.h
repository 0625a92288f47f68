/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/formats/format.h"
#include "engine/graph/builder.h"

G_BEGIN_DECLS

typedef struct _KomaKerasCall KomaKerasCall;

/**
 * KomaKerasLowerOwn:
 *
 * Building: adds what a layer gives that is no class of Keras to @ret_outputs. Errors are those of
 * the builder.
 *
 * Returns: whether it is such a layer
 */
typedef gboolean (*KomaKerasLowerOwn) (const KomaKerasCall *call, GArray *ret_outputs);

/* A graph while layers are being lowered into it, in one of two modes.
 *
 * Reading: a file's weights become constants; shapes are not known, ranks are. An unsupported layer
 * is noted.
 *
 * Building, for training: the shapes of the inputs are known, and every node is inferred as it is
 * added. Weights become inputs of the graph and are listed in @weights_made. An unsupported layer
 * is an error. */
typedef struct
{
  KomaBuilder nodes;   /* their graph is owned; the name is that of the layer in hand */
  GHashTable *weights; /* (owned) (nullable) char * → KomaArray; NULL: building without a file */
  GHashTable *masks;   /* (owned) value → its mask, a value too */
  GArray     *others;  /* (owned) KomaValueId: what the layer in hand gives besides its first */
  JsonNode   *inbound; /* (borrowed) (nullable) what the layer to be lowered next reads */
  guint       n_calls; /* layers lowered so far, shared ones each time */

  KomaRawModel *raw; /* (borrowed) (nullable) reading: its layers are counted there */

  gboolean          is_building;
  gboolean          is_training; /* building: statistics of the batch, dropout */
  gboolean          is_frozen;   /* building: inside of a model that is not trainable */
  gint64            batch;       /* building: of inputs that leave it open … */
  gint64            open_size;   /* … and their other open sizes; KOMA_DIM_UNKNOWN: refused */
  const KomaShape  *shapes;      /* (nullable) (borrowed) of the inputs, instead of both */
  guint             n_shapes;
  KomaKerasLowerOwn lower_own;    /* (nullable) */
  gpointer          own_data;     /* (borrowed) for it */
  JsonObject       *layer;        /* (borrowed) the entry that is being lowered */
  JsonObject       *model;        /* (borrowed) that of the model that it is in */
  GArray           *uses;         /* (owned) KomaKerasUse, in the order of lowering */
  GArray           *weights_made; /* (owned) KomaKerasMadeWeight, in the order of asking */
  GArray           *updates;      /* (owned) KomaKerasUpdate, what a step changes besides */
  GArray           *keys;         /* (owned) KomaValueId: inputs, int32 [2], of random numbers */
  GArray           *input_shapes; /* (owned) KomaShape, as the model leaves them open */
  GPtrArray        *scratch;      /* (owned) for koma_pass_infer_node () */
} KomaKerasBuilder;

/* Building: what a use of a layer reads and gives. */
typedef struct
{
  JsonObject *layer;   /* (borrowed) its entry */
  GArray     *inputs;  /* (owned) KomaValueId */
  GArray     *outputs; /* (owned) KomaValueId */
  guint       depth;   /* how many models it is nested in: 1 for a layer of the model itself */
} KomaKerasUse;

/* One use of a layer. */
struct _KomaKerasCall
{
  KomaKerasBuilder  *keras;      /* (borrowed) */
  const char        *class_name; /* "Conv2D" */
  const char        *name;       /* "conv1" */
  JsonObject        *config;     /* (nullable) */
  const char        *operation;  /* (nullable) "math.add": it is no layer */
  JsonNode          *inbound;    /* (nullable) what it reads, and its arguments */
  KomaOp             op;         /* of the layer's row in layers.inc */
  gboolean           is_one_row; /* a 1-D layer, computed on pictures of one row */
  gboolean           is_turned;  /* a layer with channels first, given its input channels last */
  const KomaValueId *inputs;
  guint              n_inputs;
};

void koma_keras_builder_init (KomaKerasBuilder *self, GHashTable *weights, KomaRawModel *raw);
void koma_keras_builder_init_building (KomaKerasBuilder *self,
                                       GHashTable       *weights, /* (nullable) (transfer full) */
                                       gint64            batch,
                                       gboolean          is_training);
void koma_keras_builder_clear (KomaKerasBuilder *self);

G_END_DECLS
