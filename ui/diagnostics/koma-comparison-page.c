/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-comparison-page.h"

#include <glib/gi18n-lib.h>

#include "koma-compared-row.h"
#include "koma-measurement-words.h"
#include "koma-throughput-chart.h"
#include "ui/compat/koma-file-dialog.h"
#include "worker/koma-thread.h"

struct _KomaComparisonPage
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  AdwActionRow        *model_row;
  GtkWidget           *open_button;
  AdwActionRow        *picture_row;
  GtkWidget           *picture_button;
  GtkLabel            *note;
  GtkProgressBar      *progress;
  GtkWidget           *button;
  GtkLabel            *button_label; /* a button's own label is spoken twice by GTK 4.8 */
  GtkWidget           *empty;
  AdwPreferencesGroup *backends;
  GtkWidget           *chart_group;
  KomaThroughputChart *chart;

  /* Owned. */
  KomaDiagnostics *diagnostics;
  GSimpleAction   *subject;
  GPtrArray       *rows; /* of backends (borrowed) */
};

G_DEFINE_FINAL_TYPE (KomaComparisonPage, koma_comparison_page, ADW_TYPE_BIN)

static void
koma_comparison_page_dispose (GObject *object)
{
  KomaComparisonPage *self = KOMA_COMPARISON_PAGE (object);

  g_clear_object (&self->diagnostics);
  g_clear_object (&self->subject);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_comparison_page_parent_class)->dispose (object);
}

/* ---- The picture ---- */

/* In the order of KomaSubject. */
static const char *const subjects[] = { "list", "file", "none" };

static void
subject_cb (KomaComparisonPage *self,
            GVariant           *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (subjects); i++)
    if (g_str_equal (subjects[i], g_variant_get_string (name, NULL)))
      koma_diagnostics_set_subject (self->diagnostics, i);
}

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  KomaComparisonPage *self = user_data;

  if (self->diagnostics != NULL && files->len > 0)
    koma_diagnostics_set_file (self->diagnostics, g_ptr_array_index (files, 0));
}

static void
choose_file_cb (KomaComparisonPage *self)
{
  koma_file_dialog_open (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                         KOMA_FILE_DIALOG_PICTURE, chosen_cb, g_object_ref (self), g_object_unref);
}

static void
add_actions (KomaComparisonPage *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) choose = g_simple_action_new ("choose-file", NULL);

  self->subject = g_simple_action_new_stateful ("subject", G_VARIANT_TYPE_STRING,
                                                g_variant_new_string (subjects[0]));
  g_signal_connect_swapped (self->subject, "activate", G_CALLBACK (subject_cb), self);
  g_signal_connect_swapped (choose, "activate", G_CALLBACK (choose_file_cb), self);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->subject));
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (choose));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", G_ACTION_GROUP (group));
}

/* ---- Object ---- */

static gboolean
is_running (KomaComparisonPage *self)
{
  return koma_diagnostics_get_running (self->diagnostics) == KOMA_DIAGNOSIS_COMPARISON;
}

static void
clicked_cb (KomaComparisonPage *self)
{
  if (is_running (self))
    koma_diagnostics_cancel (self->diagnostics);
  else
    koma_diagnostics_compare (self->diagnostics);
}

static void
koma_comparison_page_class_init (KomaComparisonPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_comparison_page_dispose;

  g_type_ensure (KOMA_TYPE_THROUGHPUT_CHART);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-comparison-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, model_row);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, open_button);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, picture_row);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, picture_button);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, note);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, button);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, button_label);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, empty);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, backends);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, chart_group);
  gtk_widget_class_bind_template_child (widget_class, KomaComparisonPage, chart);
  gtk_widget_class_bind_template_callback (widget_class, clicked_cb);
}

static void
koma_comparison_page_init (KomaComparisonPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_ptr_array_new ();
  add_actions (self);
}

/* ---- Model, picture, progress ---- */

static void
set_subtitle (AdwActionRow *row,
              const char   *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_action_row_set_subtitle (row, markup);
}

static void
update_subject (KomaComparisonPage *self)
{
  KomaModelInfo   *info = koma_diagnostics_get_info (self->diagnostics);
  g_autofree char *picture = koma_diagnostics_dup_picture (self->diagnostics);
  KomaSubject      subject = koma_diagnostics_get_subject (self->diagnostics);

  set_subtitle (self->model_row, info != NULL ? info->name : _ ("No model"));
  gtk_widget_set_visible (self->open_button, info == NULL);
  set_subtitle (self->picture_row, picture != NULL ? picture : _ ("Made numbers"));
  gtk_widget_set_sensitive (self->picture_button, !is_running (self));
  g_simple_action_set_state (self->subject, g_variant_new_string (subjects[subject]));
}

static char *
describe_progress (KomaComparison *comparison) /* (nullable) */
{
  double fraction = comparison != NULL ? koma_comparison_get_fraction (comparison) : 0.0;

  /* Translators: how much of it is done, in percent */
  return g_strdup_printf (_ ("Comparing: %.0f%%"), 100.0 * fraction);
}

