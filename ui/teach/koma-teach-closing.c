/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-closing.h"

#include "worker/koma-thread.h"

typedef struct
{
  GApplication *application; /* (nullable) held */
  guint         timeout;     /* 0: it is over */
} Closing;

static void
release (Closing *closing)
{
  if (closing->application != NULL)
    g_application_release (closing->application);
  g_clear_object (&closing->application);
}

static gboolean
give_up_cb (gpointer user_data)
{
  Closing *closing = user_data;

  closing->timeout = 0;
  release (closing);
  return G_SOURCE_REMOVE;
}

static void
closed_cb (GObject      *project,
           GAsyncResult *result,
           gpointer      user_data)
{
  Closing *closing = user_data;

  koma_teach_project_close_finish (KOMA_TEACH_PROJECT (project), result, NULL);
  g_clear_handle_id (&closing->timeout, g_source_remove);
  release (closing);
  g_free (closing);
}

void
koma_teach_closing_begin (KomaTeachProject *project)
{
  GApplication *application = g_application_get_default ();
  Closing      *closing = g_new0 (Closing, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  if (application != NULL) {
    closing->application = g_object_ref (application);
    g_application_hold (application);
  }
  closing->timeout = g_timeout_add_seconds (KOMA_TEACH_CLOSING_SECONDS, give_up_cb, closing);
  koma_teach_project_close_async (project, closed_cb, closing);
  g_object_unref (project);
}
