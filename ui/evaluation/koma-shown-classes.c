/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-classes.h"

typedef struct
{
  guint index;
  guint n;       /* pictures of it, and answers */
  guint n_wrong; /* of both */
} Class;

static int
compare_wrong (gconstpointer a,
               gconstpointer b)
{
  const Class *x = a, *y = b;

  return x->n_wrong != y->n_wrong ? (x->n_wrong < y->n_wrong ? 1 : -1)
                                  : (x->index > y->index) - (x->index < y->index);
}

static int
compare_indices (gconstpointer a,
                 gconstpointer b)
{
  const guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

static GArray *
list_used (const guint *counts,
           guint        n_classes)
{
  GArray *used = g_array_new (FALSE, FALSE, sizeof (Class));

  for (guint c = 0; c < n_classes; c++) {
    const guint n_right = counts[(gsize) c * n_classes + c];
    Class class = { .index = c };

    for (guint k = 0; k < n_classes; k++)
      class.n += counts[(gsize) c * n_classes + k] + counts[(gsize) k * n_classes + c];
    class.n_wrong = class.n - 2 * n_right;
    if (class.n > 0)
      g_array_append_val (used, class);
  }
  return used;
}

GArray *
koma_shown_classes_choose (const guint *counts,
                           guint        n_classes,
                           guint        max,
                           gboolean    *ret_is_all)
{
  g_autoptr (GArray) used = list_used (counts, n_classes);
  GArray *shown = g_array_new (FALSE, FALSE, sizeof (guint));

  *ret_is_all = used->len <= max;
  if (!*ret_is_all)
    g_array_sort (used, compare_wrong);
  for (guint i = 0; i < MIN (used->len, max); i++)
    g_array_append_val (shown, g_array_index (used, Class, i).index);
  g_array_sort (shown, compare_indices);
  return shown;
}
