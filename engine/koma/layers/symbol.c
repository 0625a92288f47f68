/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbol.h"

#include "common-layers.h"
#include "engine/formats/json.h"
#include "engine/formats/keras/model.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "layer-inputs.h"
#include "layer-private.h"
#include "layer-shapes.h"
#include "symbol-private.h"

struct _KomaSymbol
{
  GInitiallyUnowned parent_instance;

  KomaSymbolUse *use; /* (owned) shared with its siblings */
  guint          index;
  int            dims[KOMA_MAX_RANK];
};

G_DEFINE_FINAL_TYPE (KomaSymbol, koma_symbol, G_TYPE_INITIALLY_UNOWNED)

static void
use_unref (KomaSymbolUse *use)
{
  if (!g_atomic_ref_count_dec (&use->ref_count))
    return;
  g_clear_object (&use->layer);
  g_ptr_array_unref (use->inputs);
  g_array_unref (use->outputs);
  g_free (use);
}

static KomaSymbolUse *
use_ref (KomaSymbolUse *use)
{
  g_atomic_ref_count_inc (&use->ref_count);
  return use;
}

static void
koma_symbol_finalize (GObject *object)
{
  g_clear_pointer (&KOMA_SYMBOL (object)->use, use_unref);
  G_OBJECT_CLASS (koma_symbol_parent_class)->finalize (object);
}

static void
koma_symbol_class_init (KomaSymbolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_symbol_finalize;
}

static void
koma_symbol_init (KomaSymbol *self)
{
}

/* @use: (transfer full) */
static KomaSymbol *
symbol_new (KomaSymbolUse *use,
            guint          index)
{
  KomaSymbol      *self = g_object_new (KOMA_TYPE_SYMBOL, NULL);
  const KomaShape *shape = &g_array_index (use->outputs, KomaShape, index);

  self->use = use;
  self->index = index;
  for (guint d = 0; d < shape->rank; d++)
    self->dims[d] = (int) shape->dims[d];
  return self;
}

static KomaSymbolUse *
use_new (KomaLayer   *layer,
         KomaSymbol **inputs,
         guint        n_inputs,
         GArray      *outputs /* (transfer full) */)
{
  KomaSymbolUse *use = g_new0 (KomaSymbolUse, 1);

  g_atomic_ref_count_init (&use->ref_count);
  use->layer = g_object_ref_sink (layer);
  use->outputs = outputs;
  use->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_inputs; i++)
    g_ptr_array_add (use->inputs, g_object_ref_sink (inputs[i]));
  return use;
}

/* The first layer, through models that come first. */
static JsonObject *
find_first (JsonObject *entry)
{
  for (guint depth = 0; depth < KOMA_MAX_NESTING; depth++) {
    JsonArray *layers = koma_keras_layer_get_layers (entry);

    if (koma_json_array_length (layers) == 0)
      break;
    entry = koma_json_node_object (koma_json_element (layers, 0));
  }
  return entry;
}

/* The layer itself, or an input layer of the shape that @first asks for. (transfer full) */
static KomaLayer *
make_input (KomaLayer  *layer,
            JsonObject *first,
            JsonArray  *dims)
{
  KomaLayer       *input = NULL;
  g_autofree char *name = NULL;

  if (g_str_equal (koma_layer_get_class_name (layer), "InputLayer"))
    return g_object_ref_sink (layer);
  input = g_object_ref_sink (koma_layer_new_input (NULL, 0));
  json_object_set_array_member (koma_json_get_object (koma_layer_get_entry (input), "config"),
                                "batch_input_shape", json_array_ref (dims));
  name = g_strconcat (koma_keras_layer_get_name (first), "_input", NULL);
  koma_layer_set_name (input, name);
  koma_layer_get_private (input)->is_named_by_model = TRUE;
  return input;
}

/**
 * koma_symbol_new_for_entry: (skip)
 *
 * Errors: %KOMA_ERROR_SHAPE if the layer's settings give no shape.
 *
 * Returns: (transfer floating) (nullable): an input of a model
 */
