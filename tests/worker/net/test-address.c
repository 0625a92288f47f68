/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/net/koma-address.h"

#include "worker/net/koma-net-error.h"
#include "tests/test-main.h"

#define TM "https://teachablemachine.withgoogle.com/models/"

static void
test_is (void)
{
  static const char *const addresses[] = { "https://a/b", "HTTP://a/b", "catalogue:a", "http:",
                                           "hf:a/b", "HF:" };
  static const char *const paths[] = { "model.json", "/a/b", "file:///a/b", "httpd", "", "ftp:a",
                                       "hf", "h" };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    g_assert_true (koma_address_is (addresses[i]));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    g_assert_false (koma_address_is (paths[i]));
}

static void
test_path (void)
{
  g_autofree char *local = koma_address_get_path ("file:///a%20b/model.json");
  g_autofree char *plain = koma_address_get_path ("a%20b/model.json");
  g_autofree char *elsewhere = koma_address_get_path ("file:model.json");

  g_assert_cmpstr (local, ==, "/a b/model.json");
  g_assert_cmpstr (plain, ==, "a%20b/model.json");
  g_assert_cmpstr (elsewhere, ==, "file:model.json");
}

static void
test_normalise (void)
{
  static const char *const rows[][2] = {
    { "https://a.org/m/model.json", "https://a.org/m/model.json" },
    { "  https://a.org/m.tflite#top\n", "https://a.org/m.tflite" },
    { "HTTPS://a.org:8443/m/", "https://a.org:8443/m/model.json" },
    { "https://a.org/m/?key=1%2F2", "https://a.org/m/model.json?key=1%2F2" },
    { "http://[::1]:8080/a%20b/m.onnx", "http://[::1]:8080/a%20b/m.onnx" },
    { TM "AbC-1/", TM "AbC-1/model.json" },
    { TM "AbC-1", TM "AbC-1/model.json" },
    { "teachablemachine.withgoogle.com/models/AbC-1/", TM "AbC-1/model.json" },
    { TM "AbC-1/metadata.json", TM "AbC-1/metadata.json" },
    { "https://tfhub.dev/google/tfjs-model/mobilenet/3/default/1",
      "https://tfhub.dev/google/tfjs-model/mobilenet/3/default/1/model.json?tfjs-format=file" },
    { "https://tfhub.dev/a/1?lite-format=tflite", "https://tfhub.dev/a/1?lite-format=tflite" },
    { "https://www.kaggle.com/models/google/m/tfJs/default/1/",
      "https://www.kaggle.com/models/google/m/tfJs/default/1/model.json?tfjs-format=file" },
    { "https://a.org/my model 駒.json", "https://a.org/my%20model%20%E9%A7%92.json" },
    { "catalogue:birds-965", "catalogue:birds-965" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *found = koma_address_normalise (rows[i][0], &error);

    g_assert_no_error (error);
    g_assert_cmpstr (found, ==, rows[i][1]);
  }
}

static void
test_no_address (void)
{
  static const char *const texts[] = { "", "https://", "https:///m.json", "https://a.org",
                                       "m.json", "file:///m.json", "https://me:secret@a.org/m.json",
                                       "https://me@a.org/m.json", "https://a b/m.json" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_address_normalise (texts[i], &error));
    g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_ADDRESS);
    /* A whole sentence that names it. */
    g_assert_true (g_str_has_prefix (error->message, texts[i]));
  }
}

