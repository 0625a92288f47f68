/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a collection keeps of pictures, and of which it knows nothing. */
#include "worker/collection/koma-collection.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "collection-fixture.h"
#include "tests/test-main.h"
#include "worker/take/koma-provenance.h"
#include "worker/take/koma-sheet.h"

/* Pictures of a test. */
#define N_ALL 88

static void
check_same (const KomaResult *found,
            const KomaResult *expected,
            guint             top_k)
{
  g_assert_nonnull (found);
  g_assert_cmpuint (found->n_classes, ==, top_k);
  for (guint i = 0; i < top_k; i++) {
    g_assert_cmpuint (found->classes[i].index, ==, expected->classes[i].index);
    g_assert_cmpstr (koma_result_get_class (found, i).label, ==,
                     koma_result_get_class (expected, i).label);
    g_assert_cmpfloat (found->classes[i].score, ==, expected->classes[i].score);
  }
  g_assert_cmpint (found->is_turned, ==, expected->is_turned);
  g_assert_cmpuint (found->source_width, ==, expected->source_width);
  g_assert_cmpuint (found->source_height, ==, expected->source_height);
  g_assert_cmpint (found->taken.time_us, ==, expected->taken.time_us);
  g_assert_cmpint (found->taken.camera, ==, expected->taken.camera);
  g_assert_cmpfloat (found->timing.decode_ms, ==, expected->timing.decode_ms);
  g_assert_cmpfloat (found->timing.preprocess_ms, ==, expected->timing.preprocess_ms);
  g_assert_cmpfloat (found->timing.inference_ms, ==, expected->timing.inference_ms);
  g_assert_cmpstr (found->info->backend, ==, expected->info->backend);
}

/* As when it was answered, after the file was closed and opened. */
static void
test_round_trip (Collection   *fixture,
                 gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_open (fixture);
  fixture->answer->is_turned = TRUE;
  fixture->answer->source_width = 640;
  fixture->answer->source_height = 480;
  fixture->answer->taken = (KomaTaken){ -5, G_MAXINT64 };
  fixture->answer->timing = (KomaResultTiming){ 1.25, 0.1, 17.3 };
  collection_add_answer (fixture, path, 3);
  collection_close (fixture);
  collection_open (fixture);
  collection_find (fixture, path, 3, &known);
  check_same (known.result, fixture->answer, 3);
  g_assert_true (known.result->info == fixture->answer->info);
}

/* Fewer classes are a part of an answer, more are not. */
static void
test_top (Collection   *fixture,
          gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_auto (KomaCollectionKnown) fewer = { 0 };
  g_auto (KomaCollectionKnown) more = { 0 };

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_find (fixture, path, 1, &fewer);
  check_same (fewer.result, fixture->answer, 1);
  collection_find (fixture, path, 4, &more);
  g_assert_null (more.result);
}

/* Another time of change, or another size, is another picture; what a person said of it stays. */
static void
test_changed (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_auto (KomaCollectionKnown) touched = { 0 };
  g_auto (KomaCollectionKnown) longer = { 0 };
  g_auto (KomaCollectionKnown) again = { 0 };

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_exec (fixture, "INSERT INTO corrections (picture, label, corrected_us)"
                            " VALUES (1, 'cat', 0);");
  collection_touch (path, 1);
  collection_find (fixture, path, 3, &touched);
  g_assert_null (touched.result);
  collection_add_answer (fixture, path, 3);
  g_assert_true (g_file_set_contents (path, "longer", -1, NULL));
  collection_touch (path, 1);
  collection_find (fixture, path, 3, &longer);
  g_assert_null (longer.result);
  collection_add_answer (fixture, path, 3);
  collection_find (fixture, path, 3, &again);
  g_assert_nonnull (again.result);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures;"), ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM scores;"), ==, 4);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM corrections;"), ==, 1);
  collection_check_parents (fixture);
}

