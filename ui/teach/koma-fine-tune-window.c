/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-fine-tune-window.h"

#include <glib/gi18n-lib.h>

#include "koma-learning-curve.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"
#include "worker/teach/learn/koma-teach-learn.h"

#define SECONDS_OF_MINUTES 90 /* from there on they are counted */

struct _KomaFineTuneWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkLabel          *status;
  GtkProgressBar    *progress;
  GtkWidget         *curves;
  KomaLearningCurve *accuracy;
  KomaLearningCurve *loss;
  GtkLabel          *summary;
  GtkWidget         *start;
  GtkWidget         *cancel;
  GtkWidget         *keep;
  GtkWidget         *discard;

  /* Owned. */
  KomaTeachProject *project;
  guint             update_source;
};

G_DEFINE_FINAL_TYPE (KomaFineTuneWindow, koma_fine_tune_window, ADW_TYPE_WINDOW)

/* ---- Words ---- */

static char *
describe_time (guint seconds)
{
  const guint minutes = (seconds + 30) / 60;

  if (seconds == 0)
    return g_strdup ("");
  if (seconds < SECONDS_OF_MINUTES)
    return g_strdup_printf (ngettext ("About %'u second left", "About %'u seconds left", seconds),
                            seconds);
  return g_strdup_printf (ngettext ("About %'u minute left", "About %'u minutes left", minutes),
                          minutes);
}

static char *
describe_busy (KomaFineTuneWindow *self,
               const char         *what)
{
  const KomaTeachStatus status = koma_teach_project_get_status (self->project);
  g_autofree char      *time = describe_time (status.tune_seconds_left);

  return *time != '\0' ? g_strdup_printf ("%s\n%s", what, time) : g_strdup (what);
}

static char *
describe_score (const KomaTeachTuneScore *score,
                const char               *what)
{
  g_autofree char *before =
    koma_words_for_score ((double) score->n_right_before / score->n_held_out);
  g_autofree char *after = koma_words_for_score ((double) score->n_right_after / score->n_held_out);
  /* Translators: two percentages, and a number of pictures */
  g_autofree char *numbers =
    g_strdup_printf (ngettext ("%s right before, %s after: of %'u picture that it had not seen.",
                               "%s right before, %s after: of %'u pictures that it had not seen.",
                               score->n_held_out),
                     before, after, score->n_held_out);

  return g_strdup_printf ("%s\n%s", what, numbers);
}

static char *
describe_result (const KomaTeachTuneScore *score)
{
  if (score->n_right_after > score->n_right_before)
    return describe_score (score, _ ("It got better."));
  if (score->n_right_after == score->n_right_before)
    return describe_score (score, _ ("It is as good as before."));
  return describe_score (score, _ ("It got worse, so nothing was changed."));
}

static char *
describe (KomaFineTuneWindow *self)
{
  KomaTeachTuneScore score;

  switch (koma_teach_project_get_status (self->project).tune_state) {
  case KOMA_TEACH_TUNE_LOOKING:
    return describe_busy (self, _ ("Looking at all pictures once more…"));
  case KOMA_TEACH_TUNE_RUNNING:
    return describe_busy (self, _ ("Learning to look at your pictures…"));
  case KOMA_TEACH_TUNE_DONE:
    return koma_teach_project_get_tune_score (self->project, &score) ? describe_result (&score)
                                                                     : g_strdup ("");
  case KOMA_TEACH_TUNE_FAILED:
    return g_strdup (koma_teach_project_get_status (self->project).tune_error->message);
  default:
    return koma_teach_project_get_kept_score (self->project, &score)
             ? describe_score (&score, _ ("The model is fine-tuned to your pictures."))
             : g_strdup ("");
  }
}

/* ---- Curves ---- */

static void
summarise (KomaFineTuneWindow   *self,
           const KomaTeachEpoch *last,
           guint                 n)
{
  g_autofree char *learned = koma_words_for_score (last->accuracy);
  g_autofree char *held_out = koma_words_for_score (last->held_out_accuracy);
  g_autofree char *text = g_strdup_printf (
    ngettext ("After %'u round: %s right of the pictures that it learns from, %s of those held "
              "out. Loss: %.2f and %.2f.",
              "After %'u rounds: %s right of the pictures that it learns from, %s of those held "
              "out. Loss: %.2f and %.2f.",
              n),
    n, learned, held_out, last->loss, last->held_out_loss);

  gtk_label_set_label (self->summary, text);
}

