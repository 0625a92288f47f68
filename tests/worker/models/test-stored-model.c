/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of the store: how they get in and out, and what stays untouched. */
#include "worker/models/koma-stored-model.h"

#include <fcntl.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "worker/net/koma-download.h"
#include "worker/net/koma-net-error.h"
#include "worker/models/koma-folder-remove.h"
#include "worker/models/koma-shard-list.h"
#include "worker/models/koma-staging.h"
#include "tests/test-main.h"

static void
write_file (const char *folder,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static gboolean
is_there (const char *folder,
          const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_SYMLINK);
}

static void
write_record (const char *folder,
              const char *address)
{
  const KomaStoredModel model = {
    .folder = (char *) "unused",
    .file = (char *) "model.tflite",
    .name = (char *) "A name; with [brackets]\nand lines",
    .address = (char *) address,
    .licence = (char *) "MIT",
    .kind = KOMA_MODEL_KIND_FEATURES,
    .n_classes = 7,
    .size_bytes = G_GUINT64_CONSTANT (5000000000),
  };
  g_autoptr (GKeyFile) record = g_key_file_new ();
  g_autofree char *text = NULL;

  koma_stored_model_write (&model, record);
  text = g_key_file_to_data (record, NULL, NULL);
  write_file (folder, KOMA_STORED_MODEL_RECORD, text);
}

static void
store_model (const char *name,
             const char *address)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaStaging) staging = koma_staging_open (name, &error);

  g_assert_no_error (error);
  write_file (koma_staging_get_folder (staging), "model.tflite", "x");
  write_file (koma_staging_get_folder (staging), KOMA_DOWNLOAD_STATE, "");
  write_record (koma_staging_get_folder (staging), address);
  g_assert_true (koma_staging_commit (staging, &error));
  g_assert_no_error (error);
}

static void
test_record (void)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *folder = g_build_filename (store, "flowers", NULL);
  g_autofree char *expected = g_build_filename (folder, "model.tflite", NULL);
  g_autoptr (KomaStoredModel) model = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  store_model ("flowers", "https://a.org/m.tflite");
  g_assert_false (is_there (folder, KOMA_DOWNLOAD_STATE));
  model = koma_stored_model_find ("https://a.org/m.tflite");
  g_assert_nonnull (model);
  path = koma_stored_model_get_path (model);
  g_assert_cmpstr (path, ==, expected);
  g_assert_cmpstr (model->name, ==, "A name; with [brackets]\nand lines");
  g_assert_cmpstr (model->licence, ==, "MIT");
  g_assert_null (model->format);
  g_assert_cmpint (model->kind, ==, KOMA_MODEL_KIND_FEATURES);
  g_assert_cmpuint (model->n_classes, ==, 7);
  g_assert_cmpuint (model->size_bytes, ==, G_GUINT64_CONSTANT (5000000000));
  g_assert_cmpint (model->date, >, 1700000000);
  g_assert_null (koma_stored_model_find ("https://a.org/other.tflite"));
  g_assert_true (koma_stored_model_remove ("flowers", &error));
  g_assert_false (is_there (store, "flowers"));
}

/* What a record says is data from a file that somebody may have written. */
static void
test_hostile_record (void)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *folder = g_build_filename (store, "bad", NULL);
  g_autoptr (KomaStoredModel) outside = NULL;
  g_autofree char *path = NULL;

  write_file (folder, KOMA_STORED_MODEL_RECORD,
              "[Model]\naddress=https://a.org/x\nfile=../../../etc/passwd\nclasses=-5\n"
              "kind=nonsense\n");
  outside = koma_stored_model_read ("bad");
  g_assert_nonnull (outside);
  path = koma_stored_model_get_path (outside);
  g_assert_cmpstr (path, ==, folder);
  g_assert_cmpuint (outside->n_classes, ==, 0);
  g_assert_cmpint (outside->kind, ==, KOMA_MODEL_KIND_UNKNOWN);
  write_file (folder, KOMA_STORED_MODEL_RECORD, "\xff\xfe no key file");
  g_assert_null (koma_stored_model_read ("bad"));
  remove_tree (folder);
}

static void
test_lock (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaStaging) first = koma_staging_open ("birds", &error);
  g_autoptr (KomaStaging) other = koma_staging_open ("bees", &error);

  g_assert_no_error (error);
  g_assert_nonnull (other);
  g_assert_null (koma_staging_open ("birds", &error));
  g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_BUSY);
  write_file (koma_staging_get_folder (first), "a.part", "x");
  g_clear_pointer (&first, koma_staging_free);
  g_clear_error (&error);

  /* What was left is there for the next one. */
  first = koma_staging_open ("birds", &error);
  g_assert_no_error (error);
  g_assert_true (is_there (koma_staging_get_folder (first), "a.part"));
  g_assert_true (koma_staging_empty (first, &error));
  g_assert_false (is_there (koma_staging_get_folder (first), "a.part"));
  koma_staging_discard (first);
  g_assert_false (g_file_test (koma_staging_get_folder (first), G_FILE_TEST_EXISTS));
}

