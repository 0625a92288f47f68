/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluate-window-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "ui/compat/koma-announce.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/koma-words.h"
#include "ui/window/koma-transfer-drop.h"
#include "ui/window/koma-transfer.h"
#include "worker/evaluation/koma-evaluated-export.h"
#include "worker/evaluation/koma-worker-evaluate.h"
#include "worker/koma-thread.h"

G_DEFINE_FINAL_TYPE (KomaEvaluateWindow, koma_evaluate_window, ADW_TYPE_WINDOW)

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

static void
take_result (KomaEvaluateWindow *self,
             KomaEvaluated      *evaluated) /* (transfer full) */
{
  g_clear_pointer (&self->before, koma_evaluated_unref);
  if (self->evaluated != NULL && self->evaluated->truth == evaluated->truth)
    self->before = g_steal_pointer (&self->evaluated);
  g_clear_pointer (&self->evaluated, koma_evaluated_unref);
  self->evaluated = evaluated;
  koma_evaluate_window_show_result (self);
  koma_announce (GTK_WIDGET (self->percent), gtk_label_get_label (self->percent));
}

static void
evaluated_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (KomaEvaluateWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  KomaEvaluated *evaluated = koma_worker_evaluate_finish (KOMA_WORKER (source), result, &error);

  /* Closed meanwhile. */
  if (self->worker == NULL) {
    g_clear_pointer (&evaluated, koma_evaluated_unref);
    return;
  }
  g_clear_object (&self->running);
  if (evaluated != NULL && evaluated->n > 0)
    take_result (self, g_steal_pointer (&evaluated));
  else if (evaluated != NULL)
    koma_toast_show (self->toast, _ ("None of the pictures could be read"));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    koma_toast_show_with_details (self->toast, _ ("The model could not be evaluated"),
                                  _ ("The model could not be evaluated"), error->message);
  g_clear_pointer (&evaluated, koma_evaluated_unref);
  update (self);
}

static void
start (KomaEvaluateWindow *self,
       KomaTruth          *truth) /* (transfer full) */
{
  g_clear_pointer (&self->truth, koma_truth_unref);
  self->truth = truth;
  self->running = g_cancellable_new ();
  gtk_progress_bar_set_fraction (self->progress, 0);
  koma_worker_evaluate_async (self->worker, truth, progress_cb, self, self->running, evaluated_cb,
                              g_object_ref (self));
  update (self);
}

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  KomaEvaluateWindow *self = user_data;
  g_autofree char    *path = g_file_get_path (files->pdata[0]);

  if (path != NULL && self->worker != NULL && self->running == NULL)
    start (self, koma_truth_new (path, FALSE));
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

  start (self, koma_truth_ref (self->truth));
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

static void
choose_part (KomaEvaluateWindow *self,
             KomaRecipePart      part,
             double              value,
             const char         *text)
{
  const KomaModelInfo *info = koma_model_control_get_info (self->control);
  char                 word[G_ASCII_DTOSTR_BUF_SIZE];

  if (info == NULL || g_strcmp0 (info->hash, self->evaluated->hash) != 0) {
    koma_toast_show (self->toast, _ ("Another model is in use now"));
    return;
  }
  g_ascii_formatd (word, sizeof word, "%.6g", value);
  koma_recipe_choices_choose (self->choices, part, word);
  koma_toast_show_with_action (self->toast, text, _ ("Undo"), "evaluate.undo");
}

static void
use_temperature_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);

  choose_part (self, KOMA_PART_TEMPERATURE, self->evaluated->fitted_temperature,
               _ ("The model is read at this temperature from now on"));
}

static void
use_threshold_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);
  const double        score = koma_evaluate_window_get_threshold (self).score;

  /* Rounded down, so that the answer with just this score stays sure. */
  choose_part (self, KOMA_PART_SURE_FROM, floor (score * 1e6) / 1e6,
               _ ("Answers below this score are not sure from now on"));
}

static void
undo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (widget);

  koma_toast_withdraw (self->toast, "evaluate.undo");
  koma_recipe_choices_undo (self->choices);
}

/* ---- Export ---- */

typedef struct
{
  KomaEvaluateWindow *window;
  KomaEvaluatedPart   part;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_object_unref (export->window);
  g_free (export);
}

typedef struct
{
  KomaEvaluated    *evaluated;
  KomaEvaluatedPart part;
  char             *path;
} Write;

