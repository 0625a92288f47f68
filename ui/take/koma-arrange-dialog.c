/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-dialog.h"

#include <glib/gi18n-lib.h>

#include "koma-arrange-preview.h"
#include "koma-take-rows.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/koma-text-scale.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

#define PROGRESS_INTERVAL_MS 100

struct _KomaArrangeDialog
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  AdwComboRow        *which;
  AdwComboRow        *kind;
  AdwComboRow        *by;
  AdwActionRow       *into_row;
  AdwComboRow        *not_sure;
  AdwComboRow        *taken;
  AdwComboRow        *n_labels;
  GtkButton          *run_button;
  KomaArrangePreview *preview;
  GtkWidget          *options;
  GtkRevealer        *working;
  GtkProgressBar     *bar;
  GtkLabel           *complaint;

  /* Owned. */
  KomaTakeSource   *source; /* NULL once it is closed */
  GFile            *into;
  GPtrArray        *rows;     /* (nullable) (element-type KomaExportRow) of the choice */
  KomaArrangePlan  *plan;     /* (nullable) that is shown */
  GCancellable     *planning; /* (nullable) */
  GCancellable     *running;  /* (nullable) */
  KomaTakeProgress *progress;
  guint             progress_source;

  gboolean is_for_labels;
  double   sure_from;
};

enum {
  SIGNAL_DONE,
  SIGNAL_WORKING,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaArrangeDialog, koma_arrange_dialog, ADW_TYPE_WINDOW)

/* What is done already stays, and can be undone. */
static void
koma_arrange_dialog_dispose (GObject *object)
{
  KomaArrangeDialog *self = KOMA_ARRANGE_DIALOG (object);

  if (self->progress_source != 0)
    g_signal_emit (self, signals[SIGNAL_WORKING], 0, FALSE);
  g_cancellable_cancel (self->planning);
  g_cancellable_cancel (self->running);
  g_clear_object (&self->planning);
  g_clear_object (&self->running);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_pointer (&self->source, koma_take_source_free);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->plan, koma_arrange_plan_unref);
  g_clear_pointer (&self->progress, koma_take_progress_unref);
  g_clear_object (&self->into);

  G_OBJECT_CLASS (koma_arrange_dialog_parent_class)->dispose (object);
}

static void
complain (KomaArrangeDialog *self,
          const char        *text) /* (nullable) */
{
  gtk_label_set_label (self->complaint, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->complaint), text != NULL);
}

/* ---- The plan ---- */

static KomaArrangeKind
get_kind (KomaArrangeDialog *self)
{
  return self->is_for_labels ? KOMA_ARRANGE_LABEL
                             : (KomaArrangeKind) adw_combo_row_get_selected (self->kind);
}

static void
planned_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (KomaArrangeDialog) self = user_data;
  g_autoptr (KomaArrangePlan) plan = koma_arrange_plan_finish (result, NULL);

  /* Another was asked for since, or it is closed. */
  if (plan == NULL || self->source == NULL)
    return;
  g_clear_pointer (&self->plan, koma_arrange_plan_unref);
  self->plan = g_steal_pointer (&plan);
  koma_arrange_preview_set_plan (self->preview, self->plan);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "arrange.run", self->plan->steps->len > 0);
}

static const char *
get_verb (KomaArrangeKind kind)
{
  switch (kind) {
  case KOMA_ARRANGE_COPY:
    return _ ("_Copy");
  case KOMA_ARRANGE_MOVE:
    return _ ("_Move");
  case KOMA_ARRANGE_LINK:
    return _ ("_Link");
  default:
    return _ ("_Write");
  }
}

