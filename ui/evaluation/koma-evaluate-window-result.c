/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluate-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-cell-window.h"
#include "koma-class-table.h"
#include "koma-confusions.h"
#include "koma-shown-classes.h"
#include "ui/koma-words.h"
#include "ui/models/koma-recipe-sentence.h"

#define MAX_MIX_UPS   8
#define MAX_SHOWN     24 /* classes of the matrix, each cell of which is a button */
#define MAX_UNCOUNTED 20
/* A temperature that makes less difference is not worth a change of the recipe. */
#define LEAST_CHANGE 0.02

static const char *
get_name (KomaEvaluateWindow *self,
          guint               index)
{
  return koma_labels_get_name (self->evaluated->labels, index);
}

/* ---- Rows ---- */

static void
remove_rows (KomaEvaluateWindow *self)
{
  for (guint i = 0; i < self->rows->len; i++) {
    GtkWidget *row = self->rows->pdata[i];

    adw_preferences_group_remove (
      ADW_PREFERENCES_GROUP (gtk_widget_get_ancestor (row, ADW_TYPE_PREFERENCES_GROUP)), row);
  }
  g_ptr_array_set_size (self->rows, 0);
}

/* Not the other one of a pair, whose recipe is no affair of the model in use. */
static gboolean
is_in_use (KomaEvaluateWindow *self)
{
  return self->pair == NULL || self->evaluated == self->pair->sides[0];
}

/* ---- Summary ---- */

static void
show_meaning (KomaEvaluateWindow *self,
              const char         *meaning)
{
  const KomaEvaluated *evaluated = self->evaluated;
  g_autofree char     *turned = NULL;
  g_autofree char     *both = NULL;

  if (evaluated->n_turned > 0) {
    /* Translators: of all pictures, those that were looked at upside down, too */
    turned = g_strdup_printf (ngettext ("%'u of %'u pictures was looked at upside down, too.",
                                        "%'u of %'u pictures were looked at upside down, too.",
                                        evaluated->n_turned),
                              evaluated->n_turned, evaluated->n);
    both = g_strdup_printf ("%s\n%s", meaning, turned);
  }
  gtk_label_set_label (self->meaning, both != NULL ? both : meaning);
}

static void
show_summary (KomaEvaluateWindow *self)
{
  const KomaEvaluated *evaluated = self->evaluated;
  guint                n_right = 0;
  g_autofree char     *percent = NULL;
  g_autofree char     *top_3 = NULL;
  g_autofree char     *title = NULL;
  g_autofree char     *meaning = NULL;

  for (guint c = 0; c < evaluated->n_classes; c++)
    n_right += evaluated->evaluation->confusion[(gsize) c * evaluated->n_classes + c];
  percent = koma_words_for_share (evaluated->evaluation->accuracy);
  top_3 = koma_words_for_share (evaluated->evaluation->top_3);
  /* Translators: with a percentage */
  title = g_strdup_printf (_ ("%s right"), percent);
  /* Translators: the last is a percentage */
  meaning = g_strdup_printf (ngettext ("%'u of %'u picture was recognized.\n"
                                       "For %s, the right class is among the best three.",
                                       "%'u of %'u pictures were recognized.\n"
                                       "For %s, the right class is among the best three.",
                                       evaluated->n),
                             n_right, evaluated->n, top_3);
  gtk_label_set_label (self->percent, title);
  show_meaning (self, meaning);
  gtk_label_set_label (self->source, evaluated->model);
}

/* ---- Comparison ---- */

static void
show_comparison (KomaEvaluateWindow *self)
{
  const KomaEvaluated *before = self->before;
  KomaMcnemar          test = { 0 };
  g_autofree char     *percent = NULL;
  g_autofree char     *title = NULL;
  g_autofree char     *counts = NULL;
  g_autofree char     *words = NULL;
  g_autofree char     *recipe = NULL;
  g_autofree char     *subtitle = NULL;
  AdwActionRow        *row = NULL;

  if (before == NULL || self->pair != NULL)
    return;
  test = koma_evaluated_compare (self->evaluated, before);
  percent = koma_words_for_share (before->evaluation->accuracy);
  /* Translators: a model, and a percentage */
  title = g_strdup_printf (_ ("Before: %s, %s right"), before->model, percent);
  counts = g_strdup_printf (_ ("Right only now: %'u pictures; only before: %'u; both times: "
                               "%'u; never: %'u."),
                            test.n_first_only, test.n_second_only, test.n_both, test.n_neither);
  words = koma_evaluate_window_describe_test (&test);
  recipe = koma_recipe_sentence_create (&before->values);
  subtitle = g_strdup_printf ("%s\n%s\n%s", recipe, counts, words);
  row = koma_evaluate_window_add_row (self, self->comparison, title, subtitle);
  adw_action_row_set_subtitle_lines (row, 0);
}

/* ---- What does not count ---- */