/* The user's own folder of that name is not replaced. */
static void
test_taken (void)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *own = g_build_filename (store, "own", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaStaging) staging = NULL;

  write_file (own, "notes.txt", "mine");
  staging = koma_staging_open ("own", &error);
  write_file (koma_staging_get_folder (staging), "model.tflite", "new");
  g_assert_false (koma_staging_commit (staging, &error));
  g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_STORE);
  g_assert_false (is_there (own, "model.tflite"));
  g_assert_true (is_there (own, "notes.txt"));
  remove_tree (own);
}

/* Only a folder of the store with a record in it is removed. */
static void
test_remove_refused (void)
{
  static const char *const names[] = { "", ".", "..", "../models", "own/..",
                                       "/", "own/own", ".incoming", "own", "linked", "nothing" };
  g_autofree char         *store = koma_staging_get_store ();
  g_autofree char         *outside = g_build_filename (g_get_user_cache_dir (), "outside", NULL);
  g_autofree char         *own = g_build_filename (store, "own", NULL);
  g_autofree char         *linked = g_build_filename (store, "linked", NULL);

  write_file (own, "model.tflite", "x");
  write_record (outside, "https://a.org/linked");
  g_assert_cmpint (symlink (outside, linked), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (koma_stored_model_remove (names[i], &error));
    g_assert_error (error, KOMA_NET_ERROR, KOMA_NET_ERROR_NOT_STORED);
  }
  g_assert_true (is_there (own, "model.tflite"));
  g_assert_true (is_there (outside, KOMA_STORED_MODEL_RECORD));
  g_assert_true (is_there (store, "linked"));
  g_assert_null (koma_stored_model_find ("https://a.org/linked"));
  g_assert_cmpint (g_unlink (linked), ==, 0);
  remove_tree (own);
  remove_tree (outside);
}

/* Links in a folder are removed themselves, and never followed. */
static void
test_remove_follows_no_link (void)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *folder = g_build_filename (store, "links", NULL);
  g_autofree char *outside = g_build_filename (g_get_user_cache_dir (), "outside", NULL);
  g_autofree char *link = g_build_filename (folder, "sub", "link", NULL);
  g_autofree char *file_link = g_build_filename (folder, "file-link", NULL);
  g_autofree char *precious = g_build_filename (outside, "precious", NULL);
  g_autoptr (GError) error = NULL;

  store_model ("links", "https://a.org/links");
  write_file (outside, "precious", "x");
  write_file (folder, "sub/deep/er/file", "x");
  g_assert_cmpint (symlink (outside, link), ==, 0);
  g_assert_cmpint (symlink (precious, file_link), ==, 0);
  g_assert_true (koma_stored_model_remove ("links", &error));
  g_assert_no_error (error);
  g_assert_false (is_there (store, "links"));
  g_assert_true (is_there (outside, "precious"));
  remove_tree (outside);
}

/* However deep: what was stored once can be removed. */
static void
test_deep (void)
{
  g_autofree char *cache = g_build_filename (g_get_user_cache_dir (), "deep", NULL);
  g_autofree char *inner = g_build_filename (cache, "inner", NULL);
  g_autoptr (GString) path = g_string_new (cache);
  g_autoptr (GError) error = NULL;
  int parent = -1;

  for (guint i = 0; i < 400; i++)
    g_string_append (path, "/d");
  g_assert_cmpint (g_mkdir_with_parents (path->str, 0700), ==, 0);
  parent = open (g_get_user_cache_dir (), O_RDONLY | O_DIRECTORY);
  g_assert_true (koma_folder_remove (parent, "deep", &error));
  g_assert_no_error (error);
  g_assert_false (is_there (g_get_user_cache_dir (), "deep"));
  g_assert_true (koma_folder_remove (parent, "nothing", NULL));
  close (parent);

  g_assert_cmpint (g_mkdir_with_parents (cache, 0700), ==, 0);
  g_assert_true (koma_folder_remove_path (cache, &error));
  g_assert_no_error (error);
  g_assert_false (is_there (g_get_user_cache_dir (), "deep"));
  g_assert_false (koma_folder_remove_path (inner, &error));
  g_assert_nonnull (strstr (error->message, "deep"));
}

static void
assert_shards (const char *text,
               const char *expected) /* (nullable) */
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "model.json", NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (GPtrArray) shards = NULL;
  g_autoptr (GError) error = NULL;

  write_file (g_get_user_cache_dir (), "model.json", text);
  shards = koma_shard_list_read (path, &error);
  for (guint i = 0; shards != NULL && i < shards->len; i++) {
    const KomaShard *shard = shards->pdata[i];

    g_string_append_printf (found, "%s:%" G_GUINT64_FORMAT " ", shard->path, shard->size_bytes);
  }
  g_assert_cmpstr (shards != NULL ? found->str : NULL, ==, expected);
  g_assert_true ((shards == NULL) == (error != NULL));
}

