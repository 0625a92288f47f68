/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The transport of libsoup, a module of its own: koma-network.so. A context of its own runs while
 * somebody waits for an answer, on the thread that asks. */
#include "koma-transport.h"

#include <libsoup/soup.h>

extern const KomaTransport KOMA_TRANSPORT_SYMBOL;

typedef struct
{
  GMainContext *context;
  SoupSession  *session;
  GInputStream *body; /* (nullable) of the last answer */
  guint         stall_seconds;
} Soup;

/* One thing that is waited for, and its end by the caller or by the clock: the timeout of a session
 * says nothing to a server that speaks HTTP/2. */
typedef struct
{
  Soup         *soup;
  GCancellable *cancellable; /* of the operation */
  GCancellable *outer;       /* (nullable) of the caller */
  gulong        handler;     /* on it */
  GSource      *timer;
  gboolean      is_stalled;
  GAsyncResult *result; /* (nullable) until it has ended */
} Wait;

static gpointer
open_soup (guint stall_seconds)
{
  Soup *self = g_new0 (Soup, 1);

  self->context = g_main_context_new ();
  g_main_context_push_thread_default (self->context);
  self->session = soup_session_new_with_options ("user-agent", "Koma/" KOMA_VERSION, NULL);
  self->stall_seconds = stall_seconds;
  return self;
}

static gboolean
stalled_cb (gpointer user_data)
{
  Wait *wait = user_data;

  wait->is_stalled = TRUE;
  g_cancellable_cancel (wait->cancellable);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *outer,
              gpointer      user_data)
{
  g_cancellable_cancel (user_data);
}

static void
wait_begin (Wait         *wait,
            Soup         *soup,
            GCancellable *outer) /* (nullable) */
{
  *wait = (Wait){ .soup = soup, .outer = outer, .cancellable = g_cancellable_new () };
  wait->timer = g_timeout_source_new_seconds (soup->stall_seconds);
  g_source_set_callback (wait->timer, stalled_cb, wait, NULL);
  g_source_attach (wait->timer, soup->context);
  if (outer != NULL)
    wait->handler =
      g_cancellable_connect (outer, G_CALLBACK (cancelled_cb), g_object_ref (wait->cancellable),
                             g_object_unref);
}

static void
ended_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  ((Wait *) user_data)->result = g_object_ref (result);
}

/* Returns: (transfer none): the result */
static GAsyncResult *
wait_for_result (Wait *wait)
{
  while (wait->result == NULL)
    g_main_context_iteration (wait->soup->context, TRUE);
  return wait->result;
}

static void
wait_end (Wait    *wait,
          GError **error) /* of the operation */
{
  g_cancellable_disconnect (wait->outer, wait->handler);
  g_source_destroy (wait->timer);
  g_source_unref (wait->timer);
  g_object_unref (wait->cancellable);
  g_object_unref (wait->result);
  if (wait->is_stalled && g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_clear_error (error);
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "stalled");
  }
}

/* Cancelled, since a stream that is closed reads its rest first. */
static void
drop_body (Soup *self)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  if (self->body == NULL)
    return;
  g_cancellable_cancel (cancelled);
  g_input_stream_close (self->body, cancelled, NULL);
  g_clear_object (&self->body);
}

static SoupMessage *
make_message (const KomaAsk *ask)
{
  SoupMessage        *message = soup_message_new (SOUP_METHOD_GET, ask->address);
  SoupMessageHeaders *headers = NULL;

  if (message == NULL)
    return NULL;
  headers = soup_message_get_request_headers (message);
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  /* Weights hardly shrink, and half of a compressed file could not be resumed. */
  soup_message_headers_append (headers, "Accept-Encoding", "identity");
  if (ask->from > 0)
    soup_message_headers_set_range (headers, (goffset) ask->from, -1);
  if (ask->if_range != NULL)
    soup_message_headers_append (headers, "If-Range", ask->if_range);
  if (ask->if_none_match != NULL)
    soup_message_headers_append (headers, "If-None-Match", ask->if_none_match);
  if (ask->token != NULL) {
    g_autofree char *credentials = g_strconcat ("Bearer ", ask->token, NULL);

    soup_message_headers_append (headers, "Authorization", credentials);
  }
  return message;
}

static char *
get_header (SoupMessageHeaders *headers,
            const char         *name)
{
  return g_strdup (soup_message_headers_get_one (headers, name));
}

static void
read_head (SoupMessage *message,
           KomaReply   *reply)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  reply->status = soup_message_get_status (message);
  reply->location = get_header (headers, "Location");
  reply->etag = get_header (headers, "ETag");
  reply->modified = get_header (headers, "Last-Modified");
  reply->range = get_header (headers, "Content-Range");
  reply->linked_etag = get_header (headers, "X-Linked-ETag");
  reply->linked_size = get_header (headers, "X-Linked-Size");
  reply->commit = get_header (headers, "X-Repo-Commit");
  reply->is_encoded = soup_message_headers_get_list (headers, "Content-Encoding") != NULL;
  reply->length = soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH
                    ? (gint64) soup_message_headers_get_content_length (headers)
                    : -1;
}

static gboolean
ask_soup (gpointer       data,
          const KomaAsk *ask,
          KomaReply     *ret_reply,
          GCancellable  *cancellable,
          GError       **error)
{
  Soup *self = data;
  g_autoptr (SoupMessage) message = make_message (ask);
  Wait wait;

  drop_body (self);
  if (message == NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s", ask->address);
    return FALSE;
  }
  wait_begin (&wait, self, cancellable);
  soup_session_send_async (self->session, message, G_PRIORITY_DEFAULT, wait.cancellable, ended_cb,
                           &wait);
  self->body = soup_session_send_finish (self->session, wait_for_result (&wait), error);
  wait_end (&wait, error);
  if (self->body == NULL)
    return FALSE;
  read_head (message, ret_reply);
  return TRUE;
}

static gssize
read_soup (gpointer      data,
           void         *buffer,
           gsize         size_bytes,
           GCancellable *cancellable,
           GError      **error)
{
  Soup  *self = data;
  Wait   wait;
  gssize n = 0;

  wait_begin (&wait, self, cancellable);
  g_input_stream_read_async (self->body, buffer, size_bytes, G_PRIORITY_DEFAULT, wait.cancellable,
                             ended_cb, &wait);
  n = g_input_stream_read_finish (self->body, wait_for_result (&wait), error);
  wait_end (&wait, error);
  return n;
}

static void
close_soup (gpointer data)
{
  Soup *self = data;

  drop_body (self);
  soup_session_abort (self->session);
  g_object_unref (self->session);
  while (g_main_context_iteration (self->context, FALSE))
    continue;
  g_main_context_pop_thread_default (self->context);
  g_main_context_unref (self->context);
  g_free (self);
}

const KomaTransport KOMA_TRANSPORT_SYMBOL = {
  .open = open_soup,
  .ask = ask_soup,
  .read = read_soup,
  .close = close_soup,
};
