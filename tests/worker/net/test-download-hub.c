/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A hub that leads to another server, in this process: who gets the token, and which of what it
 * says of files is believed. */
#include "worker/net/koma-download.h"

#include <string.h>

#include "tests/remove-tree.h"
#include "worker/net/koma-hub-claim.h"
#include "worker/net/koma-net-error.h"
#include "tests/test-main.h"

#define HUB     "https://hub.org/a/b"
#define ADDRESS "https://hub.org/a/b/resolve/main/w.bin"
#define CDN     "https://cdn.org/w?key=1"
#define BODY    "the weights"
/* Of nothing. */
#define WRONG "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\""

/* One answer of a server. */
typedef struct
{
  const char *address;
  guint       status;
  const char *location;
  const char *etag;
  const char *linked_etag;
  const char *linked_size;
  const char *commit;
  gboolean    has_no_length;
} Answer;

static const Answer *answers; /* till one without an address */
static GString      *asked;   /* "ADDRESS TOKEN\n" */

static gpointer
open_connection (guint stall_seconds)
{
  return g_new0 (gsize, 1);
}

static gboolean
ask (gpointer       self,
     const KomaAsk *question,
     KomaReply     *ret_reply,
     GCancellable  *cancellable,
     GError       **error)
{
  *(gsize *) self = 0;
  g_string_append_printf (asked, "%s %s\n", question->address,
                          question->token != NULL ? question->token : "-");
  for (const Answer *answer = answers; answer->address != NULL; answer++) {
    if (!g_str_equal (answer->address, question->address))
      continue;
    *ret_reply = (KomaReply){ .status = answer->status,
                              .location = g_strdup (answer->location),
                              .etag = g_strdup (answer->etag),
                              .linked_etag = g_strdup (answer->linked_etag),
                              .linked_size = g_strdup (answer->linked_size),
                              .commit = g_strdup (answer->commit),
                              .length = answer->has_no_length ? -1 : (gint64) strlen (BODY) };
    return TRUE;
  }
  g_assert_not_reached ();
}

static gssize
read_body (gpointer      self,
           void         *buffer,
           gsize         size_bytes,
           GCancellable *cancellable,
           GError      **error)
{
  gsize      *at = self;
  const gsize n = strlen (BODY) - *at;

  memcpy (buffer, &BODY[*at], n);
  *at += n;
  return (gssize) n;
}

static const KomaTransport transport = { open_connection, ask, read_body, g_free };

static void
keep_total (guint64  done_bytes,
            guint64  total_bytes,
            gpointer user_data)
{
  *(guint64 *) user_data = total_bytes;
}

/* Downloads ADDRESS with a token for HUB; *ret_asked is freed by the caller. */
static gboolean
get (const Answer *script,
     char        **ret_asked, /* (nullable) */
     guint64      *ret_total_bytes,
     GError      **error)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-hub-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "w.bin", NULL);
  KomaDownload    *download = koma_download_new (&transport, folder, NULL, keep_total,
                                                 ret_total_bytes);
  gboolean         is_there = FALSE;

  answers = script;
  asked = g_string_new (NULL);
  koma_download_set_hub (download, HUB, "hf_secret");
  is_there = koma_download_get (
    download, &(KomaDownloadFile){ .address = ADDRESS, .name = "w.bin", .max_bytes = 1000 }, error);
  koma_download_free (download);
  g_assert_true (is_there == g_file_test (path, G_FILE_TEST_EXISTS));
  remove_tree (folder);
  if (ret_asked != NULL)
    *ret_asked = g_string_free (asked, FALSE);
  else
    g_string_free (asked, TRUE);
  return is_there;
}

