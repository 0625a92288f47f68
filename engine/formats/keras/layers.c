/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

typedef struct
{
  const char    *class_name;
  KomaKerasLower lower;
  KomaOp         op;
} Row;

#define KOMA_KERAS_LAYER(class_name, lower, op) { class_name, koma_keras_##lower, KOMA_OP_##op },
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
  const Row *row = bsearch (class_name, rows, G_N_ELEMENTS (rows), sizeof *rows, compare_class);

  if (row == NULL)
    return NULL;
  *ret_op = row->op;
  return row->lower;
}
