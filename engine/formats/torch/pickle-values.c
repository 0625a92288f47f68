/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pickle-values.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

#define BLOCK_VALUES 512

void
koma_pickle_values_init (KomaPickleValues *self)
{
  *self = (KomaPickleValues){ .blocks = g_ptr_array_new_with_free_func (g_free) };
}

void
koma_pickle_values_clear (KomaPickleValues *self)
{
  for (guint i = 0; i < self->n_values; i++) {
    KomaPickleValue *block = g_ptr_array_index (self->blocks, i / BLOCK_VALUES);
    KomaPickleValue *value = &block[i % BLOCK_VALUES];

    if (koma_pickle_value_has_items (value))
      g_clear_pointer (&value->items, g_ptr_array_unref);
  }
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
}

/**
 * koma_pickle_values_add:
 *
 * Thread: any. Errors: %KOMA_ERROR_MEMORY where there are more than %KOMA_MAX_PICKLE_VALUES.
 *
 * Returns: (transfer none) (nullable): a value that is empty
 */
KomaPickleValue *
koma_pickle_values_add (KomaPickleValues *self,
                        KomaPickleKind    kind,
                        GError          **error)
{
  KomaPickleValue *value = NULL;

  if (self->n_values == KOMA_MAX_PICKLE_VALUES) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "its pickle has more than %u values",
                 KOMA_MAX_PICKLE_VALUES);
    return NULL;
  }
  if (self->n_values % BLOCK_VALUES == 0)
    g_ptr_array_add (self->blocks, g_new0 (KomaPickleValue, BLOCK_VALUES));
  value = g_ptr_array_index (self->blocks, self->blocks->len - 1);
  value += self->n_values++ % BLOCK_VALUES;
  value->kind = kind;
  return value;
}

gboolean
koma_pickle_value_has_items (const KomaPickleValue *value)
{
  return value->kind == KOMA_PICKLE_TUPLE || value->kind == KOMA_PICKLE_LIST ||
         value->kind == KOMA_PICKLE_DICT || value->kind == KOMA_PICKLE_STORAGE ||
         value->kind == KOMA_PICKLE_TENSOR;
}

void
koma_pickle_value_append (KomaPickleValue *value,
                          KomaPickleValue *item)
{
  if (value->items == NULL)
    value->items = g_ptr_array_new ();
  g_ptr_array_add (value->items, item);
}

guint
koma_pickle_count (const KomaPickleValue *value)
{
  return koma_pickle_value_has_items (value) && value->items != NULL ? value->items->len : 0;
}

const KomaPickleValue *
koma_pickle_item (const KomaPickleValue *value,
                  guint                  index)
{
  return index < koma_pickle_count (value) ? g_ptr_array_index (value->items, index) : NULL;
}

gboolean
koma_pickle_is_text (const KomaPickleValue *value,
                     const char            *text)
{
  return value != NULL && value->kind == KOMA_PICKLE_TEXT && value->length == strlen (text) &&
         memcmp (value->data, text, value->length) == 0;
}

/**
 * koma_pickle_dup_text:
 * @value: (nullable): a value
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): the text; %NULL where it is none, no UTF-8, or has a NUL
 */
char *
koma_pickle_dup_text (const KomaPickleValue *value)
{
  if (value == NULL || value->kind != KOMA_PICKLE_TEXT ||
      !g_utf8_validate_len ((const char *) value->data, value->length, NULL))
    return NULL;
  return g_strndup ((const char *) value->data, value->length);
}