static void
update (KomaArrangeDialog *self)
{
  g_autofree char   *into = self->into != NULL ? g_file_get_path (self->into) : NULL;
  KomaArrangeOptions options = {
    .kind = get_kind (self),
    .into = self->is_for_labels ? NULL : into,
    .sure_from = self->sure_from,
    .is_numbered = adw_combo_row_get_selected (self->taken) == 0,
    .is_by_kind = gtk_widget_get_visible (GTK_WIDGET (self->by)) &&
                  adw_combo_row_get_selected (self->by) == 1,
    .n_labels = adw_combo_row_get_selected (self->n_labels) + 1,
  };

  if (self->rows == NULL)
    return;
  if (adw_combo_row_get_selected (self->not_sure) == 1)
    /* Translators: the name of a folder */
    options.not_sure = self->is_for_labels ? "" : _ ("Not sure");
  gtk_button_set_label (self->run_button, get_verb (options.kind));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "arrange.run", FALSE);
  g_cancellable_cancel (self->planning);
  g_clear_object (&self->planning);
  self->planning = g_cancellable_new ();
  koma_arrange_plan_async (self->rows, &options, self->planning, planned_cb, g_object_ref (self));
}

static gboolean
have_kinds (const GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++) {
    const KomaExportRow *row = rows->pdata[i];

    if (row->result != NULL && koma_result_get_kind (row->result, NULL) != NULL)
      return TRUE;
  }
  return FALSE;
}

static void
rows_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (KomaArrangeDialog) self = user_data;
  g_autoptr (GPtrArray) rows = koma_take_rows_finish (result, NULL);

  if (rows == NULL || self->source == NULL)
    return;
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  self->rows = g_steal_pointer (&rows);
  gtk_widget_set_visible (GTK_WIDGET (self->by), !self->is_for_labels && have_kinds (self->rows));
  update (self);
}

static void
take_rows (KomaArrangeDialog *self)
{
  if (self->source == NULL)
    return;
  g_cancellable_cancel (self->planning);
  g_clear_object (&self->planning);
  self->planning = g_cancellable_new ();
  koma_take_rows_async (koma_take_source_get (self->source, self->which), self->planning, rows_cb,
                        g_object_ref (self));
}

static void
set_into (KomaArrangeDialog *self,
          GFile             *folder)
{
  g_autofree char *name = koma_words_for_place (folder);
  g_autofree char *markup = g_markup_escape_text (name, -1);

  g_set_object (&self->into, folder);
  adw_action_row_set_subtitle (self->into_row, markup);
  update (self);
}

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  KomaArrangeDialog *self = user_data;
  g_autofree char   *path = files->len > 0 ? g_file_get_path (files->pdata[0]) : NULL;

  if (path != NULL && self->source != NULL)
    set_into (self, files->pdata[0]);
}

static void
choose_folder_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  koma_file_dialog_open (GTK_WINDOW (widget), KOMA_FILE_DIALOG_FOLDER, chosen_cb,
                         g_object_ref (widget), g_object_unref);
}

/* ---- Doing it ---- */

static gboolean
show_progress_cb (gpointer data)
{
  KomaArrangeDialog *self = data;

  gtk_progress_bar_set_fraction (self->bar, koma_take_progress_get (self->progress));
  return G_SOURCE_CONTINUE;
}

static void
set_working (KomaArrangeDialog *self,
             gboolean           is_working)
{
  gtk_widget_set_sensitive (self->options, !is_working);
  gtk_revealer_set_reveal_child (self->working, is_working);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "arrange.run", !is_working);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_object (&self->running);
  g_signal_emit (self, signals[SIGNAL_WORKING], 0, is_working);
  if (!is_working)
    return;
  complain (self, NULL);
  self->running = g_cancellable_new ();
  self->progress_source = g_timeout_add (PROGRESS_INTERVAL_MS, show_progress_cb, self);
}

/* What to show of it: the first folder, or the first XMP file. */
static GFile *
dup_made (const KomaArrangePlan *plan)
{
  const KomaArrangeFolder *folder = plan->folders->pdata[0];
  const KomaArrangeStep   *step = plan->steps->pdata[0];

  return g_file_new_for_path (folder->path != NULL ? folder->path : step->to);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (KomaArrangeDialog) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaArrangeReport) report = koma_arrange_run_finish (result, &error);
  g_autoptr (GFile) made = NULL;

  if (self->source == NULL)
    return;
  set_working (self, FALSE);
  if (report == NULL) {
    complain (self, error->message);
    return;
  }
  made = dup_made (self->plan);
  g_signal_emit (self, signals[SIGNAL_DONE], 0, report, made);
  gtk_window_close (GTK_WINDOW (self));
}

