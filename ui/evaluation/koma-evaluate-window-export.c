/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n-lib.h>

#include "koma-evaluate-window-private.h"
#include "engine/koma-values.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/koma-error-words.h"
#include "worker/evaluation/koma-evaluated-export.h"

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
  koma_task_run_in_thread (task, write_thread);
}

void
koma_evaluate_window_export (GtkWidget  *widget,
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
