/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "common-layers.h"

#include "layer-private.h"

/* @config: (transfer full) */
static KomaLayer *
layer_new (const char *class_name,
           JsonObject *config)
{
  g_autoptr (JsonObject) entry = json_object_new ();

  json_object_set_string_member (entry, "class_name", class_name);
  json_object_set_object_member (entry, "config", config);
  return koma_layer_new_for_entry (entry);
}

/* { name: value } */
static JsonObject *
config_new (const char *name,
            int         value)
{
  JsonObject *config = json_object_new ();

  json_object_set_int_member (config, name, value);
  return config;
}

static void
set_square (JsonObject *config,
            const char *name,
            int         size)
{
  JsonArray *array = json_array_new ();

  json_array_add_int_element (array, size);
  json_array_add_int_element (array, size);
  json_object_set_array_member (config, name, array);
}

static void
set_activation (JsonObject *config,
                const char *activation)
{
  if (activation != NULL)
    json_object_set_string_member (config, "activation", activation);
}

/* null is an open size. */
static void
add_size (JsonArray *array,
          int        size)
{
  if (size < 0)
    json_array_add_null_element (array);
  else
    json_array_add_int_element (array, size);
}

static JsonArray *
add_batch (int        batch,
           const int *shape,
           guint      rank)
{
  JsonArray *array = json_array_new ();

  add_size (array, batch);
  for (guint d = 0; d < rank; d++)
    add_size (array, shape[d]);
  return array;
}

/**
 * koma_layer_new_input:
 * @shape: (array length=rank) (nullable): without the batch; −1 is an open size
 * @rank: 0 to 5
 *
 * The layer that a sequential model begins with where the next one has no setting "input_shape".
 * Functional models begin with koma_symbol_new_input(). Thread: any.
 *
 * Returns: (transfer floating): a layer that gives float32 `[batch, shape…]`
 */
KomaLayer *
koma_layer_new_input (const int *shape,
                      guint      rank)
{
  return koma_layer_new_input_with_batch (-1, shape, rank);
}

/**
 * koma_layer_new_input_with_batch:
 * @batch: how many samples each batch has, at least 1; −1: any number
 * @shape: (array length=rank) (nullable): of a sample; −1 is an open size
 * @rank: 0 to 5
 *
 * koma_layer_new_input() of batches that are all of one size. Thread: any.
 *
 * Returns: (transfer floating): a layer that gives float32 `[batch, shape…]`
 */
KomaLayer *
koma_layer_new_input_with_batch (int        batch,
                                 const int *shape,
                                 guint      rank)
{
  JsonObject *config = json_object_new ();

  json_object_set_array_member (config, "batch_input_shape", add_batch (batch, shape, rank));
  json_object_set_string_member (config, "dtype", "float32");
  json_object_set_boolean_member (config, "sparse", FALSE);
  return layer_new ("InputLayer", config);
}

/**
 * koma_layer_new_dense:
 * @units: how many outputs, at least 1
 * @activation: (nullable): "relu", "softmax", …; %NULL: none
 *
 * Every output is a weighted sum of all inputs, plus a bias: `[batch, …, n]` becomes
 * `[batch, …, units]`. Thread: any.
 *
 * Returns: (transfer floating): a layer, whose settings are checked when it is applied
 */
KomaLayer *
koma_layer_new_dense (int         units,
                      const char *activation)
{
  JsonObject *config = config_new ("units", units);

  set_activation (config, activation);
  return layer_new ("Dense", config);
}

/**
 * koma_layer_new_conv2d:
 * @n_filters: how many channels it gives, at least 1
 * @kernel_size: rows and columns of a filter, at least 1
 * @activation: (nullable): "relu", …; %NULL: none
 *
 * Filters that go over a picture step by step: `[batch, h, w, channels]` becomes
 * `[batch, h − kernel_size + 1, w − kernel_size + 1, n_filters]`. Thread: any.
 *
 * Returns: (transfer floating): a layer, whose settings are checked when it is applied
 */
