/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-inspection.h"

void
koma_inspection_clear (KomaInspection *self)
{
  g_clear_pointer (&self->session, koma_session_free);
  g_clear_pointer (&self->model, koma_model_unref);
  g_clear_error (&self->session_error);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}

/**
 * koma_inspection_count_steps:
 *
 * Counts the steps of each backend.
 *
 * Returns: (transfer full) (element-type utf8 guint):
 */
GHashTable *
koma_inspection_count_steps (const KomaInspection *self)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < koma_session_get_n_steps (self->session); i++) {
    const char *name = koma_session_get_step (self->session, i).backend->name;
    gpointer    count = g_hash_table_lookup (counts, name);

    g_hash_table_insert (counts, (gpointer) name, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
  }
  return counts;
}

/**
 * koma_inspection_get_value:
 * @is_output: whether an output is meant
 *
 * Returns: (transfer none): with its shape, where the model could be compiled
 */
const KomaValue *
koma_inspection_get_value (const KomaInspection *self,
                           gboolean              is_output,
                           guint                 index)
{
  KomaGraph *graph = koma_model_get_file_graph (self->model);

  if (!is_output)
    return koma_graph_get_value (graph, koma_graph_get_input (graph, index));
  if (self->session != NULL)
    return koma_session_get_output (self->session, index);
  return koma_graph_get_value (graph, koma_graph_get_output (graph, index));
}

char *
koma_inspection_describe_part (const KomaInspection *self,
                               KomaRecipePart        part)
{
  const KomaWordHead *head = koma_word_head_find (self->model);

  if (part == KOMA_PART_LABELS)
    return g_strdup (koma_labels_get_source (koma_model_get_labels (self->model)));
  if (part == KOMA_PART_CLASSES || part == KOMA_PART_PROMPTS)
    return head != NULL ? koma_word_head_dup_text (head, part) : NULL;
  return koma_recipe_dup_part (koma_model_get_recipe (self->model, NULL), part);
}
