/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profile-export.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ui/compat/koma-file-dialog.h"
#include "ui/koma-error-words.h"
#include "worker/koma-thread.h"

typedef struct
{
  AdwToastOverlay   *toasts;
  KomaProfileReport *report;
  KomaExportFormat   format;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_object_unref (export->toasts);
  koma_profile_report_unref (export->report);
  g_free (export);
}

static void
show_toast (AdwToastOverlay *toasts,
            const char      *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast        *toast = adw_toast_new (markup);

  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (toasts, toast);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (AdwToastOverlay) toasts = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_file_get_basename (G_FILE (source));
  g_autofree char *display_name = g_filename_display_name (name);
  g_autofree char *text = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    /* Translators: the name of a file */
    text = g_strdup_printf (_ ("Saved as “%s”"), display_name);
  else
    text = g_strdup (koma_words_for_save_error (error));
  show_toast (toasts, text);
}

void
koma_profile_export_to_file (AdwToastOverlay   *toasts,
                             KomaProfileReport *report,
                             KomaExportFormat   format,
                             GFile             *file)
{
  char *text = format == KOMA_EXPORT_CSV ? koma_profile_report_to_csv (report)
                                         : koma_profile_report_to_json (report);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  KOMA_ASSERT_MAIN_THREAD ();

  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       written_cb, g_object_ref (toasts));
}

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  Export *export = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  if (files->len > 0)
    koma_profile_export_to_file (export->toasts, export->report, export->format,
                                 g_ptr_array_index (files, 0));
}

/* “shogi-xnnpack.csv” */
static char *
suggest_name (KomaProfileReport *report,
              KomaExportFormat   format)
{
  g_autofree char *name = g_strdup_printf ("%s-%s.%s", report->model,
                                           report->backend,
                                           format == KOMA_EXPORT_CSV ? "csv" : "json");

  return g_strdup (g_strdelimit (name, "/\\", '-'));
}

void
koma_profile_export (AdwToastOverlay   *toasts,
                     KomaProfileReport *report,
                     KomaExportFormat   format)
{
  Export *export = g_new (Export, 1);
  g_autofree char *name = suggest_name (report, format);

  KOMA_ASSERT_MAIN_THREAD ();

  export->toasts = g_object_ref (toasts);
  export->report = koma_profile_report_ref (report);
  export->format = format;
  koma_file_dialog_save (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (toasts))), name, chosen_cb,
                         export, export_free);
}
