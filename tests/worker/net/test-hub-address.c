/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/net/koma-hub-address.h"

#include "worker/net/koma-address.h"
#include "worker/net/koma-net-error.h"
#include "tests/test-main.h"

static void
test_normalise (void)
{
  static const char *const rows[][2] = {
    { "hf:google/vit-base-patch16-224", "hf:google/vit-base-patch16-224" },
    { " HF:timm/resnet18.a1_in1k\n", "hf:timm/resnet18.a1_in1k" },
    { "hf:a/b@main", "hf:a/b" },
    { "hf:a/b@v1.0", "hf:a/b@v1.0" },
    { "hf:a/b@refs/pr/3", "hf:a/b@refs/pr/3" },
    { "hf:0a/_b@0123456789abcdef", "hf:0a/_b@0123456789abcdef" },
    { "https://huggingface.co/google/vit-base", "hf:google/vit-base" },
    { "huggingface.co/google/vit-base/", "hf:google/vit-base" },
    { "https://huggingface.co/a/b/tree/main?x=1#y", "hf:a/b" },
    { "https://huggingface.co/a/b/tree/refs/pr/3", "hf:a/b@refs/pr/3" },
    /* No pages of models. */
    { "https://huggingface.co/a/b/resolve/main/m.onnx",
      "https://huggingface.co/a/b/resolve/main/m.onnx" },
    { "https://huggingface.co/a/b%2F", "https://huggingface.co/a/b%2F" },
    { "https://huggingface.co/models", "https://huggingface.co/models" },
    { "https://huggingface.co.a.org/a/b", "https://huggingface.co.a.org/a/b" },
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
  static const char *const texts[] = {
    "hf:", "hf:bert", "hf:/", "hf:a/", "hf:/b", "hf:a/b/c", "hf:a/b@", "hf:@main", "hf:a/b@x@y",
    "hf:../b", "hf:a/..", "hf:.a/b", "hf:a/.b", "hf:a/b.", "hf:-a/b", "hf:a b/c", "hf:a/b c",
    "hf:a/b?c", "hf:a/b#c", "hf:a/b%2fc", "hf:a/b:80", "hf:a\\b/c", "hf:ä/b", "hf:a/b@../c",
    "hf:a/b@c//d", "hf:a/b@/c", "hf:a/b@c d", "hf:a/b\nc", "hf://a/b"
  };
  g_autofree char *many = g_strnfill (97, 'a');
  g_autofree char *longest = g_strconcat ("hf:a/", many + 1, NULL);
  g_autofree char *too_long = g_strconcat ("hf:a/", many, NULL);
  g_autofree char *right = koma_hub_address_normalise (longest, NULL);
  g_autoptr (GError) length = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_address_normalise (texts[i], &error));
    g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_HUB_ADDRESS);
    g_assert_true (g_str_has_prefix (error->message, texts[i]));
    g_assert_nonnull (strstr (error->message, "hf:OWNER/NAME"));
  }
  g_assert_cmpstr (right, ==, longest);
  g_assert_null (koma_hub_address_normalise (too_long, &length));
  g_assert_error (length, KOMA_NET_ERROR, KOMA_NET_ERROR_HUB_ADDRESS);
}

/* What is asked, at the hub and at what stands in for it. */
static void
test_files (void)
{
  static const char *const rows[][4] = {
    { NULL, "hf:a/b", "config.json", "https://huggingface.co/a/b/resolve/main/config.json" },
    { "", "hf:a/b@v1", "x", "https://huggingface.co/a/b/resolve/v1/x" },
    { "http://127.0.0.1:8080", "hf:a/b@refs/pr/3", "s/x-1.bin",
      "http://127.0.0.1:8080/a/b/resolve/refs%2Fpr%2F3/s/x-1.bin" },
    { "https://mirror.org/hub//", "hf:a/b", "m 1?#.bin",
      "https://mirror.org/hub/a/b/resolve/main/m%201%3F%23.bin" },
    { "https://mirror.org", "hf:a/b", "%2e%2e", "https://mirror.org/a/b/resolve/main/%252e%252e" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *found = NULL;
    g_autofree char *asked = NULL;

    if (rows[i][0] != NULL)
      g_setenv (KOMA_HUB_ENDPOINT_ENV, rows[i][0], TRUE);
    found = koma_hub_address_get_file (rows[i][1], rows[i][2]);
    g_assert_cmpstr (found, ==, rows[i][3]);
    asked = koma_address_normalise (found, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (asked, ==, found);
  }
  g_unsetenv (KOMA_HUB_ENDPOINT_ENV);
}

static void
test_no_endpoint (void)
{
  static const char *const endpoints[] = { "hub.org", "file:///etc",
                                           "https://me:secret@a.org",
                                           "ftp://a.org" };

  for (guint i = 0; i < G_N_ELEMENTS (endpoints); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *found = NULL;

    g_setenv (KOMA_HUB_ENDPOINT_ENV, endpoints[i], TRUE);
    found = koma_hub_address_get_file ("hf:a/b", "config.json");
    g_assert_null (koma_address_normalise (found, &error));
    g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_ADDRESS);
    g_assert_true (g_str_has_prefix (error->message, endpoints[i]));
  }
  g_unsetenv (KOMA_HUB_ENDPOINT_ENV);
}

static void
test_names (void)
{
  g_autofree char *name = koma_address_make_name ("hf:google/vit-base@v1");
  g_autofree char *page = koma_hub_address_get_page ("hf:google/vit-base@v1");
  g_autofree char *folder = koma_address_make_folder_name ("hf:google/vit-base");
  g_autofree char *other = koma_address_make_folder_name ("hf:google/vit-base@v1");
  g_autofree char *owner = koma_address_make_folder_name ("hf:google_vit/base");

  g_assert_cmpstr (name, ==, "google/vit-base@v1");
  g_assert_cmpstr (page, ==, "https://huggingface.co/google/vit-base");
  /* One folder each, of one level. */
  g_assert_true (g_str_has_prefix (folder, "google_vit-base-"));
  g_assert_null (strchr (other, '/'));
  g_assert_cmpstr (folder, !=, other);
  g_assert_cmpstr (folder, !=, owner);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_unsetenv (KOMA_HUB_ENDPOINT_ENV);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hub-address/normalise", test_normalise);
  g_test_add_func ("/hub-address/no-address", test_no_address);
  g_test_add_func ("/hub-address/files", test_files);
  g_test_add_func ("/hub-address/no-endpoint", test_no_endpoint);
  g_test_add_func ("/hub-address/names", test_names);
  return g_test_run ();
}