static char *
describe_uncounted (const KomaUncounted *one)
{
  if (one->is_ambiguous)
    /* Translators: pictures, and their label */
    return g_strdup_printf (ngettext ("%'u picture of “%s”, which several classes are called",
                                      "%'u pictures of “%s”, which several classes are called",
                                      one->n),
                            one->n, one->label);
  return g_strdup_printf (ngettext ("%'u picture of “%s”, which is no class of the model",
                                    "%'u pictures of “%s”, which is no class of the model", one->n),
                          one->n, one->label);
}

static AdwExpanderRow *
add_expander (KomaEvaluateWindow *self,
              guint               n_pictures)
{
  GtkWidget       *row = adw_expander_row_new ();
  g_autofree char *title = g_strdup_printf (
    ngettext ("%'u picture with a label that is no class of the model",
              "%'u pictures with labels that are no class of the model", n_pictures),
    n_pictures);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_group_add (self->uncounted, row);
  g_ptr_array_add (self->rows, row);
  return ADW_EXPANDER_ROW (row);
}

/* Many labels are one row, which opens. */
static void
add_labels (KomaEvaluateWindow *self)
{
  const GArray   *uncounted = self->evaluated->uncounted;
  AdwExpanderRow *expander = NULL;
  guint           n_pictures = 0;

  for (guint i = 0; i < uncounted->len; i++)
    n_pictures += g_array_index (uncounted, KomaUncounted, i).n;
  if (uncounted->len > 1)
    expander = add_expander (self, n_pictures);
  for (guint i = 0; i < MIN (uncounted->len, MAX_UNCOUNTED); i++) {
    g_autofree char *text = describe_uncounted (&g_array_index (uncounted, KomaUncounted, i));

    if (expander != NULL)
      adw_expander_row_add_row (expander, koma_evaluate_window_create_row (text, NULL));
    else
      (void) koma_evaluate_window_add_row (self, self->uncounted, text, NULL);
  }
}

static void
show_uncounted (KomaEvaluateWindow *self)
{
  const KomaEvaluated *evaluated = self->evaluated;
  const GPtrArray     *problems = evaluated->truth->problems;

  gtk_widget_set_visible (GTK_WIDGET (self->uncounted),
                          evaluated->truth->note != NULL ||
                            evaluated->uncounted->len + evaluated->unreadable->len +
                                problems->len >
                              0);
  add_labels (self);
  for (guint i = 0; i < MIN (evaluated->unreadable->len, MAX_UNCOUNTED); i++) {
    const KomaUnreadable *one = &g_array_index (evaluated->unreadable, KomaUnreadable, i);
    g_autofree char      *name = g_filename_display_name (one->path);

    (void) koma_evaluate_window_add_row (self, self->uncounted, name, one->message);
  }
  for (guint i = 0; i < MIN (problems->len, MAX_UNCOUNTED); i++)
    (void) koma_evaluate_window_add_row (self, self->uncounted, problems->pdata[i], NULL);
  if (evaluated->truth->note != NULL)
    (void) koma_evaluate_window_add_row (self, self->uncounted, evaluated->truth->note, NULL);
}

/* ---- Mistakes ---- */

void
koma_evaluate_window_show_cell (KomaEvaluateWindow *self,
                                guint               truth,
                                guint               answer)
{
  const KomaEvaluated *evaluated = self->evaluated;
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);
  /* Translators: of pictures: the class that they show, and the one that was answered */
  g_autofree char *title =
    g_strdup_printf (_ ("“%s”, taken for “%s”"), get_name (self, truth), get_name (self, answer));

  for (guint i = 0; i < evaluated->n; i++)
    if (evaluated->classes[i] == truth && evaluated->answers[i] == answer) {
      g_autoptr (GFile) file = g_file_new_for_path (koma_evaluated_get_path (evaluated, i));

      g_list_store_append (files, file);
    }
  gtk_window_present (koma_cell_window_new (GTK_WINDOW (self), G_LIST_MODEL (files),
                                            truth == answer ? get_name (self, truth) : title));
}

static void
confusion_cb (AdwActionRow *row,
              gpointer      user_data)
{
  KomaEvaluateWindow *self = user_data;
  const guint         n = self->evaluated->n_classes;
  const guint         cell = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "cell"));

  koma_evaluate_window_show_cell (self, cell / n, cell % n);
}

static void
add_confusion (KomaEvaluateWindow  *self,
               const KomaConfusion *confusion)
{
  g_autofree char *text =
    g_strdup_printf (ngettext ("%'u picture of “%s” was taken for “%s”",
                               "%'u pictures of “%s” were taken for “%s”", confusion->count),
                     confusion->count, get_name (self, confusion->truth),
                     get_name (self, confusion->answer));
  AdwActionRow *row = koma_evaluate_window_add_row (self, self->confusions, text, NULL);

  adw_action_row_add_suffix (row, gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "cell",
                     GUINT_TO_POINTER (confusion->truth * self->evaluated->n_classes +
                                       confusion->answer));
  g_signal_connect_object (row, "activated", G_CALLBACK (confusion_cb), self, 0);
}

