/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-info-private.h"

#include "koma-described-recipe.h"
#include "koma-vector-space.h"

#include "engine/koma-app.h"

static const char *const *
join_lists (const char *const *first,
            const char *const *second)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (first != NULL)
    g_strv_builder_addv (builder, (const char **) first);
  if (second != NULL)
    g_strv_builder_addv (builder, (const char **) second);
  return (const char *const *) g_strv_builder_end (builder);
}

static KomaLabels *
get_labels (const KomaModel *model,
            guint            n_classes)
{
  KomaLabels *labels = koma_model_get_labels (model);

  return labels != NULL && koma_labels_get_n (labels) == n_classes
           ? koma_labels_ref (labels)
           : koma_labels_fit (NULL, n_classes, NULL);
}

/* They belong to what an answer comes from. */
static void
add_words (KomaModelInfo *info)
{
  g_autofree char *before = g_steal_pointer (&info->recipe);
  g_auto (GStrv) lines = g_strsplit (info->classes, "\n", -1);
  g_autofree char *classes = g_strjoinv ("; ", lines);
  g_autofree char *sentences = NULL;

  if (info->prompts != NULL) {
    g_auto (GStrv) prompts = g_strsplit (info->prompts, "\n", -1);

    sentences = g_strjoinv ("; ", prompts);
  }
  info->recipe = g_strconcat (before, "; compared with the words: ", classes,
                              sentences != NULL ? "; in the sentences: " : NULL, sentences, NULL);
}

static void
describe_words (const KomaModel *model,
                KomaModelInfo   *info)
{
  const KomaWordHead *head = koma_word_head_find (model);

  if (head == NULL)
    return;
  info->classes = koma_word_head_dup_text (head, KOMA_PART_CLASSES);
  info->prompts = koma_word_head_dup_text (head, KOMA_PART_PROMPTS);
  info->space = koma_vector_space_dup_name (model, koma_word_head_get_space (head));
  add_words (info);
}

/*< private >
 * koma_model_info_new:
 * @parts: all that is known
 *
 * Returns: (transfer full): the description of the model, for threads that do
 *   not own the session
 */
KomaModelInfo *
koma_model_info_new (const KomaModelInfoParts *parts)
{
  const KomaModel        *model = parts->model;
  KomaModelInfo          *info = g_new0 (KomaModelInfo, 1);
  const KomaRecipe       *recipe = koma_model_get_recipe (model, NULL);
  const KomaBackendClass *backend = koma_session_get_backend (parts->session);

  g_atomic_ref_count_init (&info->ref_count);
  info->path = g_strdup (koma_model_get_path (model));
  info->name = g_strdup (koma_model_get_name (model));
  info->format = g_strdup (koma_model_get_format (model));
  info->hash = g_strdup (koma_model_get_hash (model));
  info->recipe = koma_described_recipe_new (recipe);
  info->range = koma_recipe_dup_range (recipe);
  info->values = *recipe;
  info->is_size_open = koma_model_is_size_open (model);
  info->labels = get_labels (model, parts->n_classes);
  info->labels_path = g_strdup (koma_model_get_labels_path (model));
  describe_words (model, info);
  info->backend = backend->name;
  info->backend_title = backend->title;
  (void) backend->probe (&info->device, NULL); /* has been asked before: kept */
  info->is_software = backend->is_software != NULL && backend->is_software ();
  info->n_classes = parts->n_classes;
  info->n_kinds = koma_labels_count_classes (info->labels);
  info->is_integer = koma_session_is_integer (parts->session);
  info->precision = koma_session_get_precision (parts->session);
  info->n_threads = parts->n_threads;
  info->warnings = join_lists (koma_model_get_warnings (model), parts->warnings);
  info->findings = koma_doctor_examine (model, parts->session, NULL);
  if (parts->autotune != NULL)
    koma_findings_accept_backend (info->findings);
  info->autotune = parts->autotune != NULL ? koma_autotune_report_ref (parts->autotune) : NULL;
  info->before = parts->before != NULL ? koma_model_info_ref (parts->before) : NULL;
  return info;
}

/**
 * koma_model_info_ref:
 * @info: a description of a model
 *
 * Thread: any.
 *
 * Returns: (transfer full): @info
 */
KomaModelInfo *
koma_model_info_ref (KomaModelInfo *info)
{
  g_return_val_if_fail (info != NULL, NULL);

  g_atomic_ref_count_inc (&info->ref_count);
  return info;
}

/**
 * koma_model_info_unref:
 * @info: (nullable) (transfer full): a description of a model
 *
 * Thread: any.
 */
void
koma_model_info_unref (KomaModelInfo *info)
{
  if (info == NULL || !g_atomic_ref_count_dec (&info->ref_count))
    return;

  g_free (info->path);
  g_free (info->name);
  g_free (info->format);
  g_free (info->hash);
  g_free (info->recipe);
  g_free (info->range);
  g_clear_pointer (&info->labels, koma_labels_unref);
  g_free (info->labels_path);
  g_free (info->classes);
  g_free (info->prompts);
  g_free (info->space);
  g_free (info->device);
  g_free (info->version);
  g_strfreev ((char **) info->warnings);
  g_clear_pointer (&info->findings, g_ptr_array_unref);
  koma_autotune_report_unref (info->autotune);
  koma_model_info_unref (info->before);
  g_free (info);
}

/**
 * koma_model_info_has_failed_over:
 * @info: a description of a model
 *
 * Thread: any.
 *
 * Returns: whether the backend before failed
 */
gboolean
koma_model_info_has_failed_over (const KomaModelInfo *info)
{
  return info->before != NULL && info->before->autotune == info->autotune &&
         !koma_model_info_has_found_range (info);
}

/**
 * koma_model_info_has_found_range:
 * @info: a description of a model
 *
 * Thread: any.
 *
 * Returns: whether pictures told another range than that before, which was a guess
 */
gboolean
koma_model_info_has_found_range (const KomaModelInfo *info)
{
  return info->before != NULL &&
         info->before->values.sources[KOMA_PART_RANGE] == KOMA_SOURCE_GUESS &&
         info->values.sources[KOMA_PART_RANGE] == KOMA_SOURCE_PICTURES;
}

/**
 * koma_model_info_shares_vectors:
 * @a: a description of a model
 * @b: another
 *
 * Thread: any.
 *
 * Returns: whether both make the same vector of a picture, so that only words tell their answers
 *   apart
 */
gboolean
koma_model_info_shares_vectors (const KomaModelInfo *a,
                                const KomaModelInfo *b)
{
  return a->space != NULL && g_strcmp0 (a->space, b->space) == 0;
}

/**
 * koma_model_info_comes_from:
 * @info: a description of a model
 * @loaded: another
 *
 * Returns: whether @info took the place of @loaded, after one backend failed or
 *   several
 */
gboolean
koma_model_info_comes_from (const KomaModelInfo *info,
                            const KomaModelInfo *loaded)
{
  const KomaModelInfo *before = info->before;

  while (before != NULL && before != loaded)
    before = before->before;
  return before != NULL;
}
