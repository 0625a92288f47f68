/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"

#include <math.h>

#include "engine/formats/json.h"

/* All numbers in a node, those of nested lists one behind the other. */
static void
append (GArray   *ints,
        JsonNode *node)
{
  JsonArray *array = koma_json_node_array (node);
  gint64     number = 0;

  for (guint i = 0; i < koma_json_array_length (array); i++)
    append (ints, koma_json_element (array, i));
  if (array == NULL && koma_json_node_int (node, &number)) {
    const int value = (int) CLAMP (number, G_MININT, G_MAXINT);

    g_array_append_val (ints, value);
  }
}

Ints
attribute_ints (JsonObject *attributes,
                const char *name)
{
  JsonNode *node = koma_json_get (attributes, name);
  GArray   *ints = NULL;
  Ints      result = { 0 };

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return result;
  /* Not NULL where it is empty. */
  ints = g_array_sized_new (TRUE, FALSE, sizeof (int), 1);
  append (ints, node);
  result.n = ints->len;
  result.at = (int *) g_array_free (ints, FALSE);
  return result;
}

void
ints_clear (Ints *ints)
{
  g_clear_pointer (&ints->at, g_free);
}

double
attribute_double (JsonObject *attributes,
                  const char *name,
                  double      fallback)
{
  JsonNode *node = koma_json_get (attributes, name);
  double    value = fallback;

  return node != NULL && koma_json_node_double (node, &value) ? value : fallback;
}

int
attribute_int (JsonObject *attributes,
               const char *name,
               int         fallback)
{
  return (int) fmin (fmax (attribute_double (attributes, name, fallback), G_MININT), G_MAXINT);
}

gboolean
attribute_boolean (JsonObject *attributes,
                   const char *name)
{
  JsonNode *node = koma_json_get (attributes, name);
  gboolean  value = FALSE;

  return node != NULL && koma_json_node_boolean (node, &value) && value;
}

/* float32 where it is missing. */
gboolean
attribute_dtype (JsonObject *attributes,
                 const char *name,
                 KomaDType  *ret_dtype,
                 GError    **error)
{
  const char *text = koma_json_get_string (attributes, name);

  *ret_dtype = KOMA_DTYPE_FLOAT32;
  return text == NULL || koma_dtype_from_name (text, ret_dtype) ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no dtype “%s”", text);
}
