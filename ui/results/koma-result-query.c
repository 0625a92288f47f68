/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-query.h"

/* A value. Thread: any, each its own copy. */

KomaResultQuery *
koma_result_query_new (void)
{
  KomaResultQuery *query = g_new0 (KomaResultQuery, 1);

  query->text = g_strdup ("");
  query->max_score = 1.0;
  return query;
}

KomaResultQuery *
koma_result_query_copy (const KomaResultQuery *query)
{
  KomaResultQuery *copy = g_memdup2 (query, sizeof *query);

  copy->text = g_strdup (query->text);
  copy->like = query->like != NULL ? koma_feature_vector_ref (query->like) : NULL;
  copy->like_name = g_strdup (query->like_name);
  copy->class_name = g_strdup (query->class_name);
  copy->kind_name = g_strdup (query->kind_name);
  return copy;
}

void
koma_result_query_free (KomaResultQuery *query)
{
  g_free (query->text);
  koma_feature_vector_unref (query->like);
  g_free (query->like_name);
  g_free (query->class_name);
  g_free (query->kind_name);
  g_free (query);
}

gboolean
koma_result_query_is_equal (const KomaResultQuery *a,
                            const KomaResultQuery *b)
{
  return g_str_equal (a->text, b->text) && a->like == b->like &&
         g_strcmp0 (a->like_name, b->like_name) == 0 &&
         g_strcmp0 (a->class_name, b->class_name) == 0 &&
         g_strcmp0 (a->kind_name, b->kind_name) == 0 &&
         a->min_score == b->min_score && a->max_score == b->max_score && a->only == b->only &&
         a->sort == b->sort && a->is_descending == b->is_descending && a->group == b->group;
}

gboolean
koma_result_query_is_searching (const KomaResultQuery *query)
{
  return *query->text != '\0' || query->like != NULL;
}

gboolean
koma_result_query_has_range (const KomaResultQuery *query)
{
  return query->min_score > 0.0 || query->max_score < 1.0;
}

gboolean
koma_result_query_is_filtering (const KomaResultQuery *query)
{
  return query->class_name != NULL || query->kind_name != NULL || query->only != KOMA_ONLY_ALL ||
         koma_result_query_has_range (query);
}

gboolean
koma_result_query_is_plain (const KomaResultQuery *query)
{
  return !koma_result_query_is_searching (query) && !koma_result_query_is_filtering (query) &&
         query->sort == KOMA_SORT_ADDED && !query->is_descending &&
         query->group == KOMA_GROUP_NONE;
}
