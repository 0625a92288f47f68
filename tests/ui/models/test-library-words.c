/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/assert-take-str.h"
#include "ui/models/koma-library-words.h"
#include "ui/models/koma-model-address.h"
#include "tests/test-main.h"

static KomaModelItem *
make_model (KomaModelPlace place)
{
  KomaModelItem *model = g_object_new (KOMA_TYPE_MODEL_ITEM, NULL);

  model->place = place;
  model->path = g_strdup ("/models/Größe/model.tflite");
  model->name = g_strdup ("Größe");
  model->format = g_strdup ("TensorFlow Lite");
  model->licence = g_strdup ("Apache-2.0");
  model->kind = KOMA_MODEL_KIND_CLASSIFIER;
  model->size_bytes = 3600000;
  model->n_classes = 12;
  return model;
}

static const KomaCatalogueEntry entry = {
  .id = "cats",
  .name = "Cats",
  .description = "Nothing but cats.",
  .licence = "MIT",
  .source = "https://example.org/cats",
  .kind = KOMA_MODEL_KIND_CLASSIFIER,
  .n_classes = 1,
  .size_bytes = 2000000,
};

static void
test_file (void)
{
  g_autoptr (KomaModelItem) model = make_model (KOMA_MODEL_STORED);
  g_autoptr (KomaLibraryItem) here = koma_library_item_new (model, NULL);
  g_autoptr (KomaLibraryItem) there = koma_library_item_new (NULL, &entry);

  assert_take_str (koma_library_words_for_file (here),
                   "12 classes · 3.6 MB · TensorFlow Lite · Apache-2.0");
  assert_take_str (koma_library_words_for_file (there), "1 class · 2.0 MB · MIT");
  g_assert_null (koma_library_words_for_use (there));
}

/* What is not known is not said. */
static void
test_unknown (void)
{
  KomaModelItem *model = g_object_new (KOMA_TYPE_MODEL_ITEM, NULL);
  g_autoptr (KomaLibraryItem) item = NULL;

  model->place = KOMA_MODEL_OPENED;
  model->path = g_strdup ("/a");
  model->name = g_strdup ("a");
  item = koma_library_item_new (model, NULL);
  assert_take_str (koma_library_words_for_file (item), "");
  g_assert_null (koma_library_words_for_use (item));
  model->purpose = KOMA_PURPOSE_DETECTOR;
  assert_take_str (koma_library_words_for_file (item),
                   "The model finds where things are, and is no classifier");
  g_object_unref (model);
}

static void
assert_use (gint64      days_ago,
            double      run_ms,
            gboolean    is_gone,
            const char *expected)
{
  g_autoptr (KomaModelItem) model = make_model (KOMA_MODEL_OPENED);
  g_autoptr (KomaLibraryItem) item = NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) then = g_date_time_add_days (now, (int) -days_ago);

  model->last_used = g_date_time_to_unix (then);
  model->run_ms = run_ms;
  model->is_gone = is_gone;
  item = koma_library_item_new (model, NULL);
  assert_take_str (koma_library_words_for_use (item), expected);
}

static void
test_use (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) then = g_date_time_add_days (now, -40);
  g_autofree char *date = g_date_time_format (then, "used on %x");

  assert_use (0, 3.14, FALSE, "3.1 ms a picture here · used today");
  assert_use (0, 0.04, FALSE, "<0.1 ms a picture here · used today");
  assert_use (1, 31.4, FALSE, "31 ms a picture here · used yesterday");
  assert_use (40, 0.0, FALSE, date);
  assert_use (0, 0.0, TRUE, "not found · used today");
}

static void
test_fetch (void)
{
  const KomaFetch none = { KOMA_FETCH_RUNNING };
  const KomaFetch some = { KOMA_FETCH_RUNNING, .done_bytes = 1200000 };
  const KomaFetch half = { KOMA_FETCH_RUNNING, .done_bytes = 1200000, .total_bytes = 3600000 };

  assert_take_str (koma_library_words_for_fetch (&none), "Connecting…");
  assert_take_str (koma_library_words_for_fetch (&some), "1.2 MB");
  assert_take_str (koma_library_words_for_fetch (&half), "1.2 MB of 3.6 MB");
}

/* A file of the user's is never said to be deleted. */
static void
test_removal (void)
{
  g_autoptr (KomaModelItem) stored = make_model (KOMA_MODEL_STORED);
  g_autoptr (KomaModelItem) opened = make_model (KOMA_MODEL_OPENED);
  g_autoptr (KomaLibraryItem) one = koma_library_item_new (stored, NULL);
  g_autoptr (KomaLibraryItem) other = koma_library_item_new (opened, NULL);
  g_autofree char *deletes = koma_library_words_for_removal (one);
  g_autofree char *forgets = koma_library_words_for_removal (other);

  g_assert_nonnull (strstr (deletes, "deletes"));
  g_assert_nonnull (strstr (deletes, "3.6 MB"));
  g_assert_null (strstr (forgets, "deletes"));
  g_assert_nonnull (strstr (forgets, "/models/Größe/model.tflite"));
}

static void
test_details (void)
{
  g_autoptr (KomaLibraryItem) item = koma_library_item_new (NULL, &entry);
  g_autofree char *text = koma_library_words_for_details (item);

  g_assert_true (g_str_has_prefix (text, "Nothing but cats.\n"));
  g_assert_nonnull (strstr (text, "Source: https://example.org/cats"));
}

static void
test_error (void)
{
  assert_take_str (koma_library_words_for_error ("there is none"), "There is none");
  assert_take_str (koma_library_words_for_error ("élan"), "Élan");
  assert_take_str (koma_library_words_for_error (""), "");
}

