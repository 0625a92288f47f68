/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluate-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-compare-dialog.h"
#include "koma-compare-words.h"
#include "ui/compat/koma-announce.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/compat/koma-scroll-start.h"
#include "ui/compat/koma-tab-stop.h"
#include "ui/koma-text-scale.h"
#include "ui/window/koma-transfer-drop.h"
#include "ui/window/koma-transfer.h"
#include "worker/evaluation/koma-worker-evaluate.h"
#include "worker/koma-thread.h"

G_DEFINE_FINAL_TYPE (KomaEvaluateWindow, koma_evaluate_window, ADW_TYPE_WINDOW)

static void
show_other (KomaEvaluateWindow *self)
{
  const gboolean   is_model = self->has_other && self->other.path != NULL;
  g_autofree char *name =
    is_model ? koma_model_control_dup_name (self->control, self->other.path) : NULL;
  g_autofree char *words = self->has_other ? koma_compare_words (&self->other, name) : NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->other_box, self->has_other);
  gtk_widget_set_visible (self->forget_button, self->has_other);
  if (words != NULL)
    /* Translators: a model, or what is changed for it */
    text = g_strdup_printf (_ ("Compared with: %s"), words);
  gtk_label_set_label (self->other_label, text != NULL ? text : "");
  adw_action_row_set_subtitle (
    self->other_row,
    words != NULL ? words : _ ("Both look at the same pictures, and are shown side by side."));
}

static void
update (KomaEvaluateWindow *self)
{
  const gboolean is_running = self->running != NULL;
  const gboolean has_result = self->evaluated != NULL && !is_running;
  GtkWidget     *widget = GTK_WIDGET (self);

  gtk_stack_set_visible_child_name (self->pages, is_running   ? "working"
                                                 : has_result ? "result"
                                                              : "choose");
  gtk_widget_action_set_enabled (widget, "evaluate.again", has_result);
  gtk_widget_action_set_enabled (widget, "evaluate.export", has_result);
  gtk_widget_action_set_enabled (widget, "evaluate.choose-folder", !is_running);
  gtk_widget_action_set_enabled (widget, "evaluate.choose-table", !is_running);
  gtk_widget_action_set_enabled (widget, "evaluate.corrections",
                                 !is_running && self->collection != NULL);
  gtk_widget_set_visible (self->corrections_button, self->collection != NULL);
  gtk_widget_action_set_enabled (widget, "evaluate.compare", !is_running);
  show_other (self);
}

/* ---- The run ---- */

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  KomaEvaluateWindow *self = user_data;

  if (self->worker != NULL)
    gtk_progress_bar_set_fraction (self->progress, fraction);
}

/* Compared with what was shown before, if that is of the same pictures. */
static void
take_result (KomaEvaluateWindow *self,
             KomaEvaluated      *evaluated, /* (transfer full) */
             KomaEvaluatedPair  *pair)       /* (nullable) that it is a side of */
{
  KomaEvaluated *last = self->pair != NULL ? self->pair->sides[0] : self->evaluated;

  g_clear_pointer (&self->before, koma_evaluated_unref);
  if (last != NULL && last->truth == evaluated->truth)
    self->before = koma_evaluated_ref (last);
  g_clear_pointer (&self->evaluated, koma_evaluated_unref);
  g_clear_pointer (&self->pair, koma_evaluated_pair_unref);
  self->evaluated = evaluated;
  self->pair = pair != NULL ? koma_evaluated_pair_ref (pair) : NULL;
  koma_evaluate_window_offer_sides (self);
  koma_evaluate_window_show_result (self);
  koma_announce (GTK_WIDGET (self->percent), gtk_label_get_label (self->percent));
}

/* One side of the pair in detail. */
static void
side_cb (KomaEvaluateWindow *self)
{
  const guint    i = adw_combo_row_get_selected (self->side_row);
  KomaEvaluated *side = self->pair != NULL && i < 2 ? self->pair->sides[i] : NULL;

  if (side == NULL || side == self->evaluated)
    return;
  koma_evaluated_unref (self->evaluated);
  self->evaluated = koma_evaluated_ref (side);
  koma_evaluate_window_show_result (self);
}

