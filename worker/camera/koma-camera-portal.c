/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-portal.h"

#include <gio/gunixfdlist.h>
#include <glib/gstdio.h>

#include "worker/koma-thread.h"

#define BUS_NAME    "org.freedesktop.portal.Desktop"
#define OBJECT_PATH "/org/freedesktop/portal/desktop"
#define CAMERA      "org.freedesktop.portal.Camera"
#define REQUEST     "org.freedesktop.portal.Request"
/* For a portal to start and say that it is there. */
#define THERE_MS 5000

/* One question. libportal asks the same, but can not be told to give up on an
 * answer that does not come. */
typedef struct
{
  GDBusConnection *bus;
  char            *token;
  char            *request; /* (nullable) object path; the answer comes from there */
  guint            subscription;
  GSource         *cancelled; /* (nullable) until it has ended */
} Question;

static void
stop_listening (Question *question)
{
  if (question->subscription != 0)
    g_dbus_connection_signal_unsubscribe (question->bus, question->subscription);
  question->subscription = 0;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  g_clear_object (&question->bus);
  g_free (question->token);
  g_free (question->request);
  g_free (question);
}

/* The first ending counts: the answer and a cancellation may both come. */
static void
end (GTask  *task,
     int     fd,
     GError *error)
{
  Question *question = g_task_get_task_data (task);

  if (question->cancelled == NULL) {
    g_clear_error (&error);
    if (fd >= 0)
      g_close (fd, NULL);
    return;
  }
  g_source_destroy (question->cancelled);
  g_clear_pointer (&question->cancelled, g_source_unref);
  stop_listening (question);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_int (task, fd);
}

static void
end_with (GTask       *task,
          GIOErrorEnum code,
          const char  *message)
{
  end (task, -1, g_error_new_literal (G_IO_ERROR, code, message));
}

static gboolean
is_refusal (const GError *error)
{
  g_autofree char *name = g_dbus_error_get_remote_error (error);

  return g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_ACCESS_DENIED) ||
         g_strcmp0 (name, "org.freedesktop.portal.Error.NotAllowed") == 0;
}

static void
end_badly (GTask  *task,
           GError *error)
{
  if (is_refusal (error)) {
    end_with (task, G_IO_ERROR_PERMISSION_DENIED, error->message);
    g_error_free (error);
  } else {
    end (task, -1, error);
  }
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GUnixFDList) fds = NULL;
  GError *error = NULL;
  g_autoptr (GVariant) reply = g_dbus_connection_call_with_unix_fd_list_finish (
    G_DBUS_CONNECTION (source), &fds, result, &error);
  int index = 0;
  int fd = -1;

  KOMA_ASSERT_MAIN_THREAD ();

  if (reply != NULL) {
    g_variant_get (reply, "(h)", &index);
    fd = fds != NULL ? g_unix_fd_list_get (fds, index, &error) : -1;
  }
  if (error != NULL)
    end_badly (task, error);
  else if (fd < 0)
    end_with (task, G_IO_ERROR_FAILED, "The portal sent no connection to PipeWire");
  else
    end (task, fd, NULL);
}

static void
open_remote (GTask *task)
{
  Question       *question = g_task_get_task_data (task);
  GVariantBuilder options;

  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  g_dbus_connection_call_with_unix_fd_list (
    question->bus, BUS_NAME, OBJECT_PATH, CAMERA, "OpenPipeWireRemote",
    g_variant_new ("(a{sv})", &options), G_VARIANT_TYPE ("(h)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL,
    g_task_get_cancellable (task), opened_cb, g_object_ref (task));
}

static void
answered_cb (GDBusConnection *bus,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  guint32 code = 0;

  KOMA_ASSERT_MAIN_THREAD ();

  stop_listening (g_task_get_task_data (task));
  g_variant_get (parameters, "(u@a{sv})", &code, NULL);
  if (code == 0)
    open_remote (task);
  else if (code == 1)
    end_with (task, G_IO_ERROR_PERMISSION_DENIED, "The portal refused the camera");
  else
    end_with (task, G_IO_ERROR_FAILED, "The portal ended the question without an answer");
}

static void
listen_at (GTask      *task,
           const char *request)
{
  Question *question = g_task_get_task_data (task);

  stop_listening (question);
  g_free (question->request);
  question->request = g_strdup (request);
  question->subscription = g_dbus_connection_signal_subscribe (
    question->bus, BUS_NAME, REQUEST, "Response", request, NULL, G_DBUS_SIGNAL_FLAGS_NONE,
    answered_cb, g_object_ref (task), g_object_unref);
}

static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Question *question = g_task_get_task_data (task);
  GError   *error = NULL;
  g_autoptr (GVariant) reply =
    g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  const char *request = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (reply == NULL) {
    end_badly (task, error);
    return;
  }
  /* Portals before 0.9 choose a path of their own. */
  g_variant_get (reply, "(&o)", &request);
  if (question->subscription != 0 && !g_str_equal (request, question->request))
    listen_at (task, request);
}