KomaSymbol *
koma_symbol_new_for_entry (KomaLayer *layer,
                           GError   **error)
{
  JsonObject *first = find_first (koma_layer_get_entry (layer));
  JsonObject *config = koma_json_get_object (first, "config");
  JsonArray  *dims = koma_json_get_array (config, "batch_input_shape");
  KomaShape   shape = { .rank = koma_json_array_length (dims) };
  GArray     *outputs = NULL;
  g_autoptr (KomaLayer) input = NULL;

  if (shape.rank == 0 || shape.rank > KOMA_MAX_RANK) {
    koma_fail (error, KOMA_ERROR_SHAPE,
               "%s: the first layer of a model needs the setting “input_shape”",
               koma_layer_get_class_name (layer));
    return NULL;
  }
  for (guint d = 0; d < shape.rank; d++) {
    shape.dims[d] = KOMA_DIM_UNKNOWN;
    if (koma_json_node_int (koma_json_element (dims, d), &shape.dims[d]) &&
        (shape.dims[d] < 0 || shape.dims[d] > G_MAXINT32)) {
      koma_fail (error, KOMA_ERROR_SHAPE, "%s: setting “input_shape” is no shape",
                 koma_layer_get_class_name (layer));
      return NULL;
    }
  }
  outputs = g_array_new (FALSE, FALSE, sizeof (KomaShape));
  g_array_append_val (outputs, shape);
  input = make_input (layer, first, dims);
  return symbol_new (use_new (input, NULL, 0, outputs), 0);
}

/**
 * koma_symbol_new_for_use: (skip)
 *
 * Returns: (transfer floating): the first output of @use
 */
KomaSymbol *
koma_symbol_new_for_use (const KomaSymbolUse *use)
{
  return symbol_new (use_ref ((KomaSymbolUse *) use), 0);
}

/**
 * koma_symbol_new_input:
 * @shape: (array length=rank): without the batch; −1 is an open size
 * @rank: 0 to 5
 * @name: (nullable): of the input; %NULL: the model gives it one
 *
 * An input of a model: float32 `[batch, shape…]`. Thread: any.
 *
 * Errors: %KOMA_ERROR_SHAPE if there are too many dimensions.
 *
 * Returns: (transfer floating) (nullable): a new symbol
 */
KomaSymbol *
koma_symbol_new_input (const int  *shape,
                       guint       rank,
                       const char *name,
                       GError    **error)
{
  return koma_symbol_new_input_with_batch (-1, shape, rank, name, error);
}

/**
 * koma_symbol_new_input_with_batch:
 * @batch: how many samples each batch has, at least 1; −1: any number
 * @shape: (array length=rank): of a sample; −1 is an open size
 * @rank: 0 to 5
 * @name: (nullable): of the input; %NULL: the model gives it one
 *
 * koma_symbol_new_input() of batches that are all of one size: what layers make of it has that
 * size, too, and the model refuses other batches. Thread: any.
 *
 * Errors: %KOMA_ERROR_SHAPE if there are too many dimensions, or a batch has no samples.
 *
 * Returns: (transfer floating) (nullable): a new symbol
 */
KomaSymbol *
koma_symbol_new_input_with_batch (int         batch,
                                  const int  *shape,
                                  guint       rank,
                                  const char *name,
                                  GError    **error)
{
  g_autoptr (KomaLayer) layer =
    g_object_ref_sink (koma_layer_new_input_with_batch (batch, shape, rank));

  if (batch == 0) {
    koma_fail (error, KOMA_ERROR_SHAPE, "A batch has 0 samples, expected 1 or more");
    return NULL;
  }
  if (name != NULL)
    koma_layer_set_name (layer, name);
  return koma_symbol_new_for_entry (layer, error);
}

/**
 * koma_symbol_get_shape:
 * @self: a symbol
 * @ret_rank: (out): how many dimensions
 *
 * Thread: any.
 *
 * Returns: (transfer none) (array length=ret_rank): the sizes with the batch; −1 where open
 */
