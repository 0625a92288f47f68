/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

typedef struct
{
  const char    *class_name;
  KomaKerasLower lower;
  KomaOp         op;
  KomaKerasMasks masks;
} Row;

#define KOMA_KERAS_LAYER(class_name, lower, op, masks) \
  { class_name, koma_keras_##lower, KOMA_OP_##op, KOMA_KERAS_MASKS_##masks },
static const Row rows[] = {
#include "layers.inc"
};
#undef KOMA_KERAS_LAYER

static int
compare_class (gconstpointer key,
               gconstpointer member)
{
  return strcmp (key, ((const Row *) member)->class_name);
}

static const Row *
find (const char *class_name)
{
  return bsearch (class_name, rows, G_N_ELEMENTS (rows), sizeof *rows, compare_class);
}

/**
 * koma_keras_layers_find:
 * @ret_op: for the call
 *
 * Returns: (nullable): what lowers layers of that class
 */
KomaKerasLower
koma_keras_layers_find (const char *class_name,
                        KomaOp     *ret_op)
{
  const Row *row = find (class_name);

  if (row == NULL)
    return NULL;
  *ret_op = row->op;
  return row->lower;
}

/**
 * koma_keras_layers_get_masks:
 *
 * Returns: what layers of that class do with a mask
 */
KomaKerasMasks
koma_keras_layers_get_masks (const char *class_name)
{
  const Row *row = find (class_name);

  return row != NULL ? row->masks : KOMA_KERAS_MASKS_DROP;
}

/**
 * koma_keras_count_spatial:
 *
 * Returns: how many dimensions the layer's class names, as "Conv2D" does; 0 where it names none
 */
guint
koma_keras_count_spatial (const KomaKerasCall *call)
{
  const char *digit = strpbrk (call->class_name, "123");

  return digit != NULL ? (guint) (*digit - '0') : 0;
}