static void
test_shards (void)
{
  assert_shards ("{\"weightsManifest\": [{\"paths\": [\"a\", \"s/b.bin\"], \"weights\": ["
                 "{\"shape\": [3, 4], \"dtype\": \"float32\"},"
                 "{\"shape\": [5], \"dtype\": \"float32\", "
                 "\"quantization\": {\"dtype\": \"uint8\"}},"
                 "{\"shape\": [], \"dtype\": \"int32\", "
                 "\"quantization\": {\"dtype\": \"uint16\"}}]},"
                 "{\"paths\": [\"c\"], \"weights\": []}]}",
                 "a:0 s/b.bin:55 c:0 ");
  assert_shards ("[{\"paths\": [\"a\"], \"weights\": [{\"shape\": [2], \"dtype\": \"bool\"}]}]",
                 "a:2 ");
  /* Sizes that do not fit into a number are none. */
  assert_shards ("[{\"paths\": [\"a\"], \"weights\": [{\"shape\": [9223372036854775807, 99], "
                 "\"dtype\": \"float32\"}, {\"shape\": [-1], \"dtype\": \"float32\"}]}]",
                 "a:0 ");
  assert_shards ("{}", "");
  assert_shards ("{\"weightsManifest\": 7}", "");
  assert_shards ("[{\"paths\": [7]}]", NULL);
  assert_shards ("[{\"paths\": [\"../a\"]}]", NULL);
  assert_shards ("[{\"paths\": [\"%2e%2e/a\"]}]", NULL);
  assert_shards ("[{\"paths\": [\"/a\"]}]", NULL);
  assert_shards ("[{\"paths\": [\".a\"]}]", NULL);
  assert_shards ("[{\"paths\": [\"b/.a\"]}]", NULL);
  assert_shards ("no JSON", NULL);
}

static void
assert_index (const char *text,
              const char *expected) /* (nullable) */
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "m.index.json", NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (GPtrArray) shards = NULL;
  g_autoptr (GError) error = NULL;

  write_file (g_get_user_cache_dir (), "m.index.json", text);
  shards = koma_shard_list_read_index (path, &error);
  for (guint i = 0; shards != NULL && i < shards->len; i++) {
    const KomaShard *shard = shards->pdata[i];

    g_string_append_printf (found, "%s:%" G_GUINT64_FORMAT " ", shard->path, shard->size_bytes);
  }
  g_assert_cmpstr (shards != NULL ? found->str : NULL, ==, expected);
  g_assert_true ((shards == NULL) == (error != NULL));
}

static void
test_index (void)
{
  static const char *const refused[] = { "../a", "/a", "b/../../a", "https://a.org/a",
                                         ".download.ini",
                                         "b/.a", "%2e%2e/a", "", "a/a/a/a/a/a/a/a/a/a" };

  assert_index ("{\"metadata\": {\"total_size\": 55}, \"weight_map\": "
                "{\"x\": \"b-2.bin\", \"y\": \"a-1.bin\", \"z\": \"b-2.bin\", \"w\": \"s/c\"}}",
                "a-1.bin:0 b-2.bin:0 s/c:55 ");
  assert_index ("{\"metadata\": {\"total_size\": -1}, \"weight_map\": {\"x\": \"a\"}}", "a:0 ");
  assert_index ("{\"weight_map\": {\"x\": \"a\"}}", "a:0 ");
  assert_index ("{\"weight_map\": {}}", NULL);
  assert_index ("{\"weight_map\": {\"x\": 7}}", NULL);
  assert_index ("no JSON", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autofree char *text =
      g_strdup_printf ("{\"weight_map\": {\"x\": \"a\", \"y\": \"%s\"}}", refused[i]);

    assert_index (text, NULL);
  }
}

static char *
make_home (void)
{
  g_autoptr (GError) error = NULL;
  char            *home = g_dir_make_tmp ("koma-stored-model-XXXXXX", &error);
  g_autofree char *cache = g_build_filename (home, "cache", NULL);

  g_assert_no_error (error);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_assert_cmpint (g_mkdir (cache, 0700), ==, 0);
  return home;
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = make_home ();
  int              status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stored-model/record", test_record);
  g_test_add_func ("/stored-model/hostile-record", test_hostile_record);
  g_test_add_func ("/stored-model/remove-refused", test_remove_refused);
  g_test_add_func ("/stored-model/remove-follows-no-link", test_remove_follows_no_link);
  g_test_add_func ("/staging/lock", test_lock);
  g_test_add_func ("/staging/taken", test_taken);
  g_test_add_func ("/folder-remove/deep", test_deep);
  g_test_add_func ("/shard-list/shards", test_shards);
  g_test_add_func ("/shard-list/index", test_index);
  status = g_test_run ();
  remove_tree (home);
  return status;
}
