/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file arrives as NAME.part and gets its name once it is whole and on the disk. The state keeps
 * what the server said of it, so that the rest can be asked for later:
 *
 *     part of n bytes ──► Range: bytes=n-, If-Range ──► 206: goes on   200: from the beginning
 *                                                       416: the part is of no use
 *     whole, no hash known ──► If-None-Match ──► 304: it is still that */
#include "koma-download-private.h"

#include <errno.h>

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "koma-address.h"
#include "koma-net-error.h"
#include "worker/take/koma-file-place.h"

#define MAX_REDIRECTS         10
#define BUFFER_BYTES          (64u << 10)
#define DEFAULT_STALL_SECONDS 30
#define KEY_ETAG              "etag"
#define KEY_MODIFIED          "modified"

typedef enum {
  OUTCOME_DONE,
  OUTCOME_FAILED, /* and the error is set */
  OUTCOME_AGAIN,  /* the part was of no use */
} Outcome;

static void
arrival_clear (KomaDownloadArrival *arrival)
{
  g_free (arrival->path);
  g_free (arrival->part);
  g_free (arrival->etag);
  g_free (arrival->modified);
  koma_hub_claim_clear (&arrival->claim);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaDownloadArrival, arrival_clear)

static guint
get_stall_seconds (void)
{
  const char *given = g_getenv ("KOMA_NETWORK_TIMEOUT");
  guint64     seconds = DEFAULT_STALL_SECONDS;

  if (given != NULL && !g_ascii_string_to_unsigned (given, 10, 1, 3600, &seconds, NULL))
    seconds = DEFAULT_STALL_SECONDS;
  return (guint) seconds;
}

/**
 * koma_download_new:
 * @transport: that asks
 * @folder: that exists, for the files and the state
 * @cancellable: (nullable): ends all at once
 * @progress: called on this thread, with the bytes of the file in hand
 *
 * Nothing is asked yet. Thread: the one that uses and frees it.
 */
KomaDownload *
koma_download_new (const KomaTransport *transport,
                   const char          *folder,
                   GCancellable        *cancellable,
                   KomaDownloadProgress progress,
                   gpointer             progress_data)
{
  KomaDownload *self = g_new0 (KomaDownload, 1);

  self->transport = transport;
  self->connection = transport->open (get_stall_seconds ());
  self->folder = g_strdup (folder);
  self->state_path = g_build_filename (folder, KOMA_DOWNLOAD_STATE, NULL);
  self->cancellable = cancellable;
  self->progress = progress;
  self->progress_data = progress_data;
  self->state = g_key_file_new ();
  g_key_file_load_from_file (self->state, self->state_path, G_KEY_FILE_NONE, NULL);
  return self;
}

void
koma_download_free (KomaDownload *self)
{
  self->transport->close (self->connection);
  g_key_file_unref (self->state);
  g_free (self->folder);
  g_free (self->state_path);
  g_free (self->hub);
  g_free (self->token);
  g_free (self->commit);
  g_free (self);
}

/**
 * koma_download_set_hub:
 * @address: of the hub's own server; before anything is asked
 * @token: (nullable): sent to that server, and to none that it leads to
 *
 * The server's answers tell the SHA-256 and size of files, which are checked, and the version of
 * the model, which must stay the same.
 *
 * Thread: that of @self.
 */
void
koma_download_set_hub (KomaDownload *self,
                       const char   *address,
                       const char   *token)
{
  g_return_if_fail (self->hub == NULL);

  self->hub = g_strdup (address);
  self->token = g_strdup (token);
}

/* Names of groups have no brackets. */
static char *
make_group (const char *name)
{
  return g_uri_escape_string (name, "/", FALSE);
}

static void
init_arrival (KomaDownload           *self,
              const KomaDownloadFile *file,
              KomaDownloadArrival    *arrival)
{
  g_autofree char *group = make_group (file->name);
  GStatBuf         info;

  arrival->file = file;
  arrival->path = g_build_filename (self->folder, file->name, NULL);
  arrival->part = g_strconcat (arrival->path, KOMA_DOWNLOAD_PART, NULL);
  arrival->etag = g_key_file_get_string (self->state, group, KEY_ETAG, NULL);
  arrival->modified = g_key_file_get_string (self->state, group, KEY_MODIFIED, NULL);
  arrival->from = g_lstat (arrival->part, &info) == 0 ? (guint64) info.st_size : 0;
}

/* What If-Range can name: an entity tag that stands for these very bytes, or a date. */
static const char *
get_validator (const KomaDownloadArrival *arrival)
{
  if (arrival->etag != NULL && !g_str_has_prefix (arrival->etag, "W/"))
    return arrival->etag;
  return arrival->modified;
}