/* An answer is of one model and one recipe; of the recipe also what its words leave out. */
static void
test_two_models (Collection   *fixture,
                 gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *hash = g_strdup (fixture->answer->info->hash);
  g_autofree char *recipe = g_strdup (fixture->answer->info->recipe);
  const struct
  {
    const char *hash;
    const char *recipe;
    double      temperature;
  } others[] = {
    { "ffffffffffffffffffffffffffffffff", recipe, 0 },
    { hash, "stretched", 0 },
    { hash, recipe, 1.00001 },
  };

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_auto (KomaCollectionKnown) before = { 0 };
    g_auto (KomaCollectionKnown) after = { 0 };

    collection_choose_other (fixture, others[i].hash, others[i].recipe, others[i].temperature);
    collection_find (fixture, path, 3, &before);
    g_assert_null (before.result);
    collection_add_answer (fixture, path, 3);
    collection_find (fixture, path, 3, &after);
    check_same (after.result, fixture->answer, 3);
  }
  collection_choose_other (fixture, hash, recipe, 0);
  {
    g_auto (KomaCollectionKnown) first = { 0 };

    collection_find (fixture, path, 3, &first);
    g_assert_cmpfloat (first.result->classes[0].score, >, 0.8);
  }
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 4);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures;"), ==, 1);
  collection_check_parents (fixture);
}

/* Another program takes away what answers belong to. */
static void
test_model_gone (Collection   *fixture,
                 gconstpointer data)
{
  g_autofree char    *path = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionEntry entry = { .path = path, .result = fixture->answer };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_collection_get_file_id (path, &entry.id));
  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  collection_exec (fixture, "DELETE FROM scores; DELETE FROM answers; DELETE FROM provenances;");
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  collection_check_parents (fixture);
  collection_exec (fixture, "DELETE FROM scores; DELETE FROM answers; DELETE FROM provenances;"
                            "DELETE FROM labels; DELETE FROM models;");
  g_assert_false (koma_collection_add (fixture->collection, &entry, 3, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "table models, row 1:"));
  collection_choose (fixture);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  collection_check_parents (fixture);
}

/* Answers, and here and there a reason why there is none. */
static void
add_all (Collection *fixture,
         char      **paths)
{
  KomaCollectionEntry entries[KOMA_COLLECTION_MAX_AT_ONCE] = { 0 };
  g_autoptr (GError) failure = g_error_new_literal (KOMA_ERROR, KOMA_ERROR_DECODE, "the reason");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++) {
    entries[i].path = paths[i];
    entries[i].result = i % 5 == 4 ? NULL : fixture->answer;
    entries[i].failure = i % 5 == 4 ? failure : NULL;
    g_assert_true (koma_collection_get_file_id (paths[i], &entries[i].id));
  }
  koma_collection_add_all (fixture->collection, entries, G_N_ELEMENTS (entries), 3, &error);
  g_assert_no_error (error);
}

static void
check_all (Collection *fixture,
           char      **paths)
{
  for (guint i = 0; i < KOMA_COLLECTION_MAX_AT_ONCE; i++) {
    g_auto (KomaCollectionKnown) known = { 0 };

    collection_find (fixture, paths[i], 3, &known);
    if (i % 5 == 4) {
      g_assert_nonnull (known.failure);
      g_assert_cmpstr (known.failure->message, ==, "the reason");
      continue;
    }
    check_same (known.result, fixture->answer, 3);
    g_assert_cmpint (known.result->taken.time_us, ==, fixture->answer->taken.time_us);
    g_assert_cmpint (known.result->taken.camera, ==, fixture->answer->taken.camera);
  }
}

/* Many at once are as one after the other: all new, all there, some there, of another model, one of
 * them twice, and behind a row with the largest number, after which SQLite takes any. */
static void
test_all (Collection   *fixture,
          gconstpointer data)
{
  const KomaTaken taken = { .time_us = 1000000, .camera = 7 };
  g_auto (GStrv) paths = g_new0 (char *, N_ALL + 1);

  for (guint i = 0; i < N_ALL; i++) {
    g_autofree char *name = g_strdup_printf ("%02u.png", i == 50 ? 51 : i);

    paths[i] = collection_write_picture (fixture, name, name);
  }
  fixture->answer->taken = taken;
  collection_open (fixture);
  for (guint first = 0; first < 32; first += 8) {
    add_all (fixture, paths + first);
    check_all (fixture, paths + first);
  }
  collection_choose_other (fixture, "ffffffffffffffffffffffffffffffff", "stretched", 0);
  fixture->answer->taken = taken;
  add_all (fixture, paths + 8);
  check_all (fixture, paths + 8);
  add_all (fixture, paths + 24);
  add_all (fixture, paths + 40);
  check_all (fixture, paths + 40);
  collection_exec (fixture, "INSERT INTO pictures (id, path, size_bytes, mtime_ns)"
                            " VALUES (9223372036854775807, X'2f78', 0, 0);");
  for (guint first = 56; first < N_ALL; first += KOMA_COLLECTION_MAX_AT_ONCE) {
    add_all (fixture, paths + first);
    check_all (fixture, paths + first);
  }
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures;"), ==, N_ALL);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM scores;"), ==,
                   fixture->answer->n_classes *
                     collection_count (fixture,
                                       "SELECT count(*) FROM answers WHERE error IS NULL;"));
  collection_check_parents (fixture);
}