static void
show_confusions (KomaEvaluateWindow *self)
{
  KomaConfusion confusions[MAX_MIX_UPS];
  const guint   n = koma_confusions_find (self->evaluated->evaluation->confusion,
                                          self->evaluated->n_classes, confusions, MAX_MIX_UPS);

  for (guint i = 0; i < n; i++)
    add_confusion (self, &confusions[i]);
  gtk_widget_set_visible (GTK_WIDGET (self->confusions), n > 0);
}

static void
show_matrix (KomaEvaluateWindow *self)
{
  const KomaEvaluation   *evaluation = self->evaluated->evaluation;
  gboolean                is_all = FALSE;
  guint                   n = 0;
  g_autofree const char **names = NULL;
  g_autofree guint       *counts = NULL;

  g_clear_pointer (&self->shown, g_array_unref);
  self->shown = koma_shown_classes_choose (evaluation->confusion, evaluation->n_classes, MAX_SHOWN,
                                           &is_all);
  n = self->shown->len;
  names = g_new0 (const char *, n + 1);
  counts = g_new0 (guint, n * n + 1);
  for (guint i = 0; i < n; i++) {
    const guint  truth = g_array_index (self->shown, guint, i);
    const guint *row = evaluation->confusion + (gsize) truth * evaluation->n_classes;

    names[i] = get_name (self, truth);
    for (guint k = 0; k < n; k++)
      counts[i * n + k] = row[g_array_index (self->shown, guint, k)];
  }
  koma_confusion_matrix_show (self->matrix, names, counts, n);
  gtk_label_set_label (
    self->matrix_note,
    is_all ? _ ("A row is a class, a column is an answer. Press a number to see its pictures.")
           : _ ("A row is a class, a column is an answer. Press a number to see its pictures. "
                "These are the classes that are mixed up most; the exported matrix has all."));
}

/* ---- Scores ---- */

static void
show_temperature (KomaEvaluateWindow *self)
{
  const KomaEvaluated *evaluated = self->evaluated;
  const double         ratio = evaluated->fitted_temperature / evaluated->temperature;
  g_autofree char     *calibration = NULL;
  g_autofree char     *temperature = NULL;

  calibration = g_strdup_printf (_ ("A score differs by %.1f%% on average from how often such "
                                    "answers are right."),
                                 100 * evaluated->evaluation->calibration_error);
  if (ABS (ratio - 1) < LEAST_CHANGE)
    temperature = g_strdup (_ ("The scores are as sure as they are right."));
  else
    /* Translators: a temperature, and a percentage */
    temperature = g_strdup_printf (
      ratio > 1 ? _ ("Scores are surer than right. With a temperature of %.3g they are off by "
                     "%.1f%%.")
                : _ ("Answers are right more often than the scores say. With a temperature of "
                     "%.3g they are off by %.1f%%."),
      evaluated->fitted_temperature, 100 * evaluated->fitted_calibration_error);
  adw_action_row_set_subtitle (self->calibration_row, calibration);
  adw_action_row_set_subtitle (self->temperature_row, temperature);
  gtk_widget_set_visible (self->temperature_button, ABS (ratio - 1) >= LEAST_CHANGE &&
                                                      is_in_use (self));
  koma_reliability_diagram_show (self->diagram, self->evaluated);
}

KomaThreshold
koma_evaluate_window_get_threshold (KomaEvaluateWindow *self)
{
  return self->evaluated->thresholds[MIN (adw_combo_row_get_selected (self->precision_row),
                                          KOMA_N_PRECISIONS - 1)];
}

void
koma_evaluate_window_show_threshold (KomaEvaluateWindow *self)
{
  KomaThreshold    threshold = { 0 };
  g_autofree char *text = NULL;

  if (self->evaluated == NULL)
    return;
  threshold = koma_evaluate_window_get_threshold (self);
  if (threshold.is_reached)
    text = g_strdup_printf (_ ("Answers with a score of %.1f%% or more are %.1f%% right. These "
                               "are %.1f%% of the pictures; the others would be marked as not "
                               "sure."),
                            100 * threshold.score, 100 * threshold.precision,
                            100 * threshold.share);
  adw_action_row_set_subtitle (self->threshold_row,
                               text != NULL ? text : _ ("No score is high enough for that."));
  gtk_widget_set_sensitive (self->threshold_button,
                            threshold.is_reached && is_in_use (self));
}

void
koma_evaluate_window_show_result (KomaEvaluateWindow *self)
{
  remove_rows (self);
  show_summary (self);
  koma_evaluate_window_show_pair (self);
  show_comparison (self);
  show_uncounted (self);
  show_confusions (self);
  koma_class_table_show (self->classes, self->evaluated);
  show_matrix (self);
  show_temperature (self);
  koma_evaluate_window_show_threshold (self);
}