const int *
koma_symbol_get_shape (KomaSymbol *self,
                       guint      *ret_rank)
{
  g_return_val_if_fail (KOMA_IS_SYMBOL (self), NULL);

  *ret_rank = g_array_index (self->use->outputs, KomaShape, self->index).rank;
  return self->dims;
}

/**
 * koma_layer_apply:
 * @self: a layer
 * @input: (nullable): %NULL from a call that failed: then %NULL is returned and @error left alone
 *
 * Applies a layer to one symbol, as koma_layer_apply_all() does. Thread: any.
 *
 * Errors: those of koma_layer_apply_all().
 *
 * Returns: (transfer floating) (nullable): the layer's first output
 */
KomaSymbol *
koma_layer_apply (KomaLayer  *self,
                  KomaSymbol *input,
                  GError    **error)
{
  return koma_layer_apply_all (self, &input, 1, error);
}

/**
 * koma_layer_apply_all:
 * @self: (nullable): %NULL from a call that failed; likewise each of @inputs
 * @inputs: (array length=n_inputs): what the layer reads
 * @n_inputs: at least 1
 *
 * Applies a layer. Applied several times, it is shared: its weights are there once in a model.
 * Layer and inputs are kept by the result. Thread: any.
 *
 * Errors: %KOMA_ERROR_SHAPE if the layer does not fit its inputs; %KOMA_ERROR_MODEL if a setting is
 * damaged or missing; %KOMA_ERROR_UNSUPPORTED if Koma does not compute what it says;
 * %KOMA_ERROR_MEMORY if a size is above a limit.
 *
 * Returns: (transfer floating) (nullable): the first output; koma_symbol_get_sibling() has the
 *   others
 */
KomaSymbol *
koma_layer_apply_all (KomaLayer   *self,
                      KomaSymbol **inputs,
                      guint        n_inputs,
                      GError     **error)
{
  g_autoptr (GArray) shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape));
  GArray *outputs = NULL;

  if (self == NULL)
    return NULL;
  for (guint i = 0; i < n_inputs; i++) {
    if (inputs[i] == NULL)
      return NULL;
    g_array_append_val (shapes,
                        g_array_index (inputs[i]->use->outputs, KomaShape, inputs[i]->index));
  }
  if (n_inputs > 0 && !koma_layer_check_inputs (self, shapes, error))
    return NULL;
  outputs = koma_layer_shapes_apply (self, shapes, error);
  if (outputs == NULL)
    return NULL;
  g_clear_pointer (&koma_layer_get_private (self)->shapes, g_array_unref);
  koma_layer_get_private (self)->shapes = g_steal_pointer (&shapes);
  return symbol_new (use_new (self, inputs, n_inputs, outputs), 0);
}

/**
 * koma_symbol_get_n_siblings:
 * @self: a symbol
 *
 * Thread: any.
 *
 * Returns: how many outputs the layer gave, this one among them
 */
guint
koma_symbol_get_n_siblings (KomaSymbol *self)
{
  g_return_val_if_fail (KOMA_IS_SYMBOL (self), 0);

  return self->use->outputs->len;
}

/**
 * koma_symbol_get_sibling:
 * @self: a symbol
 * @index: less than koma_symbol_get_n_siblings()
 *
 * Thread: any.
 *
 * Returns: (transfer floating): the @index-th output of the same application, such as a state
 */
KomaSymbol *
koma_symbol_get_sibling (KomaSymbol *self,
                         guint       index)
{
  g_return_val_if_fail (KOMA_IS_SYMBOL (self), NULL);
  g_return_val_if_fail (index < self->use->outputs->len, NULL);

  return symbol_new (use_ref (self->use), index);
}

/**
 * koma_symbol_get_use: (skip)
 *
 * Returns: (transfer none): the application that the symbol is an output of
 */
const KomaSymbolUse *
koma_symbol_get_use (KomaSymbol *self)
{
  return self->use;
}

/**
 * koma_symbol_get_index: (skip)
 */
guint
koma_symbol_get_index (KomaSymbol *self)
{
  return self->index;
}