static void
show_failure (KomaEvaluateWindow *self,
              const char         *text,
              const GError       *error) /* (nullable) nothing could be read */
{
  if (error == NULL)
    koma_toast_show (self->toast, _ ("None of the pictures could be read"));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    koma_toast_show_with_details (self->toast, text, text, error->message);
}

static void
evaluated_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (KomaEvaluateWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaEvaluated) evaluated =
    koma_worker_evaluate_finish (KOMA_WORKER (source), result, &error);

  /* Closed meanwhile. */
  if (self->worker == NULL)
    return;
  g_clear_object (&self->running);
  if (evaluated != NULL && evaluated->n > 0)
    take_result (self, g_steal_pointer (&evaluated), NULL);
  else
    show_failure (self, _ ("The model could not be evaluated"), error);
  update (self);
}

static void
paired_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaEvaluateWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaEvaluatedPair) pair =
    koma_worker_evaluate_pair_finish (KOMA_WORKER (source), result, &error);

  if (self->worker == NULL)
    return;
  g_clear_object (&self->running);
  if (pair != NULL && pair->n > 0)
    take_result (self, koma_evaluated_ref (pair->sides[0]), pair);
  else
    show_failure (self, _ ("The models could not be compared"), error);
  update (self);
}

static void
start (KomaEvaluateWindow *self,
       KomaGroundTruth    *truth) /* (transfer full) */
{
  g_clear_pointer (&self->truth, koma_ground_truth_unref);
  self->truth = truth;
  self->running = g_cancellable_new ();
  gtk_progress_bar_set_fraction (self->progress, 0);
  if (self->has_other)
    koma_worker_evaluate_pair_async (self->worker, truth, &self->other, progress_cb, self,
                                     self->running, paired_cb, g_object_ref (self));
  else
    koma_worker_evaluate_async (self->worker, truth, progress_cb, self, self->running,
                                evaluated_cb, g_object_ref (self));
  update (self);
}

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  KomaEvaluateWindow *self = user_data;
  g_autofree char    *path = g_file_get_path (files->pdata[0]);

  if (path != NULL && self->worker != NULL && self->running == NULL)
    start (self, koma_ground_truth_new (path, FALSE));
}

static void
dropped_cb (GtkWidget    *widget,
            KomaTransfer *transfer,
            gpointer      user_data)
{
  if (transfer != NULL && transfer->files != NULL && transfer->files->len > 0)
    chosen_cb (transfer->files, widget);
}

/* ---- Actions ---- */

/* What a person said of the pictures in the list, where a collection keeps it. */
static void
corrections_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);

  start (self, koma_ground_truth_new (self->collection, FALSE));
}

static void
choose_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  const KomaFileDialogKind kind = g_str_equal (name, "evaluate.choose-folder")
                                    ? KOMA_FILE_DIALOG_PICTURE_FOLDER
                                    : KOMA_FILE_DIALOG_TABLE;

  koma_file_dialog_open (GTK_WINDOW (widget), kind, chosen_cb, g_object_ref (widget),
                         g_object_unref);
}

static void
again_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);

  start (self, koma_ground_truth_ref (self->truth));
}

/* ---- What it is compared with ---- */

static void
forget_other (KomaEvaluateWindow *self)
{
  koma_worker_model_clear (&self->other);
  self->has_other = FALSE;
}

static void
chosen_other_cb (KomaEvaluateWindow    *self,
                 const KomaWorkerModel *other)
{
  if (self->worker == NULL || self->running != NULL)
    return;
  forget_other (self);
  self->other = koma_worker_model_copy (other);
  self->has_other = TRUE;
  if (self->evaluated != NULL)
    start (self, koma_ground_truth_ref (self->truth));
  else
    update (self);
}

static void
compare_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);
  KomaCompareDialog  *dialog = koma_compare_dialog_new (GTK_WINDOW (self), self->control);

  g_signal_connect_object (dialog, "chosen", G_CALLBACK (chosen_other_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
forget_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  forget_other (KOMA_EVALUATE_WINDOW (widget));
  update (KOMA_EVALUATE_WINDOW (widget));
}

static void
cancel_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);

  if (self->running != NULL)
    g_cancellable_cancel (self->running);
}

/* Escape ends the run, and else closes the window. */
static void
close_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  if (KOMA_EVALUATE_WINDOW (widget)->running != NULL)
    cancel_action (widget, name, parameter);
  else
    gtk_window_close (GTK_WINDOW (widget));
}

