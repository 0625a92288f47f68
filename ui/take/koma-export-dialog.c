/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-export-dialog.h"

#include <glib/gi18n-lib.h>

#include "koma-take-export.h"
#include "koma-take-rows.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/koma-text-scale.h"
#include "ui/koma-error-words.h"
#include "worker/koma-thread.h"

#define N_PREVIEWED          3
#define PROGRESS_INTERVAL_MS 100

struct _KomaExportDialog
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  AdwComboRow    *which;
  AdwComboRow    *format;
  GtkSwitch      *sha256;
  GtkWidget      *preview_group;
  GtkLabel       *preview;
  GtkWidget      *options;
  GtkRevealer    *working;
  GtkProgressBar *bar;
  GtkLabel       *complaint;

  /* Owned. */
  KomaTakeSource   *source;
  GFile            *file; /* (nullable) to write */
  KomaTakeProgress *progress;
  GCancellable     *cancellable; /* (nullable) of the export that goes on */
  guint             progress_source;

  double sure_from;
};

enum {
  SIGNAL_DONE,
  SIGNAL_WORKING,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaExportDialog, koma_export_dialog, ADW_TYPE_WINDOW)

static void
koma_export_dialog_dispose (GObject *object)
{
  KomaExportDialog *self = KOMA_EXPORT_DIALOG (object);

  if (self->progress_source != 0)
    g_signal_emit (self, signals[SIGNAL_WORKING], 0, FALSE);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_pointer (&self->source, koma_take_source_free);
  g_clear_pointer (&self->progress, koma_take_progress_unref);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (koma_export_dialog_parent_class)->dispose (object);
}

/* ---- Preview ---- */

static KomaSheetOptions
get_options (KomaExportDialog *self)
{
  return (KomaSheetOptions){
    .kind = (KomaSheetKind) adw_combo_row_get_selected (self->format),
    .sure_from = self->sure_from,
    .has_sha256 = gtk_switch_get_active (self->sha256),
  };
}

/* Long lines are cut: it is a look, not the file. */
static char *
make_preview (KomaExportDialog *self)
{
  GPtrArray       *items = koma_take_source_get (self->source, self->which);
  KomaSheetOptions options = get_options (self);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (KomaSheet) sheet = NULL;
  guint n = 0;

  (void) koma_take_export_look_on (items, N_PREVIEWED, &n, &options);
  sheet = koma_sheet_new (&options);
  koma_sheet_append_head (sheet, text);
  for (guint i = 0; i < n; i++) {
    g_autoptr (KomaExportRow) row = koma_take_row_new (items->pdata[i]);

    koma_sheet_append_row (sheet, text, row);
  }
  koma_sheet_append_tail (sheet, text);
  return g_utf8_make_valid (text->str, (gssize) text->len);
}

static void
update (KomaExportDialog *self)
{
  const KomaSheetKind kind = (KomaSheetKind) adw_combo_row_get_selected (self->format);

  if (self->source == NULL)
    return;
  gtk_widget_set_visible (self->preview_group, kind != KOMA_SHEET_HTML);
  if (kind != KOMA_SHEET_HTML) {
    g_autofree char *text = make_preview (self);

    gtk_label_set_label (self->preview, g_strchomp (text));
  }
}

/* ---- Writing ---- */

static gboolean
show_progress_cb (gpointer data)
{
  KomaExportDialog *self = data;

  gtk_progress_bar_set_fraction (self->bar, koma_take_progress_get (self->progress));
  return G_SOURCE_CONTINUE;
}

static void
set_working (KomaExportDialog *self,
             gboolean          is_working)
{
  gtk_widget_set_sensitive (self->options, !is_working);
  gtk_revealer_set_reveal_child (self->working, is_working);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.write", !is_working);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_object (&self->cancellable);
  g_signal_emit (self, signals[SIGNAL_WORKING], 0, is_working);
  if (!is_working)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->complaint), FALSE);
  self->cancellable = g_cancellable_new ();
  koma_take_progress_set (self->progress, 0, 1);
  self->progress_source = g_timeout_add (PROGRESS_INTERVAL_MS, show_progress_cb, self);
}

/* Closed meanwhile, it has nothing to say. */
static void
finish (KomaExportDialog *self,
        const GError     *error) /* (nullable) */
{
  if (self->source == NULL)
    return;
  set_working (self, FALSE);
  if (error == NULL) {
    g_signal_emit (self, signals[SIGNAL_DONE], 0, self->file);
    gtk_window_close (GTK_WINDOW (self));
  } else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    gtk_label_set_label (self->complaint, koma_words_for_save_error (error));
    gtk_widget_set_visible (GTK_WIDGET (self->complaint), TRUE);
  }
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (KomaExportDialog) self = user_data;
  g_autoptr (GError) error = NULL;

  koma_take_export_finish (result, &error);
  finish (self, error);
}

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  KomaExportDialog *self = user_data;
  KomaSheetOptions  options;

  if (files->len == 0 || self->source == NULL)
    return;
  options = get_options (self);
  g_set_object (&self->file, files->pdata[0]);
  set_working (self, TRUE);
  koma_take_export_async (koma_take_source_get (self->source, self->which), &options, self->file,
                          self->progress, self->cancellable, written_cb, g_object_ref (self));
}

static void
write_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaExportDialog   *self = KOMA_EXPORT_DIALOG (widget);
  const KomaSheetKind kind = (KomaSheetKind) adw_combo_row_get_selected (self->format);
  g_autofree char    *suggestion =
    g_strdup_printf ("%s.%s", _ ("answers"), koma_sheet_kind_get_suffix (kind));

  koma_file_dialog_save (GTK_WINDOW (self), suggestion, chosen_cb, g_object_ref (self),
                         g_object_unref);
}

/* The first time what goes on, then the dialog. */
static void
cancel_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaExportDialog *self = KOMA_EXPORT_DIALOG (widget);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    gtk_window_close (GTK_WINDOW (self));
}

/* ---- Object ---- */

static void
koma_export_dialog_class_init (KomaExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_export_dialog_dispose;
  signals[SIGNAL_WORKING] = g_signal_new ("working", KOMA_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[SIGNAL_DONE] = g_signal_new ("done", KOMA_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, which);
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, format);
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, sha256);
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, preview_group);
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, options);
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, working);
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, bar);
  gtk_widget_class_bind_template_child (widget_class, KomaExportDialog, complaint);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_install_action (widget_class, "export.write", NULL, write_action);
  gtk_widget_class_install_action (widget_class, "export.cancel", NULL, cancel_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "export.cancel", NULL);
}

static void
koma_export_dialog_init (KomaExportDialog *self)
{
  self->progress = koma_take_progress_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A file is read from the left in each language. */
  for (GtkWidget *widget = GTK_WIDGET (self->preview); widget != self->preview_group;
       widget = gtk_widget_get_parent (widget))
    gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
}

KomaExportDialog *
koma_export_dialog_new (GtkWindow      *parent,
                        KomaTakeSource *source,
                        double          sure_from)
{
  KomaExportDialog *self = g_object_new (KOMA_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->sure_from = sure_from;
  self->source = source;
  koma_take_source_fill (source, self->which);
  koma_text_scale_keep_buttons (GTK_WINDOW (self));
  update (self);
  return self;
}

/* Before a window is shown, GTK 4.8 gives the focus in a way that hides the window from screen
 * readers. */
void
koma_export_dialog_present (KomaExportDialog *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->which));
}