static void
show_curves (KomaFineTuneWindow *self)
{
  const GArray         *tuned = koma_teach_project_get_status (self->project).tune_epochs;
  const guint           n = tuned->len;
  const KomaTeachEpoch *epochs = (const KomaTeachEpoch *) (gpointer) tuned->data;
  g_autofree float     *values = g_new (float, 4 * n + 1);

  gtk_widget_set_visible (self->curves, n > 0);
  if (n == 0)
    return;
  for (guint i = 0; i < n; i++) {
    values[i] = epochs[i].accuracy;
    values[n + i] = epochs[i].held_out_accuracy;
    values[2 * n + i] = epochs[i].loss;
    values[3 * n + i] = epochs[i].held_out_loss;
  }
  koma_learning_curve_show (self->accuracy, values, values + n, n, KOMA_TEACH_TUNE_ROUNDS, 1);
  koma_learning_curve_show (self->loss, values + 2 * n, values + 3 * n, n, KOMA_TEACH_TUNE_ROUNDS,
                            0);
  summarise (self, &epochs[n - 1], n);
}

/* ---- The window ---- */

static gboolean
is_worth_keeping (KomaFineTuneWindow *self)
{
  KomaTeachTuneScore score;

  return koma_teach_project_get_tune_score (self->project, &score) &&
         score.n_right_after >= score.n_right_before;
}

static void
show_buttons (KomaFineTuneWindow *self)
{
  const KomaTeachTuneState state = koma_teach_project_get_status (self->project).tune_state;
  const gboolean           is_busy =
    state == KOMA_TEACH_TUNE_LOOKING || state == KOMA_TEACH_TUNE_RUNNING;
  const gboolean is_done = state == KOMA_TEACH_TUNE_DONE;
  const gboolean can_start =
    koma_teach_project_get_status (self->project).head_kind == KOMA_TEACH_HEAD_TRAINED;

  gtk_widget_set_visible (GTK_WIDGET (self->progress), is_busy);
  gtk_progress_bar_set_fraction (self->progress,
                                 koma_teach_project_get_status (self->project).tune_progress);
  gtk_widget_set_visible (self->start, !is_busy && !is_done);
  gtk_widget_set_visible (self->cancel, is_busy);
  gtk_widget_set_visible (self->keep, is_done && is_worth_keeping (self));
  gtk_widget_set_visible (self->discard, is_done);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "tune.start", can_start);
}

static gboolean
update_cb (gpointer user_data)
{
  KomaFineTuneWindow *self = user_data;
  g_autofree char    *text = describe (self);

  self->update_source = 0;
  gtk_label_set_label (self->status, text);
  gtk_widget_set_visible (GTK_WIDGET (self->status), *text != '\0');
  show_curves (self);
  show_buttons (self);
  return G_SOURCE_REMOVE;
}

/* Steps come faster than anyone looks. */
static void
queue_update (KomaFineTuneWindow *self)
{
  if (self->update_source == 0)
    self->update_source = g_timeout_add (100, update_cb, self);
}

static void
start_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaFineTuneWindow *self = KOMA_FINE_TUNE_WINDOW (widget);

  koma_teach_project_fine_tune (self->project);
  update_cb (self);
  gtk_widget_grab_focus (self->cancel);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaFineTuneWindow *self = KOMA_FINE_TUNE_WINDOW (widget);

  koma_teach_project_stop_fine_tuning (self->project);
  update_cb (self);
  gtk_widget_grab_focus (self->start);
}

static void
keep_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaFineTuneWindow *self = KOMA_FINE_TUNE_WINDOW (widget);

  koma_teach_project_keep_fine_tuning (self->project);
  update_cb (self);
  gtk_widget_grab_focus (self->start);
}

static void
koma_fine_tune_window_dispose (GObject *object)
{
  KomaFineTuneWindow *self = KOMA_FINE_TUNE_WINDOW (object);

  if (self->update_source != 0)
    g_source_remove (self->update_source);
  self->update_source = 0;
  g_clear_object (&self->project);
  G_OBJECT_CLASS (koma_fine_tune_window_parent_class)->dispose (object);
}

static void
koma_fine_tune_window_class_init (KomaFineTuneWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_fine_tune_window_dispose;

  g_type_ensure (KOMA_TYPE_LEARNING_CURVE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-fine-tune-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, status);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, curves);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, accuracy);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, loss);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, summary);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, start);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, cancel);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, keep);
  gtk_widget_class_bind_template_child (widget_class, KomaFineTuneWindow, discard);
  gtk_widget_class_install_action (widget_class, "tune.start", NULL, start_action);
  gtk_widget_class_install_action (widget_class, "tune.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "tune.keep", NULL, keep_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_fine_tune_window_init (KomaFineTuneWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * koma_fine_tune_window_new:
 * @parent: the window of the classes
 * @project: that is fine-tuned; the window follows it
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_fine_tune_window_new (GtkWindow        *parent,
                           KomaTeachProject *project)
{
  KomaFineTuneWindow *self = g_object_new (KOMA_TYPE_FINE_TUNE_WINDOW,
                                           "transient-for", parent,
                                           "destroy-with-parent", TRUE,
                                           NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->project = g_object_ref (project);
  g_signal_connect_object (project, "fine-tuning", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (project, "notify::head-kind", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (project, "notify::base-state", G_CALLBACK (queue_update), self,
                           G_CONNECT_SWAPPED);
  update_cb (self);
  return GTK_WINDOW (self);
}
