/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "shown-definition.h"

#include "ui/results/koma-search-text.h"

KomaResultClass
shown_get_class (gconstpointer item,
                 guint         rank)
{
  KomaResult *result = koma_result_item_get_result ((KomaResultItem *) item);

  return result != NULL ? koma_result_get_class (result, rank) : (KomaResultClass){ 0 };
}

static gboolean
has_state (KomaResultItem *item,
           KomaOnly        only)
{
  KomaItemState state = koma_result_item_get_state (item);

  return only == KOMA_ONLY_ALL ||
         (only == KOMA_ONLY_NOT_SURE && state == KOMA_ITEM_DONE &&
          shown_get_class (item, 0).score < 0.5f) ||
         (only == KOMA_ONLY_FAILED && state == KOMA_ITEM_FAILED) ||
         (only == KOMA_ONLY_WAITING && (state == KOMA_ITEM_WAITING || state == KOMA_ITEM_STOPPED));
}

/* The only ones without a kind. */
static gboolean
is_of_kind (const KomaResultClass *class)
{
  return class->name != NULL && !g_str_equal (class->name, "crane");
}

/* The likelier: the crane, or the animals together. */
static const char *
get_kind (KomaResultItem *item)
{
  float animals = 0.0f, crane = 0.0f;

  for (guint i = 0; i < 2; i++) {
    const KomaResultClass class = shown_get_class (item, i);

    if (is_of_kind (&class))
      animals += class.score;
    else
      crane += class.score;
  }
  return animals > crane ? "Animals" : "Other";
}

static gboolean
is_zebra (const KomaResultClass *class)
{
  return class->name != NULL && g_str_equal (class->name, "zebra");
}

static gboolean
has_text (KomaResultItem *item,
          const char     *word)
{
  g_autofree char      *name = g_file_get_basename (koma_result_item_get_file (item));
  g_autofree char      *folded = koma_search_text_fold (word);
  const KomaResultClass best = shown_get_class (item, 0);
  const KomaResultClass second = shown_get_class (item, 1);
  g_autofree char      *all = NULL;
  g_autofree char      *all_folded = NULL;

  all = g_strjoin ("\n", name, best.name != NULL ? best.name : "",
                   is_of_kind (&best) ? "Animals" : "", is_zebra (&best) ? "Horses" : "", NULL);
  if (second.name != NULL && second.score >= 0.1f) {
    g_autofree char *before = g_steal_pointer (&all);

    all = g_strjoin ("\n", before, second.name, is_of_kind (&second) ? "Animals" : "",
                     is_zebra (&second) ? "Horses" : "", NULL);
  }
  all_folded = koma_search_text_fold (all);
  return strstr (all_folded, folded) != NULL;
}

static gboolean
is_match (KomaResultItem        *item,
          const KomaResultQuery *query)
{
  const KomaResultClass best = shown_get_class (item, 0);

  return has_state (item, query->only) &&
         (query->class_name == NULL ||
          (best.name != NULL && g_str_equal (best.name, query->class_name))) &&
         (query->kind_name == NULL ||
          (best.name != NULL && g_str_equal (get_kind (item), query->kind_name))) &&
         (!koma_result_query_has_range (query) ||
          (best.name != NULL && best.score >= query->min_score &&
           best.score <= query->max_score)) &&
         (*query->text == '\0' || has_text (item, query->text));
}

static int
compare_titles (const char *a,
                const char *b)
{
  return g_utf8_collate (a, b);
}

static int
compare_names (KomaResultItem *a,
               KomaResultItem *b)
{
  g_autofree char *name_a = g_file_get_basename (koma_result_item_get_file (a));
  g_autofree char *name_b = g_file_get_basename (koma_result_item_get_file (b));
  g_autofree char *key_a = g_utf8_collate_key_for_filename (name_a, -1);
  g_autofree char *key_b = g_utf8_collate_key_for_filename (name_b, -1);

  return strcmp (key_a, key_b);
}

