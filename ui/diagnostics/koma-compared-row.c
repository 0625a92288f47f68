/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-compared-row.h"

#include <glib/gi18n-lib.h>

#include "koma-figure-grid.h"
#include "koma-measurement-words.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

enum {
  FIGURE_FIRST,
  FIGURE_STEADY,
  FIGURE_SPREAD,
  FIGURE_MEMORY,
  FIGURE_AGREEMENT,
  FIGURE_ANSWER,
  N_FIGURES,
};

/* In the order of the cells. */
static const char *const captions[N_FIGURES] = {
  N_ ("First run"),
  N_ ("Steady, median"),
  N_ ("9 in 10 runs"),
  N_ ("Memory"),
  N_ ("Against plain C"),
  N_ ("Best class"),
};

/**
 * KomaComparedRow:
 *
 *     XNNPACK (Fastest)                       4 at once…
 *     x86-64 processor, 2 threads
 *     First run    Steady, median    9 in 10 runs
 *     9.21 ms      8.70 ms           8.61 ms – 9.02 ms
 *     Memory       Against plain C   Best class
 *     14.2 MB      Agrees exactly    tabby cat 82%
 */
struct _KomaComparedRow
{
  AdwPreferencesRow parent_instance;

  /* Template children (borrowed). */
  GtkWidget      *warning;
  GtkLabel       *name;
  GtkWidget      *fastest;
  GtkLabel       *status;
  GtkSpinner     *spinner;
  GtkLabel       *device;
  GtkWidget      *software;
  KomaFigureGrid *figures;
  GtkLabel       *reason;
  GtkLabel       *gaps;

  GtkLabel *values[N_FIGURES]; /* borrowed */
};

G_DEFINE_FINAL_TYPE (KomaComparedRow, koma_compared_row, ADW_TYPE_PREFERENCES_ROW)

static void
koma_compared_row_class_init (KomaComparedRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (KOMA_TYPE_FIGURE_GRID);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-compared-row.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, warning);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, name);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, fastest);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, status);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, device);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, software);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, figures);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, reason);
  gtk_widget_class_bind_template_child (widget_class, KomaComparedRow, gaps);
}

static void
koma_compared_row_init (KomaComparedRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < N_FIGURES; i++)
    self->values[i] = koma_figure_grid_add (self->figures, _ (captions[i]));
}

GtkWidget *
koma_compared_row_new (void)
{
  return g_object_new (KOMA_TYPE_COMPARED_ROW, NULL);
}

/* ---- Contents ---- */

static void
set_figure (KomaComparedRow *self,
            guint            index,
            char            *text) /* (transfer full) */
{
  gtk_label_set_label (self->values[index], text);
  g_free (text);
}

static void
show_figures (KomaComparedRow           *self,
              const KomaComparedBackend *backend)
{
  const KomaComparedBatch *one = &backend->batches[0];

  set_figure (self, FIGURE_FIRST, koma_measurement_words_for_ms (one->first_ms));
  set_figure (self, FIGURE_STEADY, koma_measurement_words_for_ms (one->median_ms));
  set_figure (self, FIGURE_SPREAD, koma_measurement_words_for_spread (one));
  set_figure (self, FIGURE_MEMORY, g_format_size (one->memory_bytes));
  set_figure (self, FIGURE_AGREEMENT, koma_measurement_words_for_agreement (backend));
  set_figure (self, FIGURE_ANSWER, koma_measurement_words_for_answer (backend));
}

/* The batch that is measured now, if any. */
static const KomaComparedBatch *
find_running (const KomaComparedBackend *backend)
{
  for (guint i = 0; i < backend->n_batches; i++)
    if (backend->batches[i].state == KOMA_COMPARED_RUNNING)
      return &backend->batches[i];
  return NULL;
}

static gboolean
is_measured (const KomaComparedBackend *backend)
{
  return backend->n_batches > 0 && backend->batches[0].state == KOMA_COMPARED_MEASURED;
}

/* (nullable) why there are no figures */
static const char *
find_reason (const KomaComparedBackend *backend)
{
  if (backend->reason != NULL || backend->n_batches == 0)
    return backend->reason;
  return is_measured (backend) ? NULL : backend->batches[0].reason;
}

static char *
describe_status (const KomaComparedBackend *backend,
                 gboolean                   is_running)
{
  const KomaComparedBatch *batch = find_running (backend);

  if (find_reason (backend) != NULL)
    return g_strdup (_ ("Can not be used"));
  if (is_running && batch != NULL && batch->batch > 1)
    /* Translators: how many pictures a backend computes together */
    return g_strdup_printf (_ ("Measuring %u at once…"), batch->batch);
  if (is_running && batch != NULL)
    return g_strdup (_ ("Measuring…"));
  if (is_measured (backend))
    return g_strdup ("");
  return g_strdup (is_running ? _ ("Waiting…") : _ ("Not measured"));
}

/* All of the row, for screen readers: they would read the cells without their row. */
static void
speak (KomaComparedRow *self,
       const char      *status,
       gboolean         is_fastest)
{
  g_autoptr (GString) text = g_string_new (gtk_label_get_label (self->name));

  if (is_fastest)
    g_string_append_printf (text, ", %s", _ ("Fastest"));
  if (*status != '\0')
    g_string_append_printf (text, ", %s", status);
  if (gtk_widget_get_visible (GTK_WIDGET (self->figures)))
    for (guint i = 0; i < N_FIGURES; i++) {
      const char *value = gtk_label_get_label (self->values[i]);

      g_string_append_printf (text, ", %s: %s", _ (captions[i]), value);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str,
                                  -1);
}

static void
set_label (GtkLabel   *label,
           const char *text) /* (nullable) */
{
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
}

void
koma_compared_row_show (KomaComparedRow           *self,
                        const KomaComparedBackend *backend,
                        gboolean                   is_fastest,
                        gboolean                   is_running)
{
  g_autofree char *status = describe_status (backend, is_running);
  g_autofree char *gaps = koma_measurement_words_for_gaps (backend);
  g_autofree char *device = koma_words_for_device_name (backend->device);
  const char      *reason = find_reason (backend);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->name,
                       koma_words_for_technical_name (backend->name, backend->is_software));
  gtk_label_set_label (self->status, status);
  set_label (self->device, device);
  set_label (self->reason, reason != NULL ? _ (reason) : NULL);
  set_label (self->gaps, gaps);
  gtk_widget_set_visible (self->warning, reason != NULL);
  gtk_widget_set_visible (self->fastest, is_fastest);
  gtk_widget_set_visible (self->software, backend->is_software);
  gtk_spinner_set_spinning (self->spinner, is_running && find_running (backend) != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), gtk_spinner_get_spinning (self->spinner));

  if (is_measured (backend))
    show_figures (self, backend);
  gtk_widget_set_visible (GTK_WIDGET (self->figures), is_measured (backend));
  speak (self, status, is_fastest);
}