/* ---- Object ---- */

static void
cell_cb (KomaEvaluateWindow *self,
         guint               truth,
         guint               answer)
{
  koma_evaluate_window_show_cell (self, g_array_index (self->shown, guint, truth),
                                  g_array_index (self->shown, guint, answer));
}

static void
koma_evaluate_window_dispose (GObject *object)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (object);

  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_object (&self->worker);
  g_clear_object (&self->control);
  g_clear_object (&self->choices);
  g_clear_pointer (&self->truth, koma_ground_truth_unref);
  g_clear_pointer (&self->evaluated, koma_evaluated_unref);
  g_clear_pointer (&self->before, koma_evaluated_unref);
  g_clear_pointer (&self->pair, koma_evaluated_pair_unref);
  g_clear_pointer (&self->collection, g_free);
  forget_other (self);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_evaluate_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, choose_page);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, corrections_button);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, percent);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, meaning);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, source);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, pair_figures);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, pair_pictures);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, pair_classes_group);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, pair_classes);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, other_box);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, other_label);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, other_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, forget_button);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, comparison);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, uncounted);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, confusions);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, classes);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, matrix_note);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, matrix);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, diagram);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, calibration_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, temperature_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, temperature_button);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, precision_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, side_group);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, side_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, threshold_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, threshold_button);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, toast);
  gtk_widget_class_bind_template_callback (widget_class, cell_cb);
  gtk_widget_class_bind_template_callback (widget_class, koma_evaluate_window_show_threshold);
  gtk_widget_class_bind_template_callback (widget_class, side_cb);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "evaluate.choose-folder", NULL, choose_action);
  gtk_widget_class_install_action (widget_class, "evaluate.choose-table", NULL, choose_action);
  gtk_widget_class_install_action (widget_class, "evaluate.corrections", NULL, corrections_action);
  gtk_widget_class_install_action (widget_class, "evaluate.again", NULL, again_action);
  gtk_widget_class_install_action (widget_class, "evaluate.compare", NULL, compare_action);
  gtk_widget_class_install_action (widget_class, "evaluate.forget-other", NULL, forget_action);
  gtk_widget_class_install_action (widget_class, "evaluate.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "evaluate.close", NULL, close_action);
  gtk_widget_class_install_action (widget_class, "evaluate.export", "u",
                                   koma_evaluate_window_export);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "evaluate.close", NULL);
}

static void
koma_evaluate_window_class_init (KomaEvaluateWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_evaluate_window_dispose;

  g_type_ensure (KOMA_TYPE_CONFUSION_MATRIX);
  g_type_ensure (KOMA_TYPE_RELIABILITY_DIAGRAM);
  g_type_ensure (KOMA_TYPE_TAB_STOP);
  g_type_ensure (KOMA_TYPE_TOAST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-evaluate-window.ui");
  bind_children (widget_class);
  install_actions (widget_class);
  koma_evaluate_window_install_choices (widget_class);
}

static void
koma_evaluate_window_init (KomaEvaluateWindow *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_text_scale_wrap_buttons (GTK_WIDGET (self));
  koma_scroll_start_keep (GTK_WIDGET (self->pair_classes));
  koma_scroll_start_keep (GTK_WIDGET (self->classes));
  koma_transfer_drop_connect (GTK_WIDGET (self), NULL, dropped_cb, self);
  update (self);
}

/**
 * koma_evaluate_window_new:
 * @parent: the window of the pictures
 * @worker: has the model
 * @control: of the model in use
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_evaluate_window_new (GtkWindow        *parent,
                          KomaWorker       *worker,
                          KomaModelControl *control)
{
  KomaEvaluateWindow *self = g_object_new (KOMA_TYPE_EVALUATE_WINDOW,
                                           "transient-for", parent,
                                           "destroy-with-parent", TRUE,
                                           NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->worker = g_object_ref (worker);
  self->control = g_object_ref (control);
  self->choices = koma_recipe_choices_new (control);
  return GTK_WINDOW (self);
}

/**
 * koma_evaluate_window_set_collection:
 * @self: a window
 * @path: (nullable): of the collection that is open, whose corrections can be taken for the truth
 */
void
koma_evaluate_window_set_collection (KomaEvaluateWindow *self,
                                     const char         *path)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_free (self->collection);
  self->collection = g_strdup (path);
  update (self);
}