KomaLayer *
koma_layer_new_conv2d (int         n_filters,
                       int         kernel_size,
                       const char *activation)
{
  JsonObject *config = config_new ("filters", n_filters);

  set_square (config, "kernel_size", kernel_size);
  set_activation (config, activation);
  return layer_new ("Conv2D", config);
}

/**
 * koma_layer_new_max_pooling2d:
 * @pool_size: rows and columns of a window, and the step to the next, at least 1
 *
 * The greatest value of each window of a picture: `[batch, h, w, channels]` becomes
 * `[batch, ⌊h / pool_size⌋, ⌊w / pool_size⌋, channels]`. Thread: any.
 *
 * Returns: (transfer floating): a layer, whose settings are checked when it is applied
 */
KomaLayer *
koma_layer_new_max_pooling2d (int pool_size)
{
  JsonObject *config = json_object_new ();

  set_square (config, "pool_size", pool_size);
  return layer_new ("MaxPooling2D", config);
}

/**
 * koma_layer_new_flatten:
 *
 * Everything of a sample in one row: `[batch, a, b, …]` becomes `[batch, a · b · …]`. Thread: any.
 *
 * Returns: (transfer floating): a layer
 */
KomaLayer *
koma_layer_new_flatten (void)
{
  return layer_new ("Flatten", json_object_new ());
}

/**
 * koma_layer_new_dropout:
 * @rate: which part of the values, from 0 to less than 1
 *
 * Training replaces some values by 0, others each time, and makes the rest larger; otherwise it
 * does nothing. The shape stays. Thread: any.
 *
 * Returns: (transfer floating): a layer, whose rate is checked when the model is trained
 */
KomaLayer *
koma_layer_new_dropout (double rate)
{
  JsonObject *config = json_object_new ();

  json_object_set_double_member (config, "rate", rate);
  return layer_new ("Dropout", config);
}

/**
 * koma_layer_new_embedding:
 * @n_words: how many words there are; inputs are whole numbers from 0 to less than that
 * @units: how many numbers stand for a word, at least 1
 *
 * A row of a table, which is learned, for each number: `[batch, words]` becomes
 * `[batch, words, units]`. Thread: any.
 *
 * Returns: (transfer floating): a layer, whose settings are checked when it is applied
 */
KomaLayer *
koma_layer_new_embedding (int n_words,
                          int units)
{
  JsonObject *config = config_new ("input_dim", n_words);

  json_object_set_int_member (config, "output_dim", units);
  return layer_new ("Embedding", config);
}

/**
 * koma_layer_new_simple_rnn:
 * @units: how many outputs, at least 1
 *
 * A recurrent layer, which reads step by step: `[batch, steps, n]` becomes `[batch, units]`.
 * Thread: any.
 *
 * Returns: (transfer floating): a layer, whose settings are checked when it is applied
 */
KomaLayer *
koma_layer_new_simple_rnn (int units)
{
  return layer_new ("SimpleRNN", config_new ("units", units));
}

/**
 * koma_layer_new_gru:
 * @units: how many outputs, at least 1
 *
 * A recurrent layer with gates: `[batch, steps, n]` becomes `[batch, units]`. Thread: any.
 *
 * Returns: (transfer floating): a layer, whose settings are checked when it is applied
 */
KomaLayer *
koma_layer_new_gru (int units)
{
  return layer_new ("GRU", config_new ("units", units));
}

/**
 * koma_layer_new_lstm:
 * @units: how many outputs, at least 1
 *
 * A recurrent layer with gates and a memory: `[batch, steps, n]` becomes `[batch, units]`. Thread:
 * any.
 *
 * Returns: (transfer floating): a layer, whose settings are checked when it is applied
 */
KomaLayer *
koma_layer_new_lstm (int units)
{
  return layer_new ("LSTM", config_new ("units", units));
}
