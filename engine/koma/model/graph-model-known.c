/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Inputs that decide shapes, such as that of an ONNX Reshape, are constants of a model that is read
 * for their numbers (formats/onnx/known-inputs.h), as `koma run` does it. Such models are kept, and
 * with them their programs, by the numbers. */
#include "graph-model-known.h"

#include <string.h>

#include "graph-model-private.h"
#include "engine/koma/tensor/tensor-private.h"

/* Those used last; another set of numbers reads the file again. */
#define MAX_KNOWN 8

typedef struct
{
  KomaGraphModel *model;  /* (owned) */
  GPtrArray      *values; /* (owned) GBytes (nullable), one for each input: what it was read for */
} Known;

void
koma_graph_model_known_free (gpointer data)
{
  Known *known = data;

  g_object_unref (known->model);
  g_ptr_array_unref (known->values);
  g_free (known);
}

/* Numbers of the inputs, where they are of the file's type: not copied. */
static GPtrArray *
list_bytes (const KomaGraphModel *self,
            KomaTensor *const    *inputs,
            GError              **error)
{
  const KomaGraph *graph = koma_model_get_file_graph (self->model);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < self->inputs->len; i++) {
    const KomaValue *input = koma_graph_get_value (graph, koma_graph_get_input (graph, i));
    KomaArray       *array = koma_tensor_get_array (inputs[i], error);

    if (array == NULL) {
      g_prefix_error (error, "%s: input “%s”: ", koma_model_get_path (self->model), input->name);
      return NULL;
    }
    g_ptr_array_add (list, array->dtype == input->dtype
                             ? g_bytes_new_static (array->data, koma_array_get_size_bytes (array))
                             : NULL);
  }
  return g_steal_pointer (&list);
}

static GBytes *
copy_bytes (GBytes *bytes)
{
  gsize         size = 0;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  return g_bytes_new (data, size);
}

/* An input that became a constant is one that no node reads. */
static Known *
known_new (KomaGraphModel *model, /* (transfer full) */
           GPtrArray      *bytes)
{
  const KomaGraph  *graph = koma_model_get_file_graph (model->model);
  g_autofree guint *uses = koma_graph_count_uses (graph);
  Known            *known = g_new0 (Known, 1);

  known->model = model;
  known->values = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < bytes->len; i++) {
    const gboolean is_read = uses[koma_graph_get_input (graph, i)] > 0;

    g_ptr_array_add (known->values, is_read || bytes->pdata[i] == NULL
                                      ? NULL
                                      : copy_bytes (bytes->pdata[i]));
  }
  return known;
}

static gboolean
is_for (const Known *known,
        GPtrArray   *bytes)
{
  for (guint i = 0; i < bytes->len; i++)
    if (known->values->pdata[i] != NULL &&
        (bytes->pdata[i] == NULL || !g_bytes_equal (known->values->pdata[i], bytes->pdata[i])))
      return FALSE;
  return TRUE;
}

/* (transfer full) (nullable) */
static KomaGraphModel *
find (KomaGraphModel *self,
      GPtrArray      *bytes)
{
  KomaGraphModel *model = NULL;

  g_mutex_lock (&self->lock);
  for (GList *l = self->known.head; l != NULL && model == NULL; l = l->next)
    if (is_for (l->data, bytes)) {
      model = g_object_ref (((Known *) l->data)->model);
      g_queue_unlink (&self->known, l);
      g_queue_push_head_link (&self->known, l);
    }
  g_mutex_unlock (&self->lock);
  return model;
}

/* Of two threads that read the file for the same numbers, each keeps its own. */
static void
keep (KomaGraphModel *self,
      Known          *known)
{
  Known *oldest = NULL;

  g_mutex_lock (&self->lock);
  g_queue_push_head (&self->known, known);
  if (self->known.length > MAX_KNOWN)
    oldest = g_queue_pop_tail (&self->known);
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&oldest, koma_graph_model_known_free);
}

/**
 * koma_graph_model_know: (skip)
 *
 * Thread: any, that of the tensors; reads the file where the numbers are new.
 *
 * Errors: those of koma_graph_model_load(); %KOMA_ERROR_ARGUMENT if a tensor was disposed of.
 */
KomaGraphModel *
koma_graph_model_know (KomaGraphModel    *self,
                       KomaTensor *const *inputs,
                       GError           **error)
{
  g_autoptr (GPtrArray) bytes = NULL;
  KomaGraphModel *model = NULL;

  if (!self->needs_numbers)
    return g_object_ref (self);
  bytes = list_bytes (self, inputs, error);
  if (bytes == NULL)
    return NULL;
  model = find (self, bytes);
  if (model != NULL)
    return model;
  model = koma_graph_model_load_known (koma_model_get_path (self->model),
                                       (GBytes *const *) bytes->pdata, bytes->len, error);
  if (model != NULL)
    keep (self, known_new (g_object_ref (model), bytes));
  return model;
}