static void
run_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  KomaArrangeDialog *self = KOMA_ARRANGE_DIALOG (widget);

  set_working (self, TRUE);
  koma_arrange_run_async (self->plan, self->progress, self->running, done_cb,
                          g_object_ref (self));
}

/* The first time what goes on, then the dialog. */
static void
cancel_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaArrangeDialog *self = KOMA_ARRANGE_DIALOG (widget);

  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* ---- Object ---- */

static void
koma_arrange_dialog_class_init (KomaArrangeDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_arrange_dialog_dispose;
  signals[SIGNAL_WORKING] = g_signal_new ("working", KOMA_TYPE_ARRANGE_DIALOG, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[SIGNAL_DONE] =
    g_signal_new ("done", KOMA_TYPE_ARRANGE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_FILE);

  g_type_ensure (KOMA_TYPE_ARRANGE_PREVIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-arrange-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, which);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, kind);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, by);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, into_row);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, not_sure);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, taken);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, n_labels);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, run_button);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, options);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, working);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, bar);
  gtk_widget_class_bind_template_child (widget_class, KomaArrangeDialog, complaint);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, take_rows);
  gtk_widget_class_install_action (widget_class, "arrange.run", NULL, run_action);
  gtk_widget_class_install_action (widget_class, "arrange.cancel", NULL, cancel_action);
  gtk_widget_class_install_action (widget_class, "arrange.choose-folder", NULL,
                                   choose_folder_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "arrange.cancel", NULL);
}

static void
koma_arrange_dialog_init (KomaArrangeDialog *self)
{
  self->progress = koma_take_progress_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "arrange.run", FALSE);
}

/* "Sorted" among the user's pictures */
static GFile *
suggest_folder (void)
{
  const char      *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);
  g_autofree char *path =
    /* Translators: the name of a folder that is suggested */
    g_build_filename (pictures != NULL ? pictures : g_get_home_dir (), _ ("Sorted"), NULL);

  return g_file_new_for_path (path);
}

static void
show_for_labels (KomaArrangeDialog *self,
                 gboolean           is_for_labels)
{
  gtk_widget_set_visible (GTK_WIDGET (self->kind), !is_for_labels);
  gtk_widget_set_visible (GTK_WIDGET (self->into_row), !is_for_labels);
  gtk_widget_set_visible (GTK_WIDGET (self->taken), !is_for_labels);
  gtk_widget_set_visible (GTK_WIDGET (self->n_labels), is_for_labels);
  if (is_for_labels) {
    const char *const words[] = { _ ("Leave the pictures alone"), _ ("Write their labels too"),
                                  NULL };
    g_autoptr (GtkStringList) list = gtk_string_list_new (words);

    gtk_window_set_title (GTK_WINDOW (self), _ ("Write Labels"));
    adw_combo_row_set_model (self->not_sure, G_LIST_MODEL (list));
  }
}

KomaArrangeDialog *
koma_arrange_dialog_new (GtkWindow      *parent,
                         KomaTakeSource *source,
                         gboolean        is_for_labels,
                         double          sure_from)
{
  KomaArrangeDialog *self = g_object_new (KOMA_TYPE_ARRANGE_DIALOG, "transient-for", parent, NULL);
  g_autoptr (GFile) folder = suggest_folder ();

  KOMA_ASSERT_MAIN_THREAD ();

  self->is_for_labels = is_for_labels;
  self->sure_from = sure_from;
  show_for_labels (self, is_for_labels);
  set_into (self, folder);
  self->source = source;
  koma_take_source_fill (source, self->which);
  koma_text_scale_keep_buttons (GTK_WINDOW (self));
  take_rows (self);
  return self;
}

/* Before a window is shown, GTK 4.8 gives the focus in a way that hides the window from screen
 * readers. */
void
koma_arrange_dialog_present (KomaArrangeDialog *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->which));
}