static int
compare_folders (KomaResultItem *a,
                 KomaResultItem *b)
{
  g_autoptr (GFile) folder_a = g_file_get_parent (koma_result_item_get_file (a));
  g_autoptr (GFile) folder_b = g_file_get_parent (koma_result_item_get_file (b));
  g_autofree char *key_a = g_utf8_collate_key_for_filename (g_file_peek_path (folder_a), -1);
  g_autofree char *key_b = g_utf8_collate_key_for_filename (g_file_peek_path (folder_b), -1);

  return strcmp (key_a, key_b);
}

/* Of states: after all classes, in this order. */
static int
get_state_rank (KomaResultItem *item)
{
  static const int ranks[] = {
    [KOMA_ITEM_DONE] = 0,
    [KOMA_ITEM_WAITING] = 1,
    [KOMA_ITEM_STOPPED] = 2,
    [KOMA_ITEM_FAILED] = 3,
  };

  return ranks[koma_result_item_get_state (item)];
}

static double
get_value (KomaResultItem *item,
           KomaSort        sort)
{
  const double score = shown_get_class (item, 0).score;

  return sort == KOMA_SORT_SCORE ? score : score - shown_get_class (item, 1).score;
}

static int
compare_by (KomaResultItem *a,
            KomaResultItem *b,
            KomaSort        sort)
{
  int order = 0;

  switch (sort) {
  case KOMA_SORT_NAME:
    return compare_names (a, b);
  case KOMA_SORT_FOLDER:
    order = compare_folders (a, b);
    return order != 0 ? order : compare_names (a, b);
  case KOMA_SORT_CLASS:
    return compare_titles (shown_get_class (a, 0).name, shown_get_class (b, 0).name);
  case KOMA_SORT_SCORE:
  case KOMA_SORT_MARGIN:
    order = get_value (a, sort) > get_value (b, sort);
    return order - (get_value (a, sort) < get_value (b, sort));
  default:
    return 0;
  }
}

int
shown_compare_groups (KomaResultItem *a,
                      KomaResultItem *b,
                      KomaGroupBy     group)
{
  if (group == KOMA_GROUP_NONE)
    return 0;
  if (group == KOMA_GROUP_FOLDER)
    return compare_folders (a, b);
  if (get_state_rank (a) != get_state_rank (b))
    return get_state_rank (a) - get_state_rank (b);
  /* No answer of these tests has a vector. */
  if (get_state_rank (a) == 0 && group == KOMA_GROUP_SIMILAR)
    return 0;
  if (get_state_rank (a) == 0 && group == KOMA_GROUP_KIND)
    return compare_titles (get_kind (a), get_kind (b));
  return get_state_rank (a) > 0
           ? 0
           : compare_titles (shown_get_class (a, 0).name, shown_get_class (b, 0).name);
}

/* A stable sort of pictures as they came keeps that order where all else is equal. */
static int
compare_cb (gconstpointer a,
            gconstpointer b,
            gpointer      user_data)
{
  KomaResultItem        *x = *(KomaResultItem *const *) a, *y = *(KomaResultItem *const *) b;
  const KomaResultQuery *query = user_data;
  int                    order = shown_compare_groups (x, y, query->group);

  if (order != 0)
    return order;
  order = (shown_get_class (x, 0).name == NULL) - (shown_get_class (y, 0).name == NULL);
  if (query->sort >= KOMA_SORT_CLASS &&
      (shown_get_class (x, 0).name == NULL || shown_get_class (y, 0).name == NULL))
    return order;
  order = compare_by (x, y, query->sort);
  return query->is_descending ? -order : order;
}

GPtrArray *
shown_list_expected (GListModel            *all,
                     const KomaResultQuery *query)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  guint      n = g_list_model_get_n_items (all);

  for (guint i = 0; i < n; i++) {
    const gboolean is_reversed = query->sort == KOMA_SORT_ADDED && query->is_descending;
    g_autoptr (KomaResultItem) item = g_list_model_get_item (all, is_reversed ? n - 1 - i : i);

    if (is_match (item, query))
      g_ptr_array_add (items, g_steal_pointer (&item));
  }
  g_ptr_array_sort_with_data (items, compare_cb, (gpointer) query);
  return items;
}
