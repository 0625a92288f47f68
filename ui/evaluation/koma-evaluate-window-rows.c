/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "koma-evaluate-window-private.h"

/* Of McNemar's test: a difference that chance makes less often than this is told as one. */
#define SIGNIFICANT 0.05

GtkWidget *
koma_evaluate_window_create_row (const char *title,
                                 const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 3);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  return row;
}

AdwActionRow *
koma_evaluate_window_add_row (KomaEvaluateWindow  *self,
                              AdwPreferencesGroup *group,
                              const char          *title,
                              const char          *subtitle)
{
  GtkWidget *row = koma_evaluate_window_create_row (title, subtitle);

  adw_preferences_group_add (group, row);
  g_ptr_array_add (self->rows, row);
  return ADW_ACTION_ROW (row);
}

char *
koma_evaluate_window_describe_test (const KomaMcnemar *test)
{
  if (test->n_first_only == 0 && test->n_second_only == 0)
    return g_strdup (_ ("Both are right on the same pictures."));
  if (test->p >= SIGNIFICANT)
    /* Translators: a probability in percent */
    return g_strdup_printf (_ ("That may be chance: equally good models differ so much in "
                               "%.3g%% of all cases (McNemar’s test)."),
                            100 * test->p);
  return g_strdup_printf (_ ("That is hardly chance: equally good models differ so much in only "
                             "%.2g%% of all cases (McNemar’s test)."),
                          100 * test->p);
}