static void
write_free (gpointer data)
{
  Write *write = data;

  koma_evaluated_unref (write->evaluated);
  g_free (write->path);
  g_free (write);
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  const Write *write = task_data;
  GError      *error = NULL;

  if (koma_evaluated_export (write->evaluated, write->part, write->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  KomaEvaluateWindow *self = KOMA_EVALUATE_WINDOW (source);
  g_autoptr (GError) error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    koma_toast_show (self->toast, _ ("Saved"));
  else
    koma_toast_show_with_details (self->toast, _ ("The file could not be saved"),
                                  koma_words_for_save_error (error), error->message);
}

static void
save_cb (GPtrArray *files,
         gpointer   user_data)
{
  const Export *export = user_data;
  KomaEvaluateWindow *self = export->window;
  g_autofree char    *path = g_file_get_path (files->pdata[0]);
  g_autoptr (GTask) task = NULL;
  Write *write = NULL;

  if (path == NULL || self->evaluated == NULL)
    return;
  if (!koma_evaluated_can_export (export->part, path)) {
    koma_toast_show (self->toast, export->part == KOMA_EXPORT_SCORES
                                    ? _ ("The name must end in .csv")
                                    : _ ("The name must end in .svg or .csv"));
    return;
  }
  write = g_new0 (Write, 1);
  *write = (Write){ koma_evaluated_ref (self->evaluated), export->part, g_steal_pointer (&path) };
  task = g_task_new (self, NULL, written_cb, NULL);
  g_task_set_source_tag (task, save_cb);
  g_task_set_task_data (task, write, write_free);
  g_task_run_in_thread (task, write_thread);
}

static void
export_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  static const char *const names[] = {
    [KOMA_EXPORT_MATRIX] = "matrix.svg",
    [KOMA_EXPORT_DIAGRAM] = "reliability.svg",
    [KOMA_EXPORT_SCORES] = "scores.csv",
  };
  const guint32 part = g_variant_get_uint32 (parameter);
  Export *export = NULL;

  if (part >= G_N_ELEMENTS (names))
    return;
  export = g_new0 (Export, 1);
  *export = (Export){ g_object_ref (KOMA_EVALUATE_WINDOW (widget)), part };
  koma_file_dialog_save (GTK_WINDOW (widget), names[part], save_cb, export, export_free);
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
  g_clear_pointer (&self->truth, koma_truth_unref);
  g_clear_pointer (&self->evaluated, koma_evaluated_unref);
  g_clear_pointer (&self->before, koma_evaluated_unref);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_evaluate_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, choose_page);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, percent);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, meaning);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, source);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, comparison);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, uncounted);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, mix_ups);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, classes);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, matrix_note);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, matrix);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, diagram);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, calibration_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, temperature_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, temperature_button);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, precision_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, threshold_row);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, threshold_button);
  gtk_widget_class_bind_template_child (widget_class, KomaEvaluateWindow, toast);
  gtk_widget_class_bind_template_callback (widget_class, cell_cb);
  gtk_widget_class_bind_template_callback (widget_class, koma_evaluate_window_show_threshold);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "evaluate.choose-folder", NULL, choose_action);
  gtk_widget_class_install_action (widget_class, "evaluate.choose-table", NULL, choose_action);
  gtk_widget_class_install_action (widget_class, "evaluate.again", NULL, again_action);
  gtk_widget_class_install_action (widget_class, "evaluate.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "evaluate.close", NULL, close_action);
  gtk_widget_class_install_action (widget_class, "evaluate.use-temperature", NULL,
                                   use_temperature_action);
  gtk_widget_class_install_action (widget_class, "evaluate.use-threshold", NULL,
                                   use_threshold_action);
  gtk_widget_class_install_action (widget_class, "evaluate.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "evaluate.export", "u", export_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "evaluate.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "evaluate.undo",
                                       NULL);
}

static void
koma_evaluate_window_class_init (KomaEvaluateWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_evaluate_window_dispose;

  g_type_ensure (KOMA_TYPE_CONFUSION_MATRIX);
  g_type_ensure (KOMA_TYPE_RELIABILITY_DIAGRAM);
  g_type_ensure (KOMA_TYPE_TOAST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-evaluate-window.ui");
  bind_children (widget_class);
  install_actions (widget_class);
}

static void
koma_evaluate_window_init (KomaEvaluateWindow *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_transfer_drop_connect (GTK_WIDGET (self), dropped_cb, self);
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
