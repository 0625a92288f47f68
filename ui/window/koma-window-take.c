/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What leaves the window: answers as a file, pictures into folders, labels beside pictures; and the
 * way back. */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "ui/take/koma-arrange-dialog.h"
#include "ui/take/koma-export-dialog.h"
#include "worker/take/koma-sheet.h"
#include "worker/koma-thread.h"

/* More than anybody reads. */
#define MAX_PROBLEMS 100

static KomaTakeSource *
create_source (KomaWindow *self)
{
  return koma_take_source_new (koma_result_feed_get_items (self->feed),
                               koma_results_view_get_shown (self->results),
                               koma_results_view_dup_selected (self->results));
}

/* As the rows say it. */
static double
get_sure_from (KomaWindow *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);

  return info != NULL ? koma_preferences_get_not_sure_below (self->preferences, &info->values)
                      : KOMA_SURE_BY_MODEL;
}

static char *
describe_show (const char *action,
               GFile      *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GVariant) target = g_variant_ref_sink (g_variant_new_string (uri));

  return g_action_print_detailed_name (action, target);
}

/* ---- Export ---- */

static void
working_cb (KomaWindow *self,
            gboolean    is_working)
{
  koma_long_work_set_busy (self->long_work, KOMA_WORK_FILES, is_working);
}

static void
exported_cb (KomaWindow *self,
             GFile      *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *display_name = g_filename_display_name (name);
  g_autofree char *in_window = describe_show ("win.show-in-files", file);
  g_autofree char *in_desktop = describe_show ("app.show-in-files", file);
  /* Translators: the name of a file */
  g_autofree char *text = g_strdup_printf (_ ("Saved as “%s”"), display_name);

  koma_toast_show_with_action (self->toast, text, _ ("Show in Files"), in_window);
  koma_long_work_tell (self->long_work, KOMA_WORK_FILES, text, _ ("Show in Files"), in_desktop);
}

static void
present_export (KomaWindow     *self,
                KomaTakeSource *source) /* (transfer full) */
{
  KomaExportDialog *dialog =
    koma_export_dialog_new (GTK_WINDOW (self), source, get_sure_from (self));

  g_signal_connect_object (dialog, "working", G_CALLBACK (working_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "done", G_CALLBACK (exported_cb), self, G_CONNECT_SWAPPED);
  koma_export_dialog_present (dialog);
}

static void
export_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  present_export (self, create_source (self));
}

/* Of answers that are not in the list. */
void
koma_window_export (KomaWindow *self,
                    GListModel *items)
{
  KOMA_ASSERT_MAIN_THREAD ();

  present_export (self, koma_take_source_new (items, items, g_ptr_array_new ()));
}

/* ---- Folders and labels ---- */

static void
show_problems (KomaWindow              *self,
               const KomaArrangeReport *report)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *heading =
    g_strdup_printf (ngettext ("%'u File Was Left as It Was", "%'u Files Were Left as They Were",
                               report->problems->len),
                     report->problems->len);

  for (guint i = 0; i < MIN (report->problems->len, MAX_PROBLEMS); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (char *) report->problems->pdata[i]);
  if (report->problems->len > MAX_PROBLEMS)
    g_string_append (text, "\n…");
  koma_message_show (GTK_WINDOW (self), heading, text->str);
}

static char *
describe_done (KomaArrangeKind kind,
               guint           n)
{
  switch (kind) {
  case KOMA_ARRANGE_COPY:
    return g_strdup_printf (ngettext ("%'u file copied", "%'u files copied", n), n);
  case KOMA_ARRANGE_MOVE:
    return g_strdup_printf (ngettext ("%'u file moved", "%'u files moved", n), n);
  case KOMA_ARRANGE_LINK:
    return g_strdup_printf (ngettext ("%'u link made", "%'u links made", n), n);
  default:
    return g_strdup_printf (ngettext ("%'u XMP file written", "%'u XMP files written", n), n);
  }
}

static char *
describe_undone (KomaArrangeKind kind,
                 guint           n)
{
  switch (kind) {
  case KOMA_ARRANGE_COPY:
    return g_strdup_printf (ngettext ("%'u copy removed again", "%'u copies removed again", n), n);
  case KOMA_ARRANGE_MOVE:
    return g_strdup_printf (ngettext ("%'u file moved back", "%'u files moved back", n), n);
  case KOMA_ARRANGE_LINK:
    return g_strdup_printf (ngettext ("%'u link removed again", "%'u links removed again", n), n);
  default:
    return g_strdup_printf (ngettext ("%'u XMP file is as it was", "%'u XMP files are as they were",
                                      n),
                            n);
  }
}