static void
add_failure (Collection *fixture,
             const char *path,
             GQuark      domain,
             int         code)
{
  g_autoptr (GError) failure = g_error_new_literal (domain, code, "a.png: the reason");
  KomaCollectionEntry entry = { .path = path, .failure = failure };

  g_assert_true (koma_collection_get_file_id (path, &entry.id));
  g_assert_true (koma_collection_add (fixture->collection, &entry, 3, NULL));
}

/* The picture's own reasons are known the next time; others are only written down. */
static void
test_failures (Collection   *fixture,
               gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autoptr (GError) decode = g_error_new (KOMA_ERROR, KOMA_ERROR_DECODE, "x");
  g_autoptr (GError) crash = g_error_new (G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE, "x");
  g_autoptr (GError) memory = g_error_new (KOMA_ERROR, KOMA_ERROR_MEMORY, "x");
  g_autoptr (GError) disk = g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, "x");
  const GError *const lasting[] = { decode, crash };
  const GError *const others[] = { disk, memory };

  collection_open (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (lasting); i++) {
    g_auto (KomaCollectionKnown) known = { 0 };

    add_failure (fixture, path, lasting[i]->domain, lasting[i]->code);
    collection_find (fixture, path, 3, &known);
    g_assert_nonnull (known.failure);
    g_assert_cmpstr (known.failure->message, ==, "a.png: the reason");
    g_assert_cmpstr (koma_sheet_get_error_code (known.failure), ==,
                     koma_sheet_get_error_code (lasting[i]));
  }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_auto (KomaCollectionKnown) known = { 0 };

    add_failure (fixture, path, others[i]->domain, others[i]->code);
    collection_find (fixture, path, 3, &known);
    g_assert_null (known.failure);
  }
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (
    collection_count (fixture, "SELECT count(*) FROM answers WHERE error_code = 'memory'"
                               " AND error = 'a.png: the reason';"),
    ==, 1);
}

/* Names are any bytes, from the collection's folder on or absolute. */
static void
test_names (Collection   *fixture,
            gconstpointer data)
{
  g_autofree char *below = g_build_filename (fixture->folder, "below", NULL);
  g_autofree char *link = g_build_filename (fixture->folder, "link", NULL);
  g_autofree char *inside = NULL, *linked = NULL;
  g_autofree char *odd = collection_write_picture (fixture, "b\xff\n'.png", "two");
  g_autofree char *elsewhere = NULL;
  const int        fd = g_file_open_tmp ("koma-XXXXXX.png", &elsewhere, NULL);
  g_auto (KomaCollectionKnown) found = { 0 };
  g_auto (KomaCollectionKnown) by_link = { 0 };

  close (fd);
  g_assert_cmpint (g_mkdir (below, 0700), ==, 0);
  g_assert_cmpint (symlink ("below", link), ==, 0);
  inside = collection_write_picture (fixture, "below/a.png", "one");
  linked = g_build_filename (link, "a.png", NULL);
  collection_open (fixture);
  collection_add_answer (fixture, odd, 3);
  collection_add_answer (fixture, inside, 3);
  collection_add_answer (fixture, elsewhere, 3);
  collection_find (fixture, odd, 3, &found);
  g_assert_nonnull (found.result);
  collection_find (fixture, linked, 3, &by_link);
  g_assert_nonnull (by_link.result);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures"
                                              " WHERE path = X'62ff0a272e706e67';"),
                   ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures"
                                              " WHERE path = CAST ('below/a.png' AS BLOB);"),
                   ==, 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pictures"
                                              " WHERE substr (path, 1, 1) = X'2f';"),
                   ==, 1);
  g_unlink (elsewhere);
}