static void
test_beside (void)
{
  static const char *const rows[][3] = {
    { "https://a.org/m/model.json", "shard1of2.bin", "https://a.org/m/shard1of2.bin" },
    { "https://a.org/m/model.json?a=/b", "s/1.bin", "https://a.org/m/s/1.bin?a=/b" },
    { "https://a.org/model.json", "1", "https://a.org/1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *found = koma_address_get_beside (rows[i][0], rows[i][1]);

    g_assert_cmpstr (found, ==, rows[i][2]);
  }
}

static void
test_follow (void)
{
  g_autoptr (GError) nowhere = NULL;
  g_autoptr (GError) unsafe = NULL;
  g_autoptr (GError) elsewhere = NULL;
  g_autofree char *relative = koma_address_follow ("https://a.org/m/x", "../n/y?z", NULL);
  g_autofree char *other = koma_address_follow ("http://a.org/x", "https://b.org/y", NULL);
  g_autofree char *same = koma_address_follow ("https://a.org/x", "//b.org/y", NULL);

  g_assert_cmpstr (relative, ==, "https://a.org/n/y?z");
  g_assert_cmpstr (other, ==, "https://b.org/y");
  g_assert_cmpstr (same, ==, "https://b.org/y");
  g_assert_null (koma_address_follow ("https://a.org/x", NULL, &nowhere));
  g_assert_error (nowhere, KOMA_NET_ERROR, KOMA_NET_ERROR_STATUS);
  g_assert_null (koma_address_follow ("https://a.org/x", "http://a.org/x", &unsafe));
  g_assert_error (unsafe, KOMA_NET_ERROR, KOMA_NET_ERROR_INSECURE);
  g_assert_null (koma_address_follow ("http://a.org/x", "file:///etc/passwd", &elsewhere));
  g_assert_error (elsewhere, KOMA_NET_ERROR, KOMA_NET_ERROR_INSECURE);
}

/* A name of a file never leads anywhere, is never hidden and never empty. */
static void
test_names (void)
{
  static const char *const rows[][3] = {
    { "https://a.org/m/model.json", "model.json", "m" },
    { "https://a.org/m/flowers.tflite?x=1", "flowers.tflite", "flowers" },
    { "https://a.org/model.json", "model.json", "a.org" },
    { "https://a.org/%2e%2e%2fetc/%2e%2epasswd", "passwd", "passwd" },
    { "https://a.org/a%2Fb", "a_2Fb", "a_2Fb" },
    { "https://a.org/%E9%A7%92.onnx", "onnx", "onnx" },
    { "https://a.org/...", "model", "a.org" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *file = koma_address_make_file_name (rows[i][0]);
    g_autofree char *name = koma_address_make_name (rows[i][0]);

    g_assert_cmpstr (file, ==, rows[i][1]);
    g_assert_cmpstr (name, ==, rows[i][2]);
  }
}

static void
test_same_server (void)
{
  static const char *const same[][2] = {
    { "https://a.org/x", "https://a.org/y?z" },
    { "https://a.org", "HTTPS://A.ORG:443/x" },
    { "http://[::1]:80/x", "http://[::1]/" },
  };
  static const char *const others[][2] = {
    { "https://a.org/x", "http://a.org/x" },
    { "https://a.org/x", "https://b.org/x" },
    { "https://a.org/x", "https://a.org:8443/x" },
    { "https://a.org/x", "https://a.org@b.org/x" },
    { "https://a.org/x", "https://a.org.b.org/x" },
    { "a", "a" },
    { "file:///a", "file:///a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    g_assert_true (koma_address_is_same_server (same[i][0], same[i][1]));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (koma_address_is_same_server (others[i][0], others[i][1]));
}

/* Each error of the network has a sentence of its own. */
static void
test_sentences (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (KomaNetError code = 0; code <= KOMA_NET_ERROR_UNAVAILABLE; code++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (koma_net_fail (&error, code, "x"));
    g_assert_error (error, KOMA_NET_ERROR, (int) code);
    g_assert_cmpuint (strlen (error->message), >, 20);
    g_assert_true (g_hash_table_add (seen, g_strdup (error->message)));
  }
}

static void
assert_code (GQuark       domain,
             int          code,
             KomaNetError expected)
{
  g_autoptr (GError) error = NULL;

  koma_net_propagate (&error, g_error_new_literal (domain, code, "so"), "https://a.org/x");
  g_assert_error (error, KOMA_NET_ERROR, (int) expected);
  g_assert_true (g_str_has_prefix (error->message, "https://a.org/x"));
}

static void
test_causes (void)
{
  g_autoptr (GError) cancelled = NULL;

  assert_code (G_IO_ERROR, G_IO_ERROR_NETWORK_UNREACHABLE, KOMA_NET_ERROR_OFFLINE);
  assert_code (G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE, KOMA_NET_ERROR_OFFLINE);
  assert_code (G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND, KOMA_NET_ERROR_HOST);
  assert_code (G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE, KOMA_NET_ERROR_TLS);
  assert_code (G_IO_ERROR, G_IO_ERROR_TIMED_OUT, KOMA_NET_ERROR_STALLED);
  assert_code (G_IO_ERROR, G_IO_ERROR_FAILED, KOMA_NET_ERROR_STATUS);
  koma_net_propagate (&cancelled, g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, "so"), "x");
  g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/address/is", test_is);
  g_test_add_func ("/address/path", test_path);
  g_test_add_func ("/address/normalise", test_normalise);
  g_test_add_func ("/address/no-address", test_no_address);
  g_test_add_func ("/address/beside", test_beside);
  g_test_add_func ("/address/follow", test_follow);
  g_test_add_func ("/address/names", test_names);
  g_test_add_func ("/address/same-server", test_same_server);
  g_test_add_func ("/net-error/sentences", test_sentences);
  g_test_add_func ("/net-error/causes", test_causes);
  return g_test_run ();
}
