/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-order.h"

#include <string.h>

static double
get_score (const KomaShownEntry *entry)
{
  return entry->result->classes[0].score;
}

static double
get_margin (const KomaShownEntry *entry)
{
  const KomaClassScore *classes = entry->result->classes;

  return entry->result->n_classes > 1 ? classes[0].score - classes[1].score : classes[0].score;
}

static int
compare_numbers (double a,
                 double b)
{
  return (a > b) - (a < b);
}

/* In ascending order; both have classes where the order is about them. */
static int
compare_values (const KomaShownEntry *a,
                const KomaShownEntry *b,
                KomaSort              sort)
{
  int order = 0;

  switch (sort) {
  case KOMA_SORT_NAME:
    return strcmp (a->name_key, b->name_key);
  case KOMA_SORT_FOLDER:
    order = koma_shown_group_compare (a->folder, b->folder);
    return order != 0 ? order : strcmp (a->name_key, b->name_key);
  case KOMA_SORT_DATE:
    return compare_numbers (a->date, b->date);
  case KOMA_SORT_CLASS:
    return koma_shown_group_compare (a->class, b->class);
  case KOMA_SORT_SCORE:
    return compare_numbers (get_score (a), get_score (b));
  case KOMA_SORT_MARGIN:
    return compare_numbers (get_margin (a), get_margin (b));
  case KOMA_SORT_ADDED:
  case KOMA_N_SORTS:
  default:
    return compare_numbers (a->index, b->index);
  }
}

/**
 * koma_shown_order_compare:
 *
 * A total order: by group, then by likeness where the query asks for that, else by what it sorts
 * by, then as pictures came. Pictures without
 * an answer come last in an order by answers, ascending and descending.
 *
 * Returns: less than, equal to, or greater than zero
 */
int
koma_shown_order_compare (KomaShownKeys         *keys,
                          const KomaShownEntry  *a,
                          const KomaShownEntry  *b,
                          const KomaResultQuery *query)
{
  const KomaShownGroup *group_a = koma_shown_keys_get_group (keys, a, query->group);
  const KomaShownGroup *group_b = koma_shown_keys_get_group (keys, b, query->group);
  const gboolean        is_by_answer = query->sort >= KOMA_SORT_CLASS;
  int                   order = koma_shown_group_compare (group_a, group_b);

  if (order != 0)
    return order;
  if (query->like != NULL)
    order = compare_numbers (b->more->likeness, a->more->likeness);
  else if (is_by_answer && (a->class == NULL || b->class == NULL))
    order = (a->class == NULL) - (b->class == NULL);
  else if ((order = compare_values (a, b, query->sort)) != 0 && query->is_descending)
    order = -order;
  return order != 0 ? order : compare_numbers (a->index, b->index);
}