/* Where the answer will come from: to be listened to before asking. */
static char *
predict_request (const Question *question)
{
  g_autofree char *sender = g_strdup (g_dbus_connection_get_unique_name (question->bus) + 1);

  g_strdelimit (sender, ".", '_');
  return g_strdup_printf ("/org/freedesktop/portal/desktop/request/%s/%s", sender,
                          question->token);
}

static void
ask (GTask *task)
{
  Question        *question = g_task_get_task_data (task);
  g_autofree char *request = predict_request (question);
  GVariantBuilder  options;

  listen_at (task, request);
  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&options, "{sv}", "handle_token", g_variant_new_string (question->token));
  g_dbus_connection_call (question->bus, BUS_NAME, OBJECT_PATH, CAMERA, "AccessCamera",
                          g_variant_new ("(a{sv})", &options), G_VARIANT_TYPE ("(o)"),
                          G_DBUS_CALL_FLAGS_NONE, -1, g_task_get_cancellable (task), asked_cb,
                          g_object_ref (task));
}

static void
is_there_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) version =
    g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);

  KOMA_ASSERT_MAIN_THREAD ();

  if (version != NULL)
    ask (task);
  else
    end_with (task, G_IO_ERROR_NOT_SUPPORTED, error->message);
}

static void
connected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Question *question = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  question->bus = g_bus_get_finish (result, &error);
  if (question->bus == NULL) {
    end_with (task, G_IO_ERROR_NOT_SUPPORTED, error->message);
    return;
  }
  g_dbus_connection_call (question->bus, BUS_NAME, OBJECT_PATH, "org.freedesktop.DBus.Properties",
                          "Get", g_variant_new ("(ss)", CAMERA, "version"),
                          G_VARIANT_TYPE ("(v)"), G_DBUS_CALL_FLAGS_NONE, THERE_MS,
                          g_task_get_cancellable (task), is_there_cb, g_object_ref (task));
}

/* Takes the dialog away, too. */
static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr (GTask) task = g_object_ref (user_data);
  Question *question = g_task_get_task_data (task);

  KOMA_ASSERT_MAIN_THREAD ();

  if (question->request != NULL)
    g_dbus_connection_call (question->bus, BUS_NAME, question->request, REQUEST, "Close", NULL,
                            NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
  end_with (task, G_IO_ERROR_CANCELLED, "Cancelled");
  return G_SOURCE_REMOVE;
}

/*< private >
 * koma_camera_portal_open_async:
 * @cancellable: ends it soon, and the dialog that may be there
 * @callback: called with the answer, however long the user takes
 * @user_data: for @callback
 *
 * Asks for the cameras of PipeWire. Where the user has answered before, the
 * desktop remembers.
 *
 * Thread: main.
 */
void
koma_camera_portal_open_async (GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Question *question = g_new0 (Question, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  question->token = g_strdup_printf ("koma%u", g_random_int ());
  g_task_set_task_data (task, question, question_free);
  g_task_set_check_cancellable (task, FALSE);
  question->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_callback (question->cancelled, G_SOURCE_FUNC (cancelled_cb), g_object_ref (task),
                         g_object_unref);
  g_source_attach (question->cancelled, g_task_get_context (task));
  g_bus_get (G_BUS_TYPE_SESSION, cancellable, connected_cb, g_object_ref (task));
}

/*< private >
 * koma_camera_portal_open_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Errors:
 *
 * - %G_IO_ERROR_NOT_SUPPORTED: there is no such portal
 * - %G_IO_ERROR_PERMISSION_DENIED: by the user, now or before
 * - %G_IO_ERROR_CANCELLED
 * - others: the portal is broken
 *
 * Returns: a connection to PipeWire, to be closed by the caller; -1 with
 *   @error set
 */
int
koma_camera_portal_open_finish (GAsyncResult *result,
                                GError      **error)
{
  return (int) g_task_propagate_int (G_TASK (result), error);
}