static char *
describe_question (const KomaArrangeWork *work)
{
  const guint n = work->n_files;

  switch (work->kind) {
  case KOMA_ARRANGE_COPY:
    return g_strdup_printf (ngettext ("Undo Copying %'u File?", "Undo Copying %'u Files?", n), n);
  case KOMA_ARRANGE_MOVE:
    return g_strdup_printf (ngettext ("Undo Moving %'u File?", "Undo Moving %'u Files?", n), n);
  case KOMA_ARRANGE_LINK:
    return g_strdup_printf (ngettext ("Undo Making %'u Link?", "Undo Making %'u Links?", n), n);
  default:
    return g_strdup_printf (ngettext ("Undo Writing %'u XMP File?", "Undo Writing %'u XMP Files?",
                                      n),
                            n);
  }
}

static void
set_can_undo (KomaWindow *self,
              gboolean    can_undo)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo-sorting", can_undo);
}

static void
arranged_cb (KomaWindow        *self,
             KomaArrangeReport *report,
             GFile             *made)
{
  g_autofree char *text = describe_done (report->kind, report->n_done);
  g_autofree char *show = describe_show ("win.show-in-files", made);

  set_can_undo (self, TRUE);
  koma_toast_show_with_action (self->toast, text, _ ("Undo"), "win.undo-sorting-now");
  koma_toast_add_action (self->toast, _ ("Show in Files"), show);
  koma_long_work_tell (self->long_work, KOMA_WORK_FILES, text, _ ("Show"), "app.show-pictures");
  if (report->problems->len > 0)
    show_problems (self, report);
}

static void
present_arrange (KomaWindow *self,
                 gboolean    is_for_labels)
{
  KomaArrangeDialog *dialog = koma_arrange_dialog_new (GTK_WINDOW (self), create_source (self),
                                                       is_for_labels, get_sure_from (self));

  g_signal_connect_object (dialog, "working", G_CALLBACK (working_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "done", G_CALLBACK (arranged_cb), self, G_CONNECT_SWAPPED);
  koma_arrange_dialog_present (dialog);
}

static void
arrange_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  present_arrange (KOMA_WINDOW (widget), FALSE);
}

static void
write_labels_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  present_arrange (KOMA_WINDOW (widget), TRUE);
}

/* ---- The way back ---- */

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaWindow) self = user_data;
  const KomaArranged arranged = koma_arrange_look_finish (result).state;

  if (self->feed == NULL)
    return;
  set_can_undo (self, arranged != KOMA_ARRANGED_NOTHING);
  if (arranged == KOMA_ARRANGED_HALF)
    koma_toast_show_with_action (self->toast, _ ("Koma was stopped while it sorted files"),
                                 _ ("Undo"), "win.undo-sorting-now");
  else if (arranged == KOMA_ARRANGED_DAMAGED)
    koma_toast_show_with_action (self->toast,
                                 _ ("What was sorted last can not all be undone: the journal is "
                                    "damaged"),
                                 _ ("Undo"), "win.undo-sorting-now");
}

static void
undone_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaArrangeReport) report = koma_arrange_undo_finish (result, &error);
  g_autofree char *undone =
    report != NULL ? describe_undone (report->kind, report->n_done) : NULL;

  if (self->feed == NULL)
    return;
  if (report == NULL)
    koma_toast_show (self->toast, error->message);
  else if (report->problems->len > 0)
    show_problems (self, report);
  else
    koma_toast_show (self->toast, undone);
  /* There may be an earlier time. */
  koma_arrange_look_async (looked_cb, g_object_ref (self));
}

static void
undo_sorting_now_action (GtkWidget  *widget,
                         const char *name,
                         GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_toast_withdraw (self->toast, "win.undo-sorting-now");
  set_can_undo (self, FALSE);
  koma_arrange_undo_async (NULL, undone_cb, g_object_ref (self));
}

static void
undo_agreed_cb (gpointer user_data)
{
  undo_sorting_now_action (user_data, NULL, NULL);
}

static void
ask_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (KomaWindow) self = user_data;
  const KomaArrangeLook look = koma_arrange_look_finish (result);
  g_autofree char      *question = describe_question (&look.work);

  if (self->feed == NULL || look.state == KOMA_ARRANGED_NOTHING)
    return;
  koma_message_ask (GTK_WINDOW (self), look.work.n_files > 0 ? question : _ ("Undo Sorting?"),
                    _ ("Files that Koma sorted or labelled last go back to where and how they "
                       "were. What was changed since stays."),
                    _ ("_Undo"), undo_agreed_cb, g_object_ref (self), g_object_unref);
}

static void
undo_sorting_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  koma_arrange_look_async (ask_cb, g_object_ref (widget));
}

void
koma_window_install_take_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "win.arrange", NULL, arrange_action);
  gtk_widget_class_install_action (widget_class, "win.write-labels", NULL, write_labels_action);
  gtk_widget_class_install_action (widget_class, "win.undo-sorting", NULL, undo_sorting_action);
  gtk_widget_class_install_action (widget_class, "win.undo-sorting-now", NULL,
                                   undo_sorting_now_action);
}

void
koma_window_connect_take (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  set_can_undo (self, FALSE);
  koma_arrange_look_async (looked_cb, g_object_ref (self));
}
