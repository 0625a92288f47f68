/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a collection costs on one thread: answers that are kept, and files that are known, each with
 * its stat (). The files are empty, in folders of a thousand; answers have three classes of four.
 *
 *   bench-collection [COUNT]     100000 if not given
 */
#include <stdlib.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "tests/worker/take/answer-fixture.h"
#include "worker/collection/koma-collection.h"

#define N_IN_FOLDER 1000
#define N_TURNS     5

typedef struct
{
  char       *root;
  char       *file;
  GPtrArray  *paths;
  KomaResult *answer;
} Set;

static void
set_init (Set  *self,
          guint count)
{
  self->root = g_dir_make_tmp ("koma-bench-XXXXXX", NULL);
  self->file = g_build_filename (self->root, "c.koma", NULL);
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->answer = make_answer ("cat,dog,bird,fish", 0.9);
  for (guint i = 0; i < count; i++) {
    g_autofree char *folder = g_strdup_printf ("%s/%03u", self->root, i / N_IN_FOLDER);
    char            *path = g_strdup_printf ("%s/IMG_%05u.jpg", folder, i);

    if (i % N_IN_FOLDER == 0)
      g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
    g_assert_true (g_file_set_contents_full (path, "", 0, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    g_ptr_array_add (self->paths, path);
  }
}

static void
set_clear (Set *self)
{
  remove_tree (self->root);
  g_free (self->root);
  g_free (self->file);
  g_ptr_array_unref (self->paths);
  koma_result_unref (self->answer);
}

static KomaCollection *
open_file (const Set *set)
{
  g_autoptr (GError) error = NULL;
  KomaCollection *collection = koma_collection_open (set->file, &error);

  g_assert_no_error (error);
  g_assert_true (koma_collection_choose_model (collection, set->answer->info, NULL));
  return collection;
}

static void
add_all (const Set      *set,
         KomaCollection *collection)
{
  KomaCollectionEntry entry = { .result = set->answer };

  for (guint i = 0; i < set->paths->len; i++) {
    entry.path = set->paths->pdata[i];
    g_assert_true (koma_collection_get_file_id (entry.path, &entry.id));
    g_assert_true (koma_collection_add (collection, &entry, 3, NULL));
  }
}

static void
find_all (const Set      *set,
          KomaCollection *collection)
{
  for (guint i = 0; i < set->paths->len; i++) {
    g_auto (KomaCollectionKnown) known = { 0 };
    KomaFileId id = { 0 };

    g_assert_true (koma_collection_get_file_id (set->paths->pdata[i], &id));
    g_assert_true (
      koma_collection_find (collection, set->paths->pdata[i], &id, 3, 3, &known, NULL));
    g_assert_nonnull (known.result);
  }
}

/* Opening and closing are a part of it. */
static double
measure (const Set *set,
         void (*work) (const Set *, KomaCollection *))
{
  const gint64 start_us = g_get_monotonic_time ();

  KomaCollection *collection = open_file (set);

  work (set, collection);
  g_assert_true (koma_collection_close (collection, NULL));
  return set->paths->len * 1e6 / (double) (g_get_monotonic_time () - start_us);
}

int
main (int    argc,
      char **argv)
{
  const guint count = argc > 1 ? (guint) atoi (argv[1]) : 100000;
  Set         set = { 0 };
  struct stat info = { 0 };

  set_init (&set, count);
  g_print ("new:     %.0f answers/s\n", measure (&set, add_all));
  for (guint i = 0; i < N_TURNS; i++)
    g_print ("known:   %.0f files/s\n", measure (&set, find_all));
  g_print ("renewed: %.0f answers/s\n", measure (&set, add_all));
  g_assert_cmpint (g_stat (set.file, &info), ==, 0);
  g_print ("the file has %.0f bytes a picture\n", (double) info.st_size / count);
  set_clear (&set);
  return 0;
}