static char *
describe_state (KomaComparisonPage *self)
{
  KomaComparison *comparison = koma_diagnostics_get_comparison (self->diagnostics);
  const char     *note = koma_diagnostics_get_note (self->diagnostics, KOMA_DIAGNOSIS_COMPARISON);

  if (is_running (self))
    return describe_progress (comparison);
  if (note != NULL)
    return g_strdup (note);
  if (koma_diagnostics_get_info (self->diagnostics) == NULL)
    return g_strdup (_ ("There is no model to compare with yet"));
  if (koma_diagnostics_get_running (self->diagnostics) != KOMA_DIAGNOSIS_NONE)
    return g_strdup (_ ("A profile is being made"));
  return g_strdup (comparison != NULL ? _ ("Done") : _ ("Every backend, one after another"));
}

static void
update_button (KomaComparisonPage *self)
{
  KomaComparison  *comparison = koma_diagnostics_get_comparison (self->diagnostics);
  const char      *label = is_running (self) ? _ ("Cancel") : _ ("Compare");
  g_autofree char *state = describe_state (self);
  gboolean         is_usable = is_running (self) ||
                       (koma_diagnostics_get_info (self->diagnostics) != NULL &&
                        koma_diagnostics_get_running (self->diagnostics) == KOMA_DIAGNOSIS_NONE);

  gtk_label_set_label (self->note, state);
  gtk_widget_set_tooltip_text (
    GTK_WIDGET (self->note),
    koma_diagnostics_get_detail (self->diagnostics, KOMA_DIAGNOSIS_COMPARISON));
  gtk_widget_set_visible (GTK_WIDGET (self->progress), is_running (self));
  gtk_progress_bar_set_fraction (self->progress, comparison != NULL
                                                   ? koma_comparison_get_fraction (comparison)
                                                   : 0.0);
  gtk_label_set_label (self->button_label, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  gtk_widget_set_sensitive (self->button, is_usable);
  if (is_running (self))
    gtk_widget_remove_css_class (self->button, "suggested-action");
  else
    gtk_widget_add_css_class (self->button, "suggested-action");
}

/* ---- Results ---- */

static void
set_n_rows (KomaComparisonPage *self,
            guint               n_rows)
{
  while (self->rows->len > n_rows)
    adw_preferences_group_remove (self->backends,
                                  g_ptr_array_steal_index (self->rows, self->rows->len - 1));
  while (self->rows->len < n_rows) {
    GtkWidget *row = koma_compared_row_new ();

    adw_preferences_group_add (self->backends, row);
    g_ptr_array_add (self->rows, row);
  }
}

static void
describe_comparison (KomaComparisonPage *self,
                     KomaComparison     *comparison,
                     gboolean            is_undecided)
{
  g_autofree char *words = koma_measurement_words_for_comparison (comparison);
  g_autoptr (GString) text = g_string_new (words);
  g_autofree char *markup = NULL;

  if (comparison->is_disturbed)
    g_string_append_printf (
      text, "\n%s", _ ("Pictures were classified meanwhile: the figures are less exact"));
  if (is_undecided)
    g_string_append_printf (text, "\n%s",
                            _ ("None is clearly the fastest: the times of their runs overlap"));
  markup = g_markup_escape_text (text->str, -1);
  adw_preferences_group_set_description (self->backends, markup);
}

static void
show_comparison (KomaComparisonPage *self,
                 KomaComparison     *comparison)
{
  /* Of all, not of those so far. */
  const gboolean             is_done = koma_comparison_get_fraction (comparison) >= 1.0;
  const KomaComparedBackend *fastest = is_done ? koma_comparison_get_fastest (comparison) : NULL;
  guint                      n_backends = comparison->n_backends;

  set_n_rows (self, n_backends);
  for (guint i = 0; i < n_backends; i++) {
    const KomaComparedBackend *backend = &comparison->backends[i];

    koma_compared_row_show (g_ptr_array_index (self->rows, i), backend, backend == fastest,
                            is_running (self));
  }
  describe_comparison (self, comparison, is_done && fastest == NULL);
}

static void
update (KomaComparisonPage *self)
{
  KomaComparison *comparison = koma_diagnostics_get_comparison (self->diagnostics);

  update_subject (self);
  update_button (self);
  if (comparison != NULL)
    show_comparison (self, comparison);
  koma_throughput_chart_show (self->chart, comparison);
  gtk_widget_set_visible (self->empty, comparison == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->backends), comparison != NULL);
  gtk_widget_set_visible (self->chart_group, !koma_throughput_chart_is_empty (self->chart));
}

void
koma_comparison_page_set_diagnostics (KomaComparisonPage *self,
                                      KomaDiagnostics    *diagnostics)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->diagnostics, diagnostics);
  g_signal_connect_object (diagnostics, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

void
koma_comparison_page_focus_button (KomaComparisonPage *self)
{
  gtk_widget_grab_focus (self->button);
}