/* A hash that was computed anyway comes back, for other models too, until the file changes. */
static void
test_sha256 (Collection   *fixture,
             gconstpointer data)
{
  static const char   sha256[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  g_autofree char    *path = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionEntry entry = { 0 };
  g_auto (KomaCollectionKnown) known = { 0 };
  g_auto (KomaCollectionKnown) by_other = { 0 };
  g_auto (KomaCollectionKnown) changed = { 0 };

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_get_file_id (path, &entry.id));
  g_assert_true (
    koma_collection_add_sha256 (fixture->collection, path, &entry.id, sha256, NULL));
  collection_add_answer (fixture, path, 3);
  collection_find (fixture, path, 3, &known);
  g_assert_cmpstr (known.sha256, ==, sha256);
  collection_choose_other (fixture, "ffffffffffffffffffffffffffffffff", "other", 0);
  collection_find (fixture, path, 3, &by_other);
  g_assert_null (by_other.result);
  g_assert_cmpstr (by_other.sha256, ==, sha256);
  collection_touch (path, 1);
  collection_add_answer (fixture, path, 3);
  g_assert_true (
    koma_collection_add_sha256 (fixture->collection, path, &entry.id, sha256, NULL));
  collection_find (fixture, path, 3, &changed);
  g_assert_null (changed.sha256);
}

/* What another backend, and another Koma, computed is told as theirs. */
static void
test_provenance (Collection   *fixture,
                 gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_auto (KomaCollectionKnown) known = { 0 };
  KomaProvenance from = { 0 };

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  collection_close (fixture);
  collection_exec (fixture, "UPDATE provenances SET backend = 'gles', device = 'a card',"
                            " precision = 'float16', koma_version = '0.0.9';");
  collection_open (fixture);
  collection_find (fixture, path, 3, &known);
  koma_provenance_init (&from, known.result->info);
  g_assert_cmpstr (from.backend, ==, "gles");
  g_assert_cmpstr (from.device, ==, "a card");
  g_assert_cmpstr (from.precision, ==, "float16");
  g_assert_cmpstr (from.version, ==, "0.0.9");
  g_assert_cmpstr (from.model_hash, ==, fixture->answer->info->hash);
}

/* Whoever reads the file finds the labels that were used last, and one row a picture. */
static void
test_readable (Collection   *fixture,
               gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM best WHERE path = 'a.png'"
                                              " AND label = 'cat' AND score > 0.8;"),
                   ==, 1);
  koma_result_unref (fixture->answer);
  fixture->answer = make_answer ("Katze,dog,bird,fish", 0.9);
  collection_choose (fixture);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM best WHERE path = 'a.png'"
                                              " AND label = 'Katze';"),
                   ==, 1);
}

/* Many are in the file without a commit; what was added behind them is not lost with a commit. */
static void
test_batches (Collection   *fixture,
              gconstpointer data)
{
  g_autofree char    *path = collection_write_picture (fixture, "a.png", "one");
  KomaCollectionEntry entry = { .result = fixture->answer };
  g_auto (KomaCollectionKnown) known = { 0 };

  collection_open (fixture);
  for (guint i = 0; i < 10000; i++) {
    g_autofree char *name = g_strdup_printf ("/nowhere/%u.png", i);

    entry.path = name;
    g_assert_true (koma_collection_add (fixture->collection, &entry, 3, NULL));
  }
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), >, 0);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  g_clear_pointer (&fixture->collection, koma_collection_free);
  collection_open (fixture);
  collection_find (fixture, path, 3, &known);
  g_assert_nonnull (known.result);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 10001);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection/round-trip", test_round_trip);
  collection_add_test ("/collection/top", test_top);
  collection_add_test ("/collection/changed", test_changed);
  collection_add_test ("/collection/two-models", test_two_models);
  collection_add_test ("/collection/model-gone", test_model_gone);
  collection_add_test ("/collection/all", test_all);
  collection_add_test ("/collection/failures", test_failures);
  collection_add_test ("/collection/names", test_names);
  collection_add_test ("/collection/sha256", test_sha256);
  collection_add_test ("/collection/provenance", test_provenance);
  collection_add_test ("/collection/readable", test_readable);
  collection_add_test ("/collection/batches", test_batches);
  return g_test_run ();
}