/* ---- Items ---- */

static void
test_search (void)
{
  g_autoptr (KomaModelItem) model = make_model (KOMA_MODEL_STORED);
  g_autoptr (KomaLibraryItem) here = koma_library_item_new (model, NULL);
  g_autoptr (KomaLibraryItem) there = koma_library_item_new (NULL, &entry);

  g_assert_true (koma_library_item_matches (here, ""));
  g_assert_true (koma_library_item_matches (here, "GRÖSSE"));
  g_assert_true (koma_library_item_matches (here, "lite  größe"));
  g_assert_true (koma_library_item_matches (here, "apache"));
  g_assert_false (koma_library_item_matches (here, "größe onnx"));
  g_assert_true (koma_library_item_matches (there, "nothing"));
  g_assert_false (koma_library_item_matches (there, "apache"));
}

/* The key of a model of the catalogue stays when it is downloaded; the item does not. */
static void
test_same (void)
{
  g_autoptr (KomaModelItem) model = make_model (KOMA_MODEL_STORED);
  g_autoptr (KomaModelItem) again = make_model (KOMA_MODEL_STORED);
  g_autoptr (KomaLibraryItem) before = koma_library_item_new (NULL, &entry);
  g_autoptr (KomaLibraryItem) one = NULL, two = NULL, used = NULL, unknown = NULL;

  model->catalogue_id = g_strdup ("cats");
  again->catalogue_id = g_strdup ("cats");
  one = koma_library_item_new (model, &entry);
  two = koma_library_item_new (again, &entry);
  g_assert_cmpstr (one->key, ==, before->key);
  g_assert_cmpint (one->section, ==, KOMA_SECTION_STORED);
  g_assert_false (koma_library_item_is_same (before, one));
  g_assert_true (koma_library_item_is_same (one, two));
  /* The models may be listed before the catalogue has been read. */
  unknown = koma_library_item_new (model, NULL);
  g_assert_false (koma_library_item_is_same (unknown, one));
  again->last_used = 5;
  used = koma_library_item_new (again, &entry);
  g_assert_false (koma_library_item_is_same (one, used));
}

static void
count_cb (guint *n_changes)
{
  (*n_changes)++;
}

static void
test_changes (void)
{
  g_autoptr (KomaLibraryItem) item =
    koma_library_item_new_for_address ("https://example.org/dogs/model.json");
  KomaFetch fetch = { KOMA_FETCH_FAILED, .error = (char *) "It is gone." };
  guint     n_changes = 0;

  g_assert_cmpstr (item->name, ==, "dogs");
  g_signal_connect_swapped (item, "changed", G_CALLBACK (count_cb), &n_changes);
  koma_library_item_set_in_use (item, FALSE);
  koma_library_item_set_heading (item, FALSE);
  g_assert_cmpuint (n_changes, ==, 0);
  koma_library_item_set_in_use (item, TRUE);
  koma_library_item_set_heading (item, TRUE);
  koma_library_item_set_fetch (item, &fetch);
  g_assert_cmpuint (n_changes, ==, 3);
  g_assert_cmpstr (item->fetch.error, ==, "It is gone.");
  koma_library_item_set_fetch (item, NULL);
  g_assert_null (item->fetch.error);
  g_assert_cmpint (item->fetch.state, ==, KOMA_FETCH_NONE);
}

/* ---- Addresses ---- */

static void
test_address (void)
{
  g_autofree char *book = g_strnfill (100000, 'a');
  g_autofree char *long_address = g_strconcat ("https://example.org/", book, ".onnx", NULL);

  g_assert_true (koma_model_address_is_likely ("https://example.org/a/model.json"));
  g_assert_true (koma_model_address_is_likely (" http://example.org/a.tflite?raw=1\n"));
  g_assert_true (koma_model_address_is_likely ("teachablemachine.withgoogle.com/models/abc/"));
  g_assert_true (koma_model_address_is_likely ("https://example.org/web_model.tar.gz"));
  g_assert_true (koma_model_address_is_likely ("https://tfhub.dev/google/x/1"));
  g_assert_true (koma_model_address_is_likely (" hf:google/vit-base-patch16-224\n"));
  g_assert_true (koma_model_address_is_likely ("https://huggingface.co/google/vit-base"));
  g_assert_false (koma_model_address_is_likely ("hf:google"));
  g_assert_false (koma_model_address_is_likely ("HF: not at home/back at six"));
  g_assert_false (koma_model_address_is_likely ("https://example.org/cat.jpg"));
  g_assert_false (koma_model_address_is_likely ("https://example.org/cats/"));
  g_assert_false (koma_model_address_is_likely ("/models/model.json"));
  g_assert_false (koma_model_address_is_likely ("file:///models/model.json"));
  g_assert_false (koma_model_address_is_likely ("Dear Sir or Madam"));
  g_assert_false (koma_model_address_is_likely (""));
  g_assert_false (koma_model_address_is_likely (book));
  g_assert_false (koma_model_address_is_likely (long_address));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/library/file", test_file);
  g_test_add_func ("/ui/library/unknown", test_unknown);
  g_test_add_func ("/ui/library/use", test_use);
  g_test_add_func ("/ui/library/fetch", test_fetch);
  g_test_add_func ("/ui/library/removal", test_removal);
  g_test_add_func ("/ui/library/details", test_details);
  g_test_add_func ("/ui/library/error", test_error);
  g_test_add_func ("/ui/library/search", test_search);
  g_test_add_func ("/ui/library/same", test_same);
  g_test_add_func ("/ui/library/changes", test_changes);
  g_test_add_func ("/ui/library/address", test_address);
  return g_test_run ();
}
