/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-long-work.h"

#include <glib/gi18n-lib.h>

#include "worker/koma-thread.h"

typedef struct
{
  KomaLongWork *owner;
  const char   *id;     /* of the notification */
  const char   *reason; /* why the computer is not to fall asleep */

  guint           source; /* until the work is long */
  GtkApplication *awake;  /* (nullable) (owned) what keeps the computer from falling asleep … */
  guint           cookie; /* … with this; a window that closes leaves its application first */
  gboolean        is_busy;
  gboolean        is_long; /* or was, when it ended, and nothing has been told of that */
} Work;

struct _KomaLongWork
{
  GtkWindow *window;
  Work       works[KOMA_N_WORKS];
};

/* (nullable) While the window is in an application. */
static GtkApplication *
get_application (KomaLongWork *self)
{
  return gtk_window_get_application (self->window);
}

static void
allow_sleep (Work *work)
{
  if (work->cookie != 0)
    gtk_application_uninhibit (work->awake, work->cookie);
  work->cookie = 0;
  g_clear_object (&work->awake);
}

static gboolean
became_long_cb (gpointer user_data)
{
  Work           *work = user_data;
  GtkApplication *application = get_application (work->owner);

  work->source = 0;
  work->is_long = TRUE;
  if (g_set_object (&work->awake, application))
    work->cookie = gtk_application_inhibit (application, work->owner->window,
                                            GTK_APPLICATION_INHIBIT_SUSPEND, _ (work->reason));
  return G_SOURCE_REMOVE;
}

void
koma_long_work_set_busy (KomaLongWork *self,
                         KomaWorkKind  kind,
                         gboolean      is_busy)
{
  Work *work = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self == NULL || self->works[kind].is_busy == is_busy)
    return;
  work = &self->works[kind];
  work->is_busy = is_busy;
  g_clear_handle_id (&work->source, g_source_remove);
  allow_sleep (work);
  if (!is_busy)
    return;
  work->is_long = FALSE;
  work->source = g_timeout_add_seconds (KOMA_LONG_WORK_SECONDS, became_long_cb, work);
}

/* ---- Notifications ---- */

static gboolean
is_looked_at (GtkApplication *application)
{
  GList *windows = gtk_application_get_windows (application);

  while (windows != NULL && !gtk_window_is_active (windows->data))
    windows = windows->next;
  return windows != NULL;
}

void
koma_long_work_tell (KomaLongWork *self,
                     KomaWorkKind  kind,
                     const char   *title,
                     const char   *button,
                     const char   *action)
{
  GtkApplication *application = self != NULL ? get_application (self) : NULL;
  g_autoptr (GNotification) notification = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (application == NULL || !self->works[kind].is_long)
    return;
  self->works[kind].is_long = FALSE;
  if (is_looked_at (application))
    return;
  notification = g_notification_new (title);
  g_notification_add_button (notification, button, action);
  g_notification_set_default_action (notification, action);
  g_application_send_notification (G_APPLICATION (application), self->works[kind].id, notification);
}

/* Whoever comes back sees it without being told. */
static void
active_cb (KomaLongWork *self)
{
  GtkApplication *application = get_application (self);

  if (application == NULL || !gtk_window_is_active (self->window))
    return;
  for (guint i = 0; i < KOMA_N_WORKS; i++)
    g_application_withdraw_notification (G_APPLICATION (application), self->works[i].id);
}

/* ---- Life ---- */

/* Reasons are shown by the desktop when somebody wants to suspend. */
static const struct
{
  const char *id;
  const char *reason;
} kinds[KOMA_N_WORKS] = {
  [KOMA_WORK_PICTURES] = { "pictures", N_ ("Classifying pictures") },
  [KOMA_WORK_DOWNLOAD] = { "download", N_ ("Downloading a model") },
  [KOMA_WORK_TEACHING] = { "teaching", N_ ("Teaching a model") },
  [KOMA_WORK_FILES] = { "files", N_ ("Writing files") },
};

KomaLongWork *
koma_long_work_new (GtkWindow *window)
{
  KomaLongWork *self = g_new0 (KomaLongWork, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  self->window = window;
  for (guint i = 0; i < KOMA_N_WORKS; i++)
    self->works[i] = (Work){ .owner = self, .id = kinds[i].id, .reason = kinds[i].reason };
  g_signal_connect_swapped (window, "notify::is-active", G_CALLBACK (active_cb), self);
  return self;
}

void
koma_long_work_free (KomaLongWork *self)
{
  g_signal_handlers_disconnect_by_data (self->window, self);
  for (guint i = 0; i < KOMA_N_WORKS; i++)
    koma_long_work_set_busy (self, (KomaWorkKind) i, FALSE);
  g_free (self);
}
