/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Vectors of texts in files: found again, by another model not; and files that are not whole. */
#include <string.h>

#include <glib/gstdio.h>

#include "engine/words/kept-vectors.h"
#include "engine/words/word-classes.h"
#include "tests/test-main.h"

#define WIDTH 3
#define N_IDS 4
#define HASH  "0123456789abcdef0123456789abcdef"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("koma-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, HASH, NULL);
  koma_kept_vectors_set_folder (fixture->folder);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer unused)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);

  for (const char *name = NULL; (name = g_dir_read_name (folder)) != NULL;) {
    g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

    g_assert_cmpint (g_unlink (path), ==, 0);
  }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  koma_kept_vectors_set_folder (NULL);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static const gint32 *
get_ids (gint32 first)
{
  static gint32 ids[N_IDS] = { 0, 7, 8, 9 };

  ids[0] = first;
  return ids;
}

static void
add (KomaKeptVectors *vectors,
     gint32           first)
{
  koma_kept_vectors_add (vectors, get_ids (first), N_IDS,
                         (const float[WIDTH]){ (float) first, 2, 3 });
}

static gboolean
has (KomaKeptVectors *vectors,
     gint32           first)
{
  const float *found = koma_kept_vectors_find (vectors, get_ids (first), N_IDS);

  if (found != NULL)
    g_assert_cmpmem (found, WIDTH * sizeof *found, ((const float[WIDTH]){ (float) first, 2, 3 }),
                     WIDTH * sizeof (float));
  return found != NULL;
}

static KomaKeptVectors *
open_anew (void)
{
  return koma_kept_vectors_new (HASH, WIDTH);
}

static void
test_again (Fixture      *fixture,
            gconstpointer unused)
{
  g_autoptr (KomaKeptVectors) one = open_anew ();
  g_autoptr (KomaKeptVectors) two = NULL;
  g_autoptr (KomaKeptVectors) other = NULL;

  g_assert_false (has (one, 1));
  add (one, 1);
  add (one, 2);
  g_assert_true (has (one, 1));
  two = open_anew ();
  g_assert_true (has (two, 1) && has (two, 2));
  g_assert_false (has (two, 3));
  other = koma_kept_vectors_new ("fedcba9876543210fedcba9876543210", WIDTH);
  g_assert_false (has (other, 1));
}

/* Of each length, and with each byte changed: what is damaged is not found, and the file can be
 * used again. */
static void
test_damaged (Fixture      *fixture,
              gconstpointer unused)
{
  g_autoptr (KomaKeptVectors) whole = open_anew ();
  g_autofree char *contents = NULL;
  gsize            size_bytes = 0;

  add (whole, 1);
  add (whole, 2);
  g_assert_true (g_file_get_contents (fixture->path, &contents, &size_bytes, NULL));
  for (gsize i = 0; i < 2 * size_bytes; i++) {
    const gsize      at = i % size_bytes;
    const gboolean   is_cut = i < size_bytes;
    g_autofree char *damaged = g_memdup2 (contents, size_bytes);
    g_autoptr (KomaKeptVectors) found = NULL;
    g_autoptr (KomaKeptVectors) again = NULL;

    damaged[at] ^= 1;
    g_assert_true (g_file_set_contents (fixture->path, damaged,
                                        is_cut ? (gssize) at : (gssize) size_bytes, NULL));
    found = open_anew ();
    g_assert_true (has (found, 1) == (at >= size_bytes / 2));
    g_assert_false (has (found, 2));
    add (found, 3);
    again = open_anew ();
    g_assert_true (has (again, 3));
  }
}

/* Where nothing can be written, nothing is lost but time. */
static void
test_no_folder (Fixture      *fixture,
                gconstpointer unused)
{
  g_autofree char *path = g_build_filename (fixture->folder, HASH, "below", NULL);
  g_autoptr (KomaKeptVectors) vectors = NULL;

  g_assert_true (g_file_set_contents (fixture->path, "", 0, NULL));
  koma_kept_vectors_set_folder (path);
  vectors = open_anew ();
  add (vectors, 1);
  g_assert_true (has (vectors, 1));
  koma_kept_vectors_set_folder (NULL);
  g_assert_null (open_anew ());
}

static void
test_many_models (Fixture      *fixture,
                  gconstpointer unused)
{
  g_autoptr (GDir) folder = NULL;
  guint n = 0;

  for (guint i = 0; i < 40; i++) {
    g_autofree char *hash = g_strdup_printf ("%032x", i);
    g_autoptr (KomaKeptVectors) vectors = koma_kept_vectors_new (hash, WIDTH);

    add (vectors, 1);
  }
  folder = g_dir_open (fixture->folder, 0, NULL);
  while (g_dir_read_name (folder) != NULL)
    n++;
  g_assert_cmpuint (n, ==, 16);
}

/* The second start of a model computes no word. */
static void
test_model (Fixture      *fixture,
            gconstpointer unused)
{
  g_autofree char *path = g_strconcat (g_getenv ("KOMA_SOURCE"),
                                       "/data/examples/programs/colour-words", NULL);

  for (guint start = 0; start < 2; start++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
    g_autoptr (KomaModel) classifier = koma_word_classes_set (model, "red, green", NULL, &error);
    const KomaWordHead *head = koma_word_head_find (classifier);

    g_assert_no_error (error);
    g_assert_cmpuint (koma_word_space_get_n_encoded (koma_word_head_get_space (head)), ==,
                      start == 0 ? 2 : 0);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/kept-vectors/again", Fixture, NULL, set_up, test_again, tear_down);
  g_test_add ("/kept-vectors/damaged", Fixture, NULL, set_up, test_damaged, tear_down);
  g_test_add ("/kept-vectors/no-folder", Fixture, NULL, set_up, test_no_folder, tear_down);
  g_test_add ("/kept-vectors/many-models", Fixture, NULL, set_up, test_many_models, tear_down);
  g_test_add ("/kept-vectors/model", Fixture, NULL, set_up, test_model, tear_down);
  return g_test_run ();
}
