/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-safe-start.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "worker/crash/koma-crash-report.h"
#include "worker/models/koma-folder-remove.h"

typedef struct
{
  KomaSafeStartAnswered answered;
  gpointer              user_data;
  KomaStart             offered;
  KomaStart             answer;
  GtkWindow            *window;
} Question;

/* One of them may be what a driver fell over. They are made again when they are wanted. */
static void
remove_shader_programs (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "koma", "gles", NULL);

  (void) koma_folder_remove_path (folder, NULL);
}

static void
agreed_cb (gpointer user_data)
{
  Question *question = user_data;

  question->answer = question->offered;
}

static void
destroy_cb (gpointer user_data)
{
  g_autoptr (GtkWindow) window = user_data;

  gtk_window_destroy (window);
}

/* A start apart leaves the reports, too: the next one asks again. The dialog is in the window, at
 * which GTK 4.18 looks once more after it has told of the key that closed it. */
static void
closed_cb (gpointer user_data)
{
  g_autofree Question *question = user_data;

  if (question->answer != KOMA_START_APART)
    koma_crash_report_put_aside (KOMA_CRASH_REPORT_WINDOW);
  if (question->answer == KOMA_START_CAREFULLY)
    remove_shader_programs ();
  question->answered (question->answer, question->user_data);
  g_idle_add_once (destroy_cb, g_object_ref (question->window));
}

gboolean
koma_safe_start_is_due (void)
{
  return koma_crash_report_count (KOMA_CRASH_REPORT_WINDOW) > 0;
}

/* The question stays as it is: it would be one that was answered. */
static gboolean
close_request_cb (GtkWindow *window)
{
  g_application_quit (G_APPLICATION (gtk_window_get_application (window)));
  return GDK_EVENT_STOP;
}

/* In place of the main one, and as large. */
static GtkWindow *
create_window (GtkApplication *application)
{
  GtkWidget *window = adw_application_window_new (application);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_window_set_title (GTK_WINDOW (window), _ ("Koma"));
  gtk_window_set_default_size (GTK_WINDOW (window), 760, 640);
  gtk_widget_set_size_request (window, 360, 294);
  gtk_box_append (GTK_BOX (content), adw_header_bar_new ());
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), content);
  g_signal_connect (window, "close-request", G_CALLBACK (close_request_cb), NULL);
  gtk_window_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}

GtkWindow *
koma_safe_start_ask (GtkApplication       *application,
                     KomaSafeStartAnswered answered,
                     gpointer              user_data)
{
  g_autofree char *report = koma_crash_report_read (KOMA_CRASH_REPORT_WINDOW);
  const gboolean   is_first = koma_crash_report_count (KOMA_CRASH_REPORT_WINDOW) < 2;
  Question        *question = g_new0 (Question, 1);

  *question = (Question){ answered, user_data,
                          is_first ? KOMA_START_CAREFULLY : KOMA_START_APART, KOMA_START_AS_USUAL,
                          create_window (application) };
  koma_message_offer (
    question->window,
    is_first ? _ ("Koma Ended Unexpectedly") : _ ("Koma Ended Unexpectedly Twice in a Row"),
    is_first
      ? _ ("A safe start computes with plain C, forgets what was kept for the graphics card, and "
           "leaves the live camera off. The report has no names of pictures, and Koma sends it "
           "nowhere.")
      : _ ("A safe start leaves your settings, models and projects alone, computes with plain C, "
           "leaves the live camera off, and keeps nothing of what you do. The report has no names "
           "of pictures, and Koma sends it nowhere."),
    report != NULL ? report : "", _ ("Start as _Usual"), _ ("Start _Safely"), agreed_cb, question,
    closed_cb);
  return question->window;
}