static void
test_token (void)
{
  const Answer script[] = {
    { ADDRESS, 307, "/api/cache/w.bin" },
    { "https://hub.org/api/cache/w.bin", 302, "https://cdn.org/hop" },
    { "https://cdn.org/hop", 302, CDN },
    { CDN, 200 },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  guint64          total_bytes = 0;

  g_assert_true (get (script, &said, &total_bytes, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (said, ==,
                   ADDRESS " hf_secret\nhttps://hub.org/api/cache/w.bin hf_secret\n"
                           "https://cdn.org/hop -\n" CDN " -\n");
  g_assert_cmpuint (total_bytes, ==, strlen (BODY));
}

/* The same name on another port, by another scheme or below is another server. */
static void
test_other_servers (void)
{
  static const char *const others[] = { "https://hub.org:8443/w", "https://x.hub.org/w",
                                        "https://hub.org.cdn.org/w", "https://hub.org@cdn.org/w" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    const Answer     script[] = { { ADDRESS, 302, others[i] }, { others[i], 200 }, { NULL } };
    g_autofree char *said = NULL;
    g_autofree char *expected = g_strconcat (ADDRESS " hf_secret\n", others[i], " -\n", NULL);
    guint64          total_bytes = 0;

    g_assert_true (get (script, &said, &total_bytes, NULL));
    g_assert_cmpstr (said, ==, expected);
  }
}

static void
test_insecure (void)
{
  const Answer script[] = { { ADDRESS, 302, "http://cdn.org/w" }, { NULL } };
  g_autoptr (GError) error = NULL;
  guint64 total_bytes = 0;

  g_assert_false (get (script, NULL, &total_bytes, &error));
  g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_INSECURE);
}

static void
assert_outcome (Answer hub,
                int    code) /* -1: it is there */
{
  const Answer script[] = {
    hub,
    { CDN, 200, .etag = WRONG, .linked_etag = WRONG, .has_no_length = hub.has_no_length },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  guint64 total_bytes = 0;

  g_assert_true (get (script, NULL, &total_bytes, &error) == (code < 0));
  if (code < 0)
    g_assert_no_error (error);
  else
    g_assert_error (error, KOMA_NET_ERROR, code);
  /* Where no length says how much will come, the hub has said it. */
  if (hub.has_no_length && code != KOMA_NET_ERROR_TOO_LARGE)
    g_assert_cmpuint (total_bytes, ==, g_ascii_strtoull (hub.linked_size, NULL, 10));
}

/* What the other server says of itself is of no weight. */
static void
test_claims (void)
{
  g_autofree char *sha256 = g_compute_checksum_for_string (G_CHECKSUM_SHA256, BODY, -1);
  g_autofree char *upper = g_ascii_strup (sha256, -1);
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", upper);
  g_autofree char *weak = g_strdup_printf ("W/\"%s\"", sha256);
  const int        content = KOMA_NET_ERROR_CONTENT;

  assert_outcome ((Answer){ ADDRESS, 302, CDN }, -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_etag = quoted }, -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .etag = weak }, -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .etag = WRONG, .linked_etag = quoted }, -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_etag = WRONG }, content);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .etag = WRONG }, content);
  /* A hash of Git is no SHA-256, and a word is none. */
  assert_outcome ((Answer){ ADDRESS, 302, CDN,
                            .etag = "\"0123456789012345678901234567890123456789\"" },
                  -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_etag = "sorry" }, -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_size = "11" }, -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_size = "10" }, content);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_size = "12" }, content);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_size = "-7" }, -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_size = "11", .has_no_length = TRUE }, -1);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_size = "12", .has_no_length = TRUE },
                  KOMA_NET_ERROR_SHORT);
  assert_outcome ((Answer){ ADDRESS, 302, CDN, .linked_size = "1001", .has_no_length = TRUE },
                  KOMA_NET_ERROR_TOO_LARGE);
}

static void
test_commits (void)
{
  static const Answer first[] = { { ADDRESS, 200, .commit = "1111" }, { NULL } };
  static const Answer second[] = { { ADDRESS, 200, .commit = "2222" }, { NULL } };
  static const Answer silent[] = { { ADDRESS, 200 }, { NULL } };
  g_autofree char    *folder = g_dir_make_tmp ("koma-hub-XXXXXX", NULL);
  guint64             total_bytes = 0;
  KomaDownload       *download = koma_download_new (&transport, folder, NULL, keep_total,
                                                    &total_bytes);
  KomaDownloadFile    file = { .address = ADDRESS, .name = "a", .max_bytes = 1000 };
  g_autoptr (GError) error = NULL;

  asked = g_string_new (NULL);
  koma_download_set_hub (download, HUB, NULL);
  answers = first;
  g_assert_true (koma_download_get (download, &file, NULL));
  g_assert_null (strstr (asked->str, "hf_secret"));
  answers = silent;
  file.name = "b";
  g_assert_true (koma_download_get (download, &file, NULL));
  answers = second;
  file.name = "c";
  g_assert_false (koma_download_get (download, &file, &error));
  g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_CHANGED);
  g_clear_error (&error);
  g_assert_false (koma_download_check (download, &file, &error));
  g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_CHANGED);
  koma_download_free (download);
  g_string_free (asked, TRUE);
  remove_tree (folder);
}

/* A server that is no hub may give any entity tag. */
static void
test_no_hub (void)
{
  static const Answer script[] = {
    { ADDRESS, 200, .etag = WRONG, .linked_etag = WRONG, .linked_size = "3", .commit = "1" },
    { NULL },
  };
  g_autofree char *folder = g_dir_make_tmp ("koma-hub-XXXXXX", NULL);
  guint64          total_bytes = 0;
  KomaDownload    *download = koma_download_new (&transport, folder, NULL, keep_total,
                                                 &total_bytes);

  answers = script;
  asked = g_string_new (NULL);
  g_assert_true (koma_download_get (
    download, &(KomaDownloadFile){ .address = ADDRESS, .name = "w.bin", .max_bytes = 1000 }, NULL));
  g_assert_cmpstr (asked->str, ==, ADDRESS " -\n");
  koma_download_free (download);
  g_string_free (asked, TRUE);
  remove_tree (folder);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/download-hub/token", test_token);
  g_test_add_func ("/download-hub/other-servers", test_other_servers);
  g_test_add_func ("/download-hub/insecure", test_insecure);
  g_test_add_func ("/download-hub/claims", test_claims);
  g_test_add_func ("/download-hub/commits", test_commits);
  g_test_add_func ("/download-hub/no-hub", test_no_hub);
  return g_test_run ();
}
