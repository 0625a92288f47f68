/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace.h"

#include "environment-private.h"

typedef struct
{
  gpointer       data;
  GDestroyNotify destroy;
} Owned;

static void
owned_free (gpointer data)
{
  Owned *owned = data;

  if (owned->destroy != NULL)
    owned->destroy (owned->data);
  g_free (owned);
}

static void
custom_clear (gpointer data)
{
  g_free ((gpointer) ((KomaGradientCustom *) data)->x);
}

KomaTrace *
koma_trace_new (void)
{
  KomaTrace *self = g_atomic_rc_box_new0 (KomaTrace);

  self->graph = koma_graph_new ();
  self->arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);
  self->captured = g_hash_table_new (NULL, NULL);
  self->watched = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->custom = g_array_new (FALSE, FALSE, sizeof (KomaGradientCustom));
  g_array_set_clear_func (self->custom, custom_clear);
  self->owned = g_ptr_array_new_with_free_func (owned_free);
  return self;
}

KomaTrace *
koma_trace_ref (KomaTrace *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
trace_clear (gpointer data)
{
  KomaTrace *self = data;

  g_clear_pointer (&self->updates, g_hash_table_unref);
  g_clear_pointer (&self->uses, g_ptr_array_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_ptr_array_unref (self->owned);
  g_array_unref (self->custom);
  g_hash_table_unref (self->watched);
  g_hash_table_unref (self->captured);
  g_ptr_array_unref (self->arrays);
  koma_graph_free (self->graph);
}

void
koma_trace_unref (KomaTrace *self)
{
  g_atomic_rc_box_release_full (self, trace_clear);
}

static KomaValueId
add_input (KomaTrace *self,
           KomaArray *array)
{
  g_ptr_array_add (self->arrays, koma_array_ref (array));
  return koma_graph_add_input (self->graph, "x", array->dtype, &array->shape);
}

KomaValueId
koma_trace_capture (KomaTrace *self,
                    KomaArray *array)
{
  KomaValueId id = GPOINTER_TO_UINT (g_hash_table_lookup (self->captured, array));

  if (id != 0)
    return id - 1;
  id = add_input (self, array);
  g_hash_table_insert (self->captured, array, GUINT_TO_POINTER (id + 1));
  return id;
}

KomaValueId
koma_trace_watch (KomaTrace *self,
                  gpointer   tensor,
                  KomaArray *array)
{
  KomaValueId id = koma_trace_find (self, tensor);

  if (id != KOMA_VALUE_NONE)
    return id;
  id = add_input (self, array);
  g_hash_table_insert (self->watched, g_object_ref (tensor), GUINT_TO_POINTER (id + 1));
  return id;
}

/* KOMA_VALUE_NONE: it is not watched. */
KomaValueId
koma_trace_find (const KomaTrace *self,
                 gpointer         tensor)
{
  const guint id = GPOINTER_TO_UINT (g_hash_table_lookup (self->watched, tensor));

  return id != 0 ? id - 1 : KOMA_VALUE_NONE;
}

void
koma_trace_forget (KomaTrace *self,
                   gpointer   tensor)
{
  g_hash_table_remove (self->watched, tensor);
}

void
koma_trace_truncate (KomaTrace *self,
                     guint      n_nodes)
{
  const guint          n_now = koma_graph_get_n_nodes (self->graph);
  g_autofree gboolean *is_removed = g_new0 (gboolean, n_now + 1);

  for (guint i = n_nodes; i < n_now; i++)
    is_removed[i] = TRUE;
  koma_graph_remove_nodes (self->graph, is_removed);
}

void
koma_trace_add_custom (KomaTrace                *self,
                       const KomaGradientCustom *custom,
                       gpointer                  owned,
                       GDestroyNotify            destroy)
{
  KomaGradientCustom copy = *custom;
  Owned             *entry = g_new0 (Owned, 1);

  copy.x = g_memdup2 (custom->x, custom->n_x * sizeof (KomaValueId));
  g_array_append_val (self->custom, copy);
  entry->data = owned;
  entry->destroy = destroy;
  g_ptr_array_add (self->owned, entry);
}

/**
 * koma_trace_compute:
 *
 * Runs the part of the graph that some values need, compiled once for all parts like it.
 *
 * Errors: those of koma_environment_run().
 */
gboolean
koma_trace_compute (const KomaTrace   *self,
                    KomaEnvironment   *environment,
                    const KomaValueId *values,
                    guint              n_values,
                    KomaArray        **ret_arrays,
                    GError           **error)
{
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (KomaGraph) graph = koma_graph_extract (self->graph, values, n_values, indices);
  g_autofree KomaArray **inputs = g_new (KomaArray *, indices->len + 1);

  for (guint i = 0; i < indices->len; i++)
    inputs[i] = self->arrays->pdata[g_array_index (indices, guint, i)];
  return koma_environment_run (environment, graph, inputs, ret_arrays, error);
}
