/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-safe-start.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "ui/compat/koma-message.h"
#include "worker/crash/koma-crash-report.h"

typedef struct
{
  KomaWindow    *window;
  GDestroyNotify start;
  gpointer       user_data;
} Question;

/* One of them may be what a driver fell over. They are made again when they are wanted. */
static void
remove_shader_programs (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "koma", "gles", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    (void) g_unlink (path);
  }
}

static void
agreed_cb (gpointer user_data)
{
  Question *question = user_data;

  remove_shader_programs ();
  koma_window_be_safe (question->window);
}

static void
closed_cb (gpointer user_data)
{
  Question *question = user_data;

  koma_crash_report_remove (KOMA_CRASH_REPORT_WINDOW);
  question->start (question->user_data);
  g_free (question);
}

gboolean
koma_safe_start_is_due (void)
{
  g_autofree char *report = koma_crash_report_read (KOMA_CRASH_REPORT_WINDOW);

  return report != NULL;
}

void
koma_safe_start_ask (KomaWindow    *window,
                     GDestroyNotify start,
                     gpointer       user_data)
{
  g_autofree char *report = koma_crash_report_read (KOMA_CRASH_REPORT_WINDOW);
  Question        *question = g_new0 (Question, 1);

  *question = (Question){ window, start, user_data };
  koma_message_offer (
    GTK_WINDOW (window), _ ("Koma Ended Unexpectedly"),
    _ ("A safe start computes with plain C, forgets what was kept for the graphics card, and "
       "leaves the live camera off. The report has no names of pictures, and Koma sends it "
       "nowhere."),
    report != NULL ? report : "", _ ("Start as _Usual"), _ ("Start _Safely"), agreed_cb, question,
    closed_cb);
}
