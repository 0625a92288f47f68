/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-ssip.h"

#include <gio/gunixsocketaddress.h>

#include "koma-spoken-parts.h"

#define TIMEOUT_S 10
#define ADDRESS   "SPEECHD_ADDRESS"
#define STOP      "CANCEL SELF\r\n"
#define QUIT      "QUIT\r\n"

/**
 * KomaSsip:
 *
 * What Koma needs of SSIP is a few lines of text and the status that answers each, so it does
 * without libspeechd, whose calls can be neither cancelled nor given a time limit.
 */
struct _KomaSsip
{
  GSocketConnection *connection;
  GDataInputStream  *answers;
};

/* ---- Connecting ---- */

/* Returns: (transfer full): where the user's Speech Dispatcher listens */
static GSocketConnectable *
find_address (GError **error)
{
  const char      *given = g_getenv (ADDRESS);
  g_autofree char *path = g_build_filename (g_get_user_runtime_dir (), "speech-dispatcher",
                                            "speechd.sock", NULL);

  if (given == NULL)
    return G_SOCKET_CONNECTABLE (g_unix_socket_address_new (path));
  if (g_str_has_prefix (given, "unix_socket:"))
    return G_SOCKET_CONNECTABLE (g_unix_socket_address_new (given + strlen ("unix_socket:")));
  if (g_str_has_prefix (given, "inet_socket:"))
    return g_network_address_parse (given + strlen ("inet_socket:"), 6560, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               ADDRESS " is '%s', which is no address", given);
  return NULL;
}

/* It goes into the background once it listens; where the user's settings forbid that, it fails. */
static gboolean
start_service (GCancellable *cancellable,
               GError      **error)
{
  g_autoptr (GSubprocess) process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, error,
                      "speech-dispatcher", "--spawn", NULL);

  return process != NULL && g_subprocess_wait_check (process, cancellable, error);
}

static GSocketConnection *
connect_to_service (GCancellable *cancellable,
                    GError      **error)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnectable) address = find_address (error);
  g_autoptr (GError) own_error = NULL;
  GSocketConnection *connection = NULL;

  if (address == NULL)
    return NULL;
  g_socket_client_set_timeout (client, TIMEOUT_S);
  g_socket_client_set_enable_proxy (client, FALSE);
  connection = g_socket_client_connect (client, address, cancellable, &own_error);
  if (connection != NULL || g_getenv (ADDRESS) != NULL) {
    if (connection == NULL)
      g_propagate_error (error, g_steal_pointer (&own_error));
    return connection;
  }
  if (!start_service (cancellable, error))
    return NULL;
  return g_socket_client_connect (client, address, cancellable, error);
}

/* ---- Commands ---- */

/* An answer is lines that begin with a status; “-” behind it says that more follow. */
static gboolean
read_answer (KomaSsip     *self,
             const char   *command,
             GCancellable *cancellable,
             GError      **error)
{
  g_autofree char *line = NULL;

  do {
    g_autoptr (GError) own_error = NULL;

    g_free (line);
    line = g_data_input_stream_read_line (self->answers, NULL, cancellable, &own_error);
    if (line == NULL && own_error == NULL)
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "Speech Dispatcher has gone");
    else if (line == NULL)
      g_propagate_error (error, g_steal_pointer (&own_error));
    if (line == NULL)
      return FALSE;
  } while (strlen (line) > 3 && line[3] == '-');

  if (line[0] == '2')
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "Speech Dispatcher: %s: %s", command, line);
  return FALSE;
}

static gboolean G_GNUC_PRINTF (4, 5)
  send (KomaSsip     *self,
        GCancellable *cancellable,
        GError      **error,
        const char   *format,
        ...)
{
  GOutputStream   *output = g_io_stream_get_output_stream (G_IO_STREAM (self->connection));
  g_autofree char *command = NULL;
  g_autofree char *line = NULL;
  va_list          arguments;

  va_start (arguments, format);
  command = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  line = g_strconcat (command, "\r\n", NULL);
  return g_output_stream_write_all (output, line, strlen (line), NULL, cancellable, error) &&
         read_answer (self, command, cancellable, error);
}

static gboolean
introduce (KomaSsip     *self,
           GCancellable *cancellable,
           GError      **error)
{
  return send (self, cancellable, error, "SET SELF CLIENT_NAME %s:koma:results",
               g_get_user_name ()) &&
         send (self, cancellable, error, "SET SELF PRIORITY MESSAGE");
}

KomaSsip *
koma_ssip_new (GCancellable *cancellable,
               GError      **error)
{
  GSocketConnection *connection = connect_to_service (cancellable, error);
  KomaSsip          *self = NULL;

  if (connection == NULL)
    return NULL;
  self = g_new0 (KomaSsip, 1);
  self->connection = connection;
  self->answers = g_data_input_stream_new (
    g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  g_data_input_stream_set_newline_type (self->answers, G_DATA_STREAM_NEWLINE_TYPE_CR_LF);
  if (!introduce (self, cancellable, error))
    g_clear_pointer (&self, koma_ssip_hang_up);
  return self;
}

/* A line with a dot alone ends the text, so one at the beginning is doubled. */
static gboolean
speak_part (KomaSsip             *self,
            const KomaSpokenPart *part,
            GCancellable         *cancellable,
            GError              **error)
{
  return send (self, cancellable, error, "SET SELF LANGUAGE %s", part->language) &&
         send (self, cancellable, error, "SPEAK") &&
         send (self, cancellable, error, "%s%s\r\n.", part->text[0] == '.' ? "." : "", part->text);
}

/* In place of what is being said. The parts are a block, so that no other program speaks between
 * them. */
gboolean
koma_ssip_speak (KomaSsip     *self,
                 GArray       *parts,
                 GCancellable *cancellable,
                 GError      **error)
{
  gboolean is_said = send (self, cancellable, error, "CANCEL SELF") &&
                     send (self, cancellable, error, "BLOCK BEGIN");

  for (guint i = 0; is_said && i < parts->len; i++)
    is_said = speak_part (self, &g_array_index (parts, KomaSpokenPart, i), cancellable, error);

  return is_said && send (self, cancellable, error, "BLOCK END");
}

void
koma_ssip_hang_up (KomaSsip *self)
{
  GSocket *socket = g_socket_connection_get_socket (self->connection);

  /* A socket has room for so little. */
  (void) g_socket_send_with_blocking (socket, STOP QUIT, strlen (STOP QUIT), FALSE, NULL, NULL);
  g_object_unref (self->answers);
  g_object_unref (self->connection);
  g_free (self);
}
