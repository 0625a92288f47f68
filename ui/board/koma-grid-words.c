/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-words.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

gboolean
koma_grid_words_is_not_sure (KomaResultItem  *cell,
                             KomaPreferences *preferences)
{
  const KomaResult *result = koma_result_item_get_result (cell);

  return result != NULL && !koma_preferences_is_sure (preferences, result);
}

char *
koma_grid_words_for_answer (KomaResultItem *cell)
{
  const KomaResult *result = koma_result_item_get_result (cell);

  KOMA_ASSERT_MAIN_THREAD ();

  switch (koma_result_item_get_state (cell)) {
  case KOMA_ITEM_DONE:
    return g_strdup (koma_result_get_class (result, 0).name);
  case KOMA_ITEM_FAILED:
    return g_strdup (koma_words_for_picture_error (koma_result_item_get_error (cell)));
  case KOMA_ITEM_STOPPED:
    return g_strdup (_ ("Stopped"));
  default:
    return g_strdup (_ ("Waiting"));
  }
}

static char *
describe_answer (KomaResultItem  *cell,
                 KomaPreferences *preferences)
{
  const KomaResult *result = koma_result_item_get_result (cell);
  g_autofree char  *answer = koma_grid_words_for_answer (cell);
  g_autofree char  *percent = NULL;
  g_autofree char  *text = NULL;

  if (result == NULL)
    return g_steal_pointer (&answer);
  percent = koma_words_for_score (result->classes[0].score);
  text = g_strdup_printf (C_ ("class and score", "%s %s"), answer, percent);
  if (koma_grid_words_is_not_sure (cell, preferences))
    return g_strdup_printf (_ ("%s (not sure)"), text);
  return g_steal_pointer (&text);
}

char *
koma_grid_words_for_cell (KomaResultItem  *cell,
                          guint            position,
                          guint            n_columns,
                          KomaPreferences *preferences)
{
  g_autofree char *answer = describe_answer (cell, preferences);

  KOMA_ASSERT_MAIN_THREAD ();

  /* Translators: a cell of a picture that is cut into a grid, and what it shows */
  return g_strdup_printf (_ ("Row %u, column %u: %s"), position / n_columns + 1,
                          position % n_columns + 1, answer);
}

char *
koma_grid_words_for_all (GListModel      *cells,
                         KomaPreferences *preferences)
{
  const guint      n = g_list_model_get_n_items (cells);
  guint            n_not_sure = 0;
  g_autofree char *all = g_strdup_printf (ngettext ("%u cell", "%u cells", n), n);

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < n; i++) {
    g_autoptr (KomaResultItem) cell = g_list_model_get_item (cells, i);

    if (koma_result_item_get_error (cell) != NULL)
      return koma_grid_words_for_answer (cell);
    n_not_sure += koma_grid_words_is_not_sure (cell, preferences);
  }
  /* Translators: “81 cells, 3 not sure” */
  return n_not_sure > 0 ? g_strdup_printf (_ ("%s, %u not sure"), all, n_not_sure)
                        : g_steal_pointer (&all);
}

char *
koma_grid_words_for_table (GListModel *cells,
                           guint       n_columns)
{
  g_autoptr (GString) text = g_string_new (NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < g_list_model_get_n_items (cells); i++) {
    g_autoptr (KomaResultItem) cell = g_list_model_get_item (cells, i);
    g_autofree char *answer = koma_grid_words_for_answer (cell);

    g_strdelimit (answer, "\t\n", ' ');
    g_string_append (text, answer);
    g_string_append_c (text, i % n_columns + 1 < n_columns ? '\t' : '\n');
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
