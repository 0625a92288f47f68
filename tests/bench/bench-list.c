/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of a collection of many pictures, without a window: seconds of the clock and of the
 * processor, the processor's milliseconds of the longest iteration of the main loop, which does not
 * depend on other programs, and the memory. The pictures have no files; answers have the ten
 * classes that the window asks for.
 *
 *   bench-list [COUNT]     1000000 if not given
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/remove-tree.h"
#include "tests/worker/take/answer-fixture.h"
#include "ui/collection/koma-collection-reading.h"
#include "ui/results/koma-shown-list.h"
#include "worker/collection/koma-collection.h"

#define N_IN_FOLDER 1000
#define N_ANSWERS   997
#define CLASSES     "cat,dog,bird,fish,tree,house,car,boat,cup,shoe"

typedef struct
{
  char                 *root;
  char                 *file;
  KomaModelInfo        *info;
  KomaPreferences      *preferences;
  KomaResultFeed       *feed;
  KomaCollectionKeeper *keeper;
  KomaShownList        *list;
  gint64                n_pictures;
  gboolean              is_done;
} Bench;

/* ---- The collection ---- */

/* Answers with other scores, and other classes first. */
static GPtrArray *
make_answers (const KomaResult *pattern)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (1);
  GPtrArray *answers = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_result_unref);

  for (guint i = 0; i < N_ANSWERS; i++) {
    const double               best = g_rand_double_range (chance, 0.5, 1);
    const guint                first = g_rand_int (chance) % pattern->n_classes;
    g_autofree KomaClassScore *top = g_new (KomaClassScore, pattern->n_classes);

    for (guint j = 0; j < pattern->n_classes; j++)
      top[j] = (KomaClassScore){ .index = (first + j) % pattern->n_classes,
                                 .score = (float) (j == 0 ? best : (1 - best) / (1 << j)) };
    g_ptr_array_add (answers, koma_result_new (pattern, top, pattern->n_classes));
  }
  return answers;
}

static void
make_collection (Bench *self)
{
  g_autoptr (KomaResult) pattern = make_answer (CLASSES, 0.5);
  g_autoptr (GPtrArray) answers = make_answers (pattern);
  KomaCollection     *collection = koma_collection_open (self->file, NULL);
  KomaCollectionEntry entry = { .id = { .size_bytes = 1 } };

  self->info = koma_model_info_ref (pattern->info);
  g_assert_true (koma_collection_choose_model (collection, self->info, NULL));
  for (gint64 i = 0; i < self->n_pictures; i++) {
    g_autofree char *path =
      g_strdup_printf ("%s/%04d/IMG_%07d.jpg", self->root, (int) (i / N_IN_FOLDER),
                       (int) (i * 7919 % self->n_pictures));

    entry.path = path;
    entry.id.mtime_ns = i;
    entry.result = answers->pdata[i % N_ANSWERS];
    g_assert_true (koma_collection_add (collection, &entry, pattern->n_classes, NULL));
  }
  g_assert_true (koma_collection_close (collection, NULL));
}

/* ---- What is measured ---- */

static double
read_clock (clockid_t clock)
{
  struct timespec time = { 0 };

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static double
read_memory_mb (const char *name)
{
  g_autofree char *status = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  return atof (strstr (status, name) + strlen (name)) / 1024;
}

static void
measure (Bench      *self,
         const char *what,
         gboolean (*is_over) (Bench *))
{
  const double start = read_clock (CLOCK_MONOTONIC);
  const double start_all = read_clock (CLOCK_PROCESS_CPUTIME_ID);
  double       before = read_clock (CLOCK_THREAD_CPUTIME_ID);
  double       longest = 0, answered = 0;

  while (!is_over (self)) {
    g_main_context_iteration (NULL, TRUE);
    longest = MAX (longest, read_clock (CLOCK_THREAD_CPUTIME_ID) - before);
    before = read_clock (CLOCK_THREAD_CPUTIME_ID);
    if (answered == 0 && !koma_shown_list_is_busy (self->list))
      answered = read_clock (CLOCK_MONOTONIC) - start;
  }
  g_print ("%-22s %6.2f s, answered %5.2f s, computed %5.2f s, longest %4.0f ms, %4.0f MB, "
           "most %4.0f\n",
           what, read_clock (CLOCK_MONOTONIC) - start, answered,
           read_clock (CLOCK_PROCESS_CPUTIME_ID) - start_all, longest * 1000,
           read_memory_mb ("VmRSS:"), read_memory_mb ("VmHWM:"));
}

static gboolean
is_open (Bench *self)
{
  return self->keeper != NULL;
}

static gboolean
has_rows (Bench *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->list)) > 0;
}

