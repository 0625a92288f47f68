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
} Soup;

static gpointer
open_soup (guint stall_seconds)
{
  Soup *self = g_new0 (Soup, 1);

  self->context = g_main_context_new ();
  g_main_context_push_thread_default (self->context);
  self->session = soup_session_new_with_options ("timeout", stall_seconds, "user-agent",
                                                 "Koma/" KOMA_VERSION, NULL);
  return self;
}

static void
keep_result_cb (GObject      *object,
                GAsyncResult *result,
                gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
wait_for (Soup          *self,
          GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (self->context, TRUE);
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
  return message;
}

static void
read_head (SoupMessage *message,
           KomaReply   *reply)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  reply->status = soup_message_get_status (message);
  reply->location = g_strdup (soup_message_headers_get_one (headers, "Location"));
  reply->etag = g_strdup (soup_message_headers_get_one (headers, "ETag"));
  reply->modified = g_strdup (soup_message_headers_get_one (headers, "Last-Modified"));
  reply->range = g_strdup (soup_message_headers_get_one (headers, "Content-Range"));
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
  g_autoptr (GAsyncResult) result = NULL;

  drop_body (self);
  if (message == NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "%s", ask->address);
    return FALSE;
  }
  soup_session_send_async (self->session, message, G_PRIORITY_DEFAULT, cancellable, keep_result_cb,
                           &result);
  wait_for (self, &result);
  self->body = soup_session_send_finish (self->session, result, error);
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
  Soup *self = data;
  g_autoptr (GAsyncResult) result = NULL;

  g_input_stream_read_async (self->body, buffer, size_bytes, G_PRIORITY_DEFAULT, cancellable,
                             keep_result_cb, &result);
  wait_for (self, &result);
  return g_input_stream_read_finish (self->body, result, error);
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