/* Lost, the rest is asked from the beginning: no error. */
static void
keep_state (KomaDownload              *self,
            const KomaDownloadArrival *arrival,
            const KomaReply           *reply)
{
  g_autofree char *group = make_group (arrival->file->name);

  g_key_file_remove_group (self->state, group, NULL);
  if (reply->etag != NULL && !reply->is_encoded)
    g_key_file_set_string (self->state, group, KEY_ETAG, reply->etag);
  if (reply->modified != NULL && !reply->is_encoded)
    g_key_file_set_string (self->state, group, KEY_MODIFIED, reply->modified);
  g_key_file_save_to_file (self->state, self->state_path, NULL);
}

static gboolean
is_redirect (guint status)
{
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/* Files of two versions do not belong together, even if each of them is whole. */
static gboolean
keep_commit (KomaDownload       *self,
             const KomaHubClaim *claim,
             const char         *address,
             GError            **error)
{
  if (self->commit == NULL)
    self->commit = g_strdup (claim->commit);
  return claim->commit == NULL || g_str_equal (claim->commit, self->commit) ||
         koma_net_fail (error, KOMA_NET_ERROR_CHANGED, address);
}

static gboolean
ask (KomaDownload *self,
     KomaAsk       question,
     KomaHubClaim *claim, /* gets what the hub says */
     KomaReply    *ret_reply,
     GError      **error)
{
  const char      *first = question.address;
  g_autofree char *address = g_strdup (first);

  for (guint i = 0; i <= MAX_REDIRECTS; i++) {
    const gboolean is_hub = self->hub != NULL && koma_address_is_same_server (address, self->hub);
    GError        *cause = NULL;
    char          *next = NULL;

    koma_reply_clear (ret_reply);
    question.address = address;
    question.token = is_hub ? self->token : NULL;
    if (!self->transport->ask (self->connection, &question, ret_reply, self->cancellable, &cause)) {
      koma_net_propagate (error, cause, address);
      return FALSE;
    }
    if (is_hub)
      koma_hub_claim_add (claim, ret_reply);
    if (!is_redirect (ret_reply->status))
      return keep_commit (self, claim, first, error);
    next = koma_address_follow (address, ret_reply->location, error);
    if (next == NULL)
      return FALSE;
    g_free (address);
    address = next;
  }
  return koma_net_fail (error, KOMA_NET_ERROR_REDIRECTS, first);
}

static gboolean
fail_with_status (guint       status,
                  const char *address,
                  GError    **error)
{
  g_autofree char *what = g_strdup_printf ("%s (%u)", address, status);

  if (status == 401 || status == 403)
    return koma_net_fail (error, KOMA_NET_ERROR_FORBIDDEN, what);
  if (status == 404 || status == 410)
    return koma_net_fail (error, KOMA_NET_ERROR_MISSING, what);
  return koma_net_fail (error,
                        status >= 500 ? KOMA_NET_ERROR_SERVER : KOMA_NET_ERROR_STATUS, what);
}

/* Whether an answer to a question for the rest has that rest. */
static gboolean
goes_on (const KomaDownloadArrival *arrival,
         const KomaReply           *reply)
{
  guint64 start = 0;

  return reply->range != NULL && g_str_has_prefix (reply->range, "bytes ") &&
         (start = g_ascii_strtoull (reply->range + strlen ("bytes "), NULL, 10)) == arrival->from &&
         (reply->etag == NULL || arrival->etag == NULL ||
          g_str_equal (reply->etag, arrival->etag)) &&
         !reply->is_encoded;
}

static Outcome
finish (const KomaDownloadArrival *arrival,
        GError                   **error)
{
  KomaDownloadFile expected = *arrival->file;

  if (expected.sha256 == NULL) {
    expected.sha256 = arrival->claim.sha256;
    expected.size_bytes = arrival->claim.size_bytes;
  }
  if (!koma_download_check_content (arrival->part, &expected, error)) {
    g_unlink (arrival->part);
    return OUTCOME_FAILED;
  }
  if (g_rename (arrival->part, arrival->path) != 0)
    koma_net_fail_errno (error, errno, arrival->path);
  else if (!koma_file_sync_folder (arrival->path, NULL))
    koma_net_fail_errno (error, EIO, arrival->path);
  else
    return OUTCOME_DONE;
  return OUTCOME_FAILED;
}

static Outcome
drop_part (const KomaDownloadArrival *arrival)
{
  g_unlink (arrival->part);
  return OUTCOME_AGAIN;
}

static Outcome
take_answer (KomaDownload        *self,
             KomaDownloadArrival *arrival,
             const KomaReply     *reply,
             GError             **error)
{
  g_autoptr (GError) failure = NULL;

  if (reply->status == 304 && g_file_test (arrival->path, G_FILE_TEST_IS_REGULAR))
    return OUTCOME_DONE;
  if (arrival->from > 0 &&
      (reply->status == 416 || (reply->status == 206 && !goes_on (arrival, reply))))
    return drop_part (arrival);
  if (reply->status != 200 && (reply->status != 206 || arrival->from == 0)) {
    fail_with_status (reply->status, arrival->file->address, error);
    return OUTCOME_FAILED;
  }
  if (reply->status == 200)
    arrival->from = 0;
  keep_state (self, arrival, reply);
  if (koma_download_receive (self, arrival, reply, &failure))
    return finish (arrival, error);
  if (g_error_matches (failure, KOMA_NET_ERROR, KOMA_NET_ERROR_TOO_LARGE))
    drop_part (arrival);
  g_propagate_error (error, g_steal_pointer (&failure));
  return OUTCOME_FAILED;
}

static Outcome
try_once (KomaDownload           *self,
          const KomaDownloadFile *file,
          GError                **error)
{
  g_auto (KomaDownloadArrival) arrival = { 0 };
  g_auto (KomaReply) reply = { 0 };
  KomaAsk question = { .address = file->address };

  init_arrival (self, file, &arrival);
  if (get_validator (&arrival) == NULL)
    arrival.from = 0;
  if (file->sha256 != NULL && arrival.from == file->size_bytes)
    return finish (&arrival, NULL) == OUTCOME_DONE ? OUTCOME_DONE : OUTCOME_AGAIN;
  question.from = arrival.from;
  if (arrival.from > 0)
    question.if_range = get_validator (&arrival);
  else if (g_file_test (arrival.path, G_FILE_TEST_IS_REGULAR))
    question.if_none_match = arrival.etag;
  if (!ask (self, question, &arrival.claim, &reply, error))
    return OUTCOME_FAILED;
  return take_answer (self, &arrival, &reply, error);
}

static gboolean
is_there (KomaDownload           *self,
          const KomaDownloadFile *file)
{
  g_autofree char *path = g_build_filename (self->folder, file->name, NULL);

  return file->sha256 != NULL && koma_download_check_content (path, file, NULL);
}

/**
 * koma_download_get:
 * @self: a download
 * @file: what, and its name in the folder, whose parents exist
 * @error: return location
 *
 * Downloads a file, or the rest of it. A file whose hash is known and which is there is not asked
 * for. What has arrived stays where this fails, unless it is of no use.
 *
 * Thread: that of @self. Errors: #KomaNetError; %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether it is there, whole
 */
gboolean
koma_download_get (KomaDownload           *self,
                   const KomaDownloadFile *file,
                   GError                **error)
{
  Outcome outcome = OUTCOME_AGAIN;

  if (is_there (self, file))
    return TRUE;
  /* Once again at most: without a part nothing is of no use. */
  for (guint i = 0; i < 2 && outcome == OUTCOME_AGAIN; i++)
    outcome = try_once (self, file, error);
  return outcome == OUTCOME_DONE;
}

/* Returns: (transfer full) (nullable): the hash of what comes */
static char *
hash_body (KomaDownload *self,
           guint64       max_bytes,
           const char   *address,
           GError      **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);
  guint64            total = 0;
  gssize             n = 0;
  GError            *cause = NULL;

  while (total <= max_bytes && (n = self->transport->read (self->connection, buffer, BUFFER_BYTES,
                                                           self->cancellable, &cause)) > 0) {
    g_checksum_update (checksum, buffer, n);
    total += (guint64) n;
  }
  if (n < 0) {
    koma_net_propagate (error, cause, address);
    return NULL;
  }
  return g_strdup (g_checksum_get_string (checksum));
}

