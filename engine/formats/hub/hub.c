/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "hub.h"

#include "engine/formats/json.h"

/**
 * koma_hub_init:
 * @graph: (transfer none): to be filled; outlives @self
 * @weights: (transfer none): outlive @self; those that are used are taken
 *
 * The caller sets the other fields. Thread: any.
 */
void
koma_hub_init (KomaHub        *self,
               KomaGraph      *graph,
               KomaHubWeights *weights)
{
  *self = (KomaHub){
    .weights = weights,
    .names = g_string_chunk_new (1024),
    .image_embeds = KOMA_VALUE_NONE,
    .text_embeds = KOMA_VALUE_NONE,
  };
  koma_builder_init (&self->nodes, graph, "");
  self->nodes.has_op_in_name = TRUE;
}

void
koma_hub_clear (KomaHub *self)
{
  koma_builder_clear (&self->nodes);
  g_clear_pointer (&self->names, g_string_chunk_free);
}

const char *
koma_hub_name (const KomaHub *self,
               const char    *format,
               ...)
{
  g_autofree char *name = NULL;
  va_list          args;

  va_start (args, format);
  name = g_strdup_vprintf (format, args);
  va_end (args);
  return g_string_chunk_insert_const (self->names, name);
}

gint64
koma_hub_int (const KomaHub *self,
              const char    *name,
              gint64         fallback)
{
  gint64 number = 0;

  return koma_json_node_int (koma_json_get (self->settings, name), &number) ? number : fallback;
}

double
koma_hub_double (const KomaHub *self,
                 const char    *name,
                 double         fallback)
{
  double number = 0;

  return koma_json_node_double (koma_json_get (self->settings, name), &number) ? number : fallback;
}

gboolean
koma_hub_boolean (const KomaHub *self,
                  const char    *name,
                  gboolean       fallback)
{
  gboolean flag = FALSE;

  return koma_json_node_boolean (koma_json_get (self->settings, name), &flag) ? flag : fallback;
}

const char *
koma_hub_string (const KomaHub *self,
                 const char    *name,
                 const char    *fallback)
{
  const char *text = koma_json_get_string (self->settings, name);

  return text != NULL ? text : fallback;
}

gint64
koma_hub_list_int (const KomaHub *self,
                   const char    *name,
                   guint          index,
                   gint64         fallback)
{
  JsonArray *list = koma_json_get_array (self->settings, name);
  gint64     number = 0;

  if (list == NULL)
    return koma_hub_int (self, name, fallback);
  return koma_json_node_int (koma_json_element (list, index), &number) ? number : fallback;
}

/* What the file calls a weight. */
static const char *
add_prefix (const KomaHub *self,
            const char    *name)
{
  return self->prefix != NULL ? koma_hub_name (self, "%s%s", self->prefix, name) : name;
}

gboolean
koma_hub_has (const KomaHub *self,
              const char    *name)
{
  return koma_hub_weights_look (self->weights, add_prefix (self, name)) != NULL;
}

KomaShape
koma_hub_look_shape (const KomaHub *self,
                     const char    *name)
{
  const KomaArray *array = koma_hub_weights_look (self->weights, add_prefix (self, name));

  return array != NULL ? array->shape : KOMA_SHAPE_SCALAR;
}

/**
 * koma_hub_take:
 * @name: of a weight
 * @rank: that it is to have
 *
 * Thread: any. Errors, kept by @self's builder: %KOMA_ERROR_MODEL where the weight is missing,
 * %KOMA_ERROR_SHAPE where it has another rank or no real numbers.
 *
 * Returns: (transfer full) (nullable): the weight, which is not there any more
 */
KomaArray *
koma_hub_take (KomaHub    *self,
               const char *name,
               guint       rank)
{
  const char *full = add_prefix (self, name);
  g_autoptr (KomaArray) array = NULL;
  g_autofree char *shape = NULL;

  if (self->nodes.error != NULL)
    return NULL;
  array = koma_hub_weights_take (self->weights, full);
  if (array == NULL) {
    koma_builder_fail (&self->nodes, KOMA_ERROR_MODEL,
                       "weight “%s” is missing, which architecture %s needs", full,
                       self->architecture);
    return NULL;
  }
  if (array->shape.rank == rank && array->dtype == KOMA_DTYPE_FLOAT32 && array->count > 0)
    return g_steal_pointer (&array);
  shape = koma_shape_to_string (&array->shape);
  koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                     "weight “%s” is %s %s, expected float32 with %u dimensions", full,
                     koma_dtype_name (array->dtype), shape, rank);
  return NULL;
}

KomaValueId
koma_hub_weight (KomaHub    *self,
                 const char *name,
                 guint       rank)
{
  g_autoptr (KomaArray) array = koma_hub_take (self, name, rank);

  return array != NULL ? koma_builder_constant (&self->nodes, add_prefix (self, name), array)
                       : KOMA_VALUE_NONE;
}

KomaValueId
koma_hub_weight_or_none (KomaHub    *self,
                         const char *name,
                         guint       rank)
{
  return koma_hub_has (self, name) ? koma_hub_weight (self, name, rank) : KOMA_VALUE_NONE;
}

void
koma_hub_drop_layer (KomaHub    *self,
                     const char *layer)
{
  koma_hub_weights_drop (self->weights, add_prefix (self, koma_hub_name (self, "%s.", layer)));
}
