/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two models side by side: A is the one in use. */
#include "koma-evaluate-window-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "koma-cell-window.h"
#include "koma-class-table.h"
#include "koma-compare-words.h"
#include "ui/koma-words.h"

/* ---- Figures ---- */

static void
add_value (AdwActionRow *row,
           const char   *side, /* "A" */
           const char   *value)
{
  GtkWidget *side_label = gtk_label_new (side);
  GtkWidget *value_label = gtk_label_new (value);

  gtk_widget_set_margin_start (side_label, 6);
  gtk_widget_add_css_class (side_label, "dim-label");
  gtk_label_set_width_chars (GTK_LABEL (value_label), 5);
  gtk_label_set_xalign (GTK_LABEL (value_label), 1);
  gtk_widget_add_css_class (value_label, "numeric");
  adw_action_row_add_suffix (row, side_label);
  adw_action_row_add_suffix (row, value_label);
}

static void
add_figure (KomaEvaluateWindow *self,
            const char         *title,
            const char         *first,
            const char         *second)
{
  AdwActionRow *row = koma_evaluate_window_add_row (self, self->pair_figures, title, NULL);
  /* Translators: for screen readers: a figure, and its values for the models A and B */
  g_autofree char *words = g_strdup_printf (_ ("%s. A: %s. B: %s."), title, first, second);

  add_value (row, "A", first);
  add_value (row, "B", second);
  /* In place of the title, which the row is related to. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
add_rate (KomaEvaluateWindow *self,
          const char         *title,
          double              first,
          double              second)
{
  g_autofree char *first_words = koma_words_for_share (first);
  g_autofree char *second_words = koma_words_for_share (second);

  add_figure (self, title, first_words, second_words);
}

static void
add_errors (KomaEvaluateWindow *self)
{
  KomaEvaluation *const *sides = self->pair->evaluations;
  g_autofree char       *first = koma_words_for_percent (sides[0]->calibration_error, 1);
  g_autofree char       *second = koma_words_for_percent (sides[1]->calibration_error, 1);

  add_figure (self, _ ("Scores Are Off By"), first, second);
}

static void
add_turned (KomaEvaluateWindow *self)
{
  KomaEvaluated *const *sides = self->pair->sides;
  g_autofree char      *first = g_strdup_printf ("%'u", sides[0]->n_turned);
  g_autofree char      *second = g_strdup_printf ("%'u", sides[1]->n_turned);

  if (sides[0]->n_turned + sides[1]->n_turned > 0)
    add_figure (self, _ ("Looked At Upside Down, Too"), first, second);
}

static void
add_side (KomaEvaluateWindow *self,
          const char         *title,
          const char         *recipe)
{
  adw_action_row_set_subtitle_lines (
    koma_evaluate_window_add_row (self, self->pair_figures, title, recipe), 0);
}

static char *
describe_side (KomaEvaluateWindow *self,
               guint               i)
{
  /* Translators: a model */
  return g_strdup_printf (i == 0 ? _ ("A: %s") : _ ("B: %s"), self->pair->sides[i]->model);
}

static void
show_figures (KomaEvaluateWindow *self)
{
  const KomaEvaluatedPair *pair = self->pair;
  g_autofree char         *other = koma_compare_words_with_path (&self->other);
  g_autofree char         *counted =
    g_strdup_printf (ngettext ("On %'u picture that counts with both.",
                               "On %'u pictures that count with both.", pair->n),
                     pair->n);
  g_autofree char *first = describe_side (self, 0);
  g_autofree char *second = describe_side (self, 1);

  adw_preferences_group_set_description (self->pair_figures, counted);
  add_side (self, first, _ ("The model in use"));
  add_side (self, second, other);
  add_rate (self, _ ("Right"), pair->evaluations[0]->accuracy, pair->evaluations[1]->accuracy);
  add_rate (self, _ ("Among the Best Three"), pair->evaluations[0]->top_3,
            pair->evaluations[1]->top_3);
  add_errors (self);
  add_turned (self);
}

/* ---- Pictures ---- */

static void
show_pictures_cb (AdwActionRow *row,
                  gpointer      user_data)
{
  KomaEvaluateWindow *self = user_data;
  const guint         which = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "which"));
  g_autoptr (GPtrArray) paths = koma_evaluated_pair_list (self->pair, which & 1, which >> 1);
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);

  for (guint i = 0; i < paths->len; i++) {
    g_autoptr (GFile) file = g_file_new_for_path (paths->pdata[i]);

    g_list_store_append (files, file);
  }
  gtk_window_present (
    koma_cell_window_new (GTK_WINDOW (self), G_LIST_MODEL (files),
                          adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row))));
}

static void
add_pictures (KomaEvaluateWindow *self,
              const char         *title,
              guint               n,
              gboolean            is_first_right,
              gboolean            is_second_right)
{
  g_autofree char *count = g_strdup_printf (ngettext ("%'u picture", "%'u pictures", n), n);
  AdwActionRow    *row = koma_evaluate_window_add_row (self, self->pair_pictures, title, count);

  if (n == 0)
    return;
  adw_action_row_add_suffix (row, gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "which",
                     GUINT_TO_POINTER (is_first_right | is_second_right << 1));
  g_signal_connect_object (row, "activated", G_CALLBACK (show_pictures_cb), self, 0);
}

static void
show_pictures (KomaEvaluateWindow *self)
{
  const KomaMcnemar *test = &self->pair->test;
  g_autofree char   *words = koma_evaluate_window_describe_test (test);

  adw_preferences_group_set_description (self->pair_pictures, words);
  add_pictures (self, _ ("Only A Is Right"), test->n_first_only, TRUE, FALSE);
  add_pictures (self, _ ("Only B Is Right"), test->n_second_only, FALSE, TRUE);
  add_pictures (self, _ ("Both Are Right"), test->n_both, TRUE, TRUE);
  add_pictures (self, _ ("Neither Is Right"), test->n_neither, FALSE, FALSE);
}

/* ---- One of them in detail ---- */

/* A new pair: of the model in use first. */
void
koma_evaluate_window_offer_sides (KomaEvaluateWindow *self)
{
  g_autoptr (GtkStringList) sides = gtk_string_list_new (NULL);

  for (guint i = 0; self->pair != NULL && i < 2; i++) {
    g_autofree char *side = describe_side (self, i);

    gtk_string_list_append (sides, side);
  }
  adw_combo_row_set_model (self->side_row, G_LIST_MODEL (sides));
  gtk_widget_set_visible (GTK_WIDGET (self->side_group), self->pair != NULL);
}

void
koma_evaluate_window_show_pair (KomaEvaluateWindow *self)
{
  const gboolean is_pair = self->pair != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->pair_figures), is_pair);
  gtk_widget_set_visible (GTK_WIDGET (self->pair_pictures), is_pair);
  gtk_widget_set_visible (GTK_WIDGET (self->pair_classes_group), is_pair);
  if (!is_pair)
    return;
  show_figures (self);
  show_pictures (self);
  koma_class_table_show_pair (self->pair_classes, self->pair);
}