/**
 * koma_download_check:
 * @self: a download
 * @file: what koma_download_get() got
 * @error: return location
 *
 * Asks whether the server still has the same file.
 *
 * Thread: that of @self. Errors: %KOMA_NET_ERROR_CHANGED where it is another; those of
 * koma_download_get().
 */
gboolean
koma_download_check (KomaDownload           *self,
                     const KomaDownloadFile *file,
                     GError                **error)
{
  g_auto (KomaDownloadArrival) arrival = { 0 };
  KomaAsk question;
  g_auto (KomaReply) reply = { 0 };
  g_autofree char *now = NULL;
  g_autofree char *then = NULL;

  init_arrival (self, file, &arrival);
  question = (KomaAsk){ .address = file->address, .if_none_match = arrival.etag };
  if (!ask (self, question, &arrival.claim, &reply, error))
    return FALSE;
  if (reply.status == 304)
    return TRUE;
  if (reply.status != 200)
    return fail_with_status (reply.status, file->address, error);
  now = hash_body (self, file->max_bytes, file->address, error);
  then = now != NULL ? koma_file_hash (arrival.path, NULL, NULL, error) : NULL;
  if (then == NULL)
    return FALSE;
  return g_str_equal (now, then) || koma_net_fail (error, KOMA_NET_ERROR_CHANGED, file->address);
}