static gboolean
has_all (Bench *self)
{
  return koma_shown_list_get_n_all (self->list) == self->n_pictures;
}

static gboolean
is_settled (Bench *self)
{
  return koma_shown_list_is_settled (self->list);
}

static gboolean
is_done (Bench *self)
{
  return self->is_done;
}

/* ---- Opening ---- */

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Bench *self = user_data;

  self->keeper = koma_collection_keeper_open_finish (result, NULL);
  g_assert_nonnull (self->keeper);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  ((Bench *) user_data)->is_done = TRUE;
}

static void
measure_opening (Bench *self)
{
  koma_collection_keeper_open_async (self->file, FALSE, NULL, opened_cb, self);
  measure (self, "open", is_open);
  koma_collection_keeper_choose_model (self->keeper, self->info);
  koma_result_feed_set_keeper (self->feed, self->keeper);
  koma_collection_read_async (self->keeper, self->feed, NULL, done_cb, self);
  measure (self, "first rows", has_rows);
  measure (self, "all rows", has_all);
  measure (self, "its last row is read", is_done);
}

/* ---- Queries ---- */

static void
ask (Bench                 *self,
     const char            *what,
     const KomaResultQuery *query)
{
  g_autoptr (KomaResultQuery) plain = koma_result_query_new ();

  koma_shown_list_set_query (self->list, query);
  measure (self, what, is_settled);
  koma_shown_list_set_query (self->list, plain);
  measure (self, "  all, as they came", is_settled);
}

static void
measure_queries (Bench *self)
{
  static const char *const sorts[KOMA_N_SORTS] = { NULL, "sort: name", "sort: folder",
                                                   "sort: date", "sort: class", "sort: score",
                                                   "sort: margin" };
  KomaResultQuery          query = { .text = (char *) "", .max_score = 1 };

  query.text = (char *) "0042";
  ask (self, "search: a name", &query);
  query.text = (char *) "fish 9";
  ask (self, "search: class and name", &query);
  query.text = (char *) "";
  for (guint i = 0; i < KOMA_N_SORTS; i++) {
    query.sort = i;
    if (sorts[i] != NULL)
      ask (self, sorts[i], &query);
  }
  query.sort = KOMA_SORT_ADDED;
  query.group = KOMA_GROUP_CLASS;
  ask (self, "group: class", &query);
  query.group = KOMA_GROUP_FOLDER;
  ask (self, "group: folder", &query);
  query.group = KOMA_GROUP_NONE;
  query.class_name = (char *) "boat";
  ask (self, "filter: class", &query);
}

int
main (int    argc,
      char **argv)
{
  Bench self = { .n_pictures = argc > 1 ? atoi (argv[1]) : 1000000 };
  g_autoptr (KomaWorker) worker = NULL;

  self.root = g_dir_make_tmp ("koma-bench-XXXXXX", NULL);
  self.file = g_build_filename (self.root, "c.koma", NULL);
  make_collection (&self);
  worker = koma_worker_new ();
  self.preferences = koma_preferences_new ();
  self.feed = koma_result_feed_new (worker);
  self.list = koma_shown_list_new (koma_result_feed_get_items (self.feed), self.preferences);
  g_print ("%.0f MB before\n", read_memory_mb ("VmRSS:"));
  measure_opening (&self);
  measure_queries (&self);
  self.is_done = FALSE;
  koma_collection_keeper_close_async (self.keeper, done_cb, &self);
  measure (&self, "close", is_done);
  remove_tree (self.root);
  return 0;
}
