/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "fake-ssip.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>

typedef struct
{
  FakeSsip          *owner;
  GSocketConnection *connection;
  GDataInputStream  *lines;
  gboolean           is_text;
} Client;

static void read_line (Client *client);

static void
client_free (Client *client)
{
  g_queue_remove (&client->owner->clients, client);
  g_object_unref (client->lines);
  g_object_unref (client->connection);
  g_free (client);
}

static void
write_answer (Client     *client,
              const char *answer)
{
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (client->connection));

  (void) g_output_stream_write_all (output, answer, strlen (answer), NULL, NULL, NULL);
}

/* NULL: there is no answer yet. */
static const char *
find_answer (Client     *client,
             const char *line)
{
  if (client->is_text && !g_str_equal (line, "."))
    return NULL;
  client->is_text = g_str_equal (line, "SPEAK");
  if (client->is_text)
    return client->owner->is_voiceless ? "304 ERR NO OUTPUT MODULE\r\n" : "230 RECEIVING DATA\r\n";
  return g_str_equal (line, ".") ? "225-1\r\n225 OK MESSAGE QUEUED\r\n" : "200 OK\r\n";
}

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Client          *client = user_data;
  FakeSsip        *self = client->owner;
  g_autofree char *line =
    g_data_input_stream_read_line_finish (client->lines, result, NULL, NULL);
  const char *answer = NULL;

  if (line == NULL) {
    client_free (client);
    return;
  }
  g_string_append_printf (self->heard, "%s%s\n", client->is_text ? "> " : "", line);
  answer = find_answer (client, line);
  if (self->is_silent)
    g_queue_push_tail (&self->waiting, client);
  else if (answer != NULL)
    write_answer (client, answer);
  if (!self->is_silent)
    read_line (client);
}

static void
read_line (Client *client)
{
  g_data_input_stream_read_line_async (client->lines, G_PRIORITY_DEFAULT, NULL, line_cb, client);
}

static gboolean
incoming_cb (FakeSsip          *self,
             GSocketConnection *connection)
{
  Client *client = g_new0 (Client, 1);

  g_queue_push_tail (&self->clients, client);
  client->owner = self;
  client->connection = g_object_ref (connection);
  client->lines = g_data_input_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  g_data_input_stream_set_newline_type (client->lines, G_DATA_STREAM_NEWLINE_TYPE_CR_LF);
  read_line (client);
  return TRUE;
}

FakeSsip *
fake_ssip_new (const char *path)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;
  FakeSsip *self = g_new0 (FakeSsip, 1);

  self->path = g_strdup (path);
  self->heard = g_string_new (NULL);
  self->service = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, &error);
  g_assert_no_error (error);
  g_signal_connect_swapped (self->service, "incoming", G_CALLBACK (incoming_cb), self);
  return self;
}

void
fake_ssip_answer (FakeSsip *self)
{
  Client *client = NULL;

  self->is_silent = FALSE;
  while ((client = g_queue_pop_head (&self->waiting)) != NULL) {
    write_answer (client, "200 OK\r\n");
    read_line (client);
  }
}

void
fake_ssip_drop (FakeSsip *self)
{
  for (GList *client = self->clients.head; client != NULL; client = client->next) {
    GSocketConnection *connection = ((Client *) client->data)->connection;

    g_socket_shutdown (g_socket_connection_get_socket (connection), TRUE, TRUE, NULL);
  }
  while (self->clients.length > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Till its last line is @heard. */
void
fake_ssip_wait (FakeSsip   *self,
                const char *heard)
{
  g_autofree char *end = g_strdup_printf ("%s\n", heard);

  while (!g_str_has_suffix (self->heard->str, end))
    g_main_context_iteration (NULL, TRUE);
}

/* Its clients hang up first. */
void
fake_ssip_free (FakeSsip *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  fake_ssip_answer (self);
  while (self->clients.length > 0)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (self->service);
  g_unlink (self->path);
  g_free (self->path);
  g_string_free (self->heard, TRUE);
  g_free (self);
}
