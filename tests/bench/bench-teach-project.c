/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A project of 20 classes with 500 pictures each, of 96×96: how long it takes to keep, to learn, to
 * train and to open again, and the longest turn of the main loop meanwhile. With a model as first
 * argument, its features; else those of the small model of the tests. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/worker/teach/teach-fixture.h"
#include "worker/teach/learn/koma-teach-learn.h"

#define N_CLASSES  20
#define N_EACH     500
#define N_EXAMPLES (N_CLASSES * N_EACH)

typedef struct
{
  gint64 start_us;
  gint64 longest_us; /* turn of the main loop */
  gint64 most_us;    /* that the processor worked in one */
} Stage;

static Stage
begin (void)
{
  return (Stage){ .start_us = g_get_monotonic_time () };
}

static gint64
get_worked_us (void)
{
  struct timespec time = { 0 };

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void
turn (Stage *stage)
{
  const gint64 start_us = g_get_monotonic_time ();
  const gint64 worked_us = get_worked_us ();

  if (!g_main_context_iteration (NULL, FALSE)) {
    g_usleep (500);
    return;
  }
  stage->longest_us = MAX (stage->longest_us, g_get_monotonic_time () - start_us);
  stage->most_us = MAX (stage->most_us, get_worked_us () - worked_us);
}

static void
end (const Stage *stage,
     const char  *what)
{
  printf ("%-20s %6.2f s   longest turn of the main loop %6.2f ms, of work %6.2f ms\n", what,
          (double) (g_get_monotonic_time () - stage->start_us) / G_USEC_PER_SEC,
          (double) stage->longest_us / 1000, (double) stage->most_us / 1000);
}

/* Classes differ by their colour; each picture has noise of its own. */
static void
write_pictures (Teach *teach)
{
  for (guint i = 0; i < N_EXAMPLES; i++) {
    g_autofree char *name = g_strdup_printf ("pictures/class %u/%u.jpg", i % N_CLASSES, i);

    g_free (teach_write_picture (teach, name, 96, i));
  }
}

static void
keep (Teach            *teach,
      KomaTeachProject *project)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *path = g_build_filename (teach->folder, "pictures", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (KomaTeachAdded) added = NULL;
  Stage stage = begin ();

  g_ptr_array_add (files, g_file_new_for_path (path));
  koma_teach_project_add_files_async (project, NULL, files, NULL, teach_keep_result_cb, &result);
  while (result == NULL)
    turn (&stage);
  added = koma_teach_project_add_files_finish (project, result, NULL);
  printf ("%u pictures\n", added->n_added);
  end (&stage, "kept");
}

static void
learn (KomaTeachProject *project,
       const char       *what)
{
  Stage stage = begin ();

  while (koma_teach_project_get_status (project).head_kind == KOMA_TEACH_HEAD_NONE)
    turn (&stage);
  end (&stage, "first head");
  while (koma_teach_project_count_known (project) < N_EXAMPLES)
    turn (&stage);
  end (&stage, what);
  stage = begin ();
  while (koma_teach_project_get_status (project).head_kind != KOMA_TEACH_HEAD_TRAINED)
    turn (&stage);
  end (&stage, "pause, and trained");
  while (koma_teach_project_get_status (project).training_state != KOMA_TEACH_TRAINING_DONE)
    turn (&stage);
  end (&stage, "and cross-validated");
}

static KomaTeachProject *
open_again (Teach *teach)
{
  Stage             stage = begin ();
  KomaTeachProject *project = koma_teach_project_new (teach->project);

  while (koma_teach_project_get_status (project).state == KOMA_TEACH_OPENING)
    turn (&stage);
  end (&stage, "opened");
  return project;
}

int
main (int    argc,
      char **argv)
{
  Teach             teach = { 0 };
  KomaTeachProject *project = NULL;
  g_autofree char  *small =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);

  teach_set_up (&teach, NULL);
  write_pictures (&teach);
  project = teach_open (&teach);
  keep (&teach, project);
  koma_teach_project_set_base (project, argc > 1 ? argv[1] : small, "Base");
  learn (project, "features computed");
  teach_close (project);
  project = open_again (&teach);
  learn (project, "features read");
  teach_close (project);
  teach_tear_down (&teach, NULL);
  return 0;
}
