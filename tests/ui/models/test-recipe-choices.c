/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/models/koma-recipe-choices.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"
#include "tests/unref-and-wait.h"

typedef struct
{
  KomaWorker        *worker;
  KomaModelChoices  *models;
  KomaModelControl  *control;
  KomaRecipeChoices *choices;
} Fixture;

static void
wait_for_end (Fixture *fixture)
{
  while (koma_model_control_is_loading (fixture->control))
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours",
                                            NULL);

  fixture->worker = koma_worker_new ();
  fixture->models = koma_model_choices_new ();
  fixture->control = koma_model_control_new (fixture->worker, fixture->models);
  fixture->choices = koma_recipe_choices_new (fixture->control);
  koma_model_control_load (fixture->control, path);
  wait_for_end (fixture);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  koma_recipe_choices_reset (fixture->choices);
  wait_for_end (fixture);
  koma_worker_stop (fixture->worker);
  unref_and_wait (fixture->choices);
  unref_and_wait (fixture->control);
  unref_and_wait (fixture->models);
  unref_and_wait (fixture->worker);
}

static void
choose (Fixture       *fixture,
        KomaRecipePart part,
        const char    *word)
{
  koma_recipe_choices_choose (fixture->choices, part, word);
  wait_for_end (fixture);
}

static void
assert_part (Fixture         *fixture,
             KomaRecipePart   part,
             const char      *word,
             KomaRecipeSource source)
{
  const KomaModelInfo *info = koma_model_control_get_info (fixture->control);
  g_autofree char     *found = koma_recipe_dup_part (&info->values, part);

  g_assert_cmpstr (found, ==, word);
  g_assert_cmpint (info->values.sources[part], ==, source);
}

/* One step back after the other; and at once to what the file says, which is a step, too. */
static void
test_ways_back (Fixture      *fixture,
                gconstpointer data)
{
  g_assert_false (koma_recipe_choices_can_undo (fixture->choices));
  g_assert_false (koma_recipe_choices_can_reset (fixture->choices));
  choose (fixture, KOMA_PART_FIT, "pad");
  choose (fixture, KOMA_PART_RANGE, "-1,1");
  choose (fixture, KOMA_PART_RANGE, "-1,1"); /* changes nothing */
  assert_part (fixture, KOMA_PART_FIT, "pad", KOMA_SOURCE_OPTION);
  assert_part (fixture, KOMA_PART_RANGE, "-1,1", KOMA_SOURCE_OPTION);

  koma_recipe_choices_undo (fixture->choices);
  wait_for_end (fixture);
  assert_part (fixture, KOMA_PART_RANGE, "0,1", KOMA_SOURCE_METADATA);
  assert_part (fixture, KOMA_PART_FIT, "pad", KOMA_SOURCE_OPTION);

  koma_recipe_choices_reset (fixture->choices);
  wait_for_end (fixture);
  assert_part (fixture, KOMA_PART_FIT, "crop", KOMA_SOURCE_GUESS);
  g_assert_false (koma_recipe_choices_can_reset (fixture->choices));
  koma_recipe_choices_undo (fixture->choices);
  wait_for_end (fixture);
  assert_part (fixture, KOMA_PART_FIT, "pad", KOMA_SOURCE_OPTION);
  koma_recipe_choices_undo (fixture->choices);
  wait_for_end (fixture);
  assert_part (fixture, KOMA_PART_FIT, "crop", KOMA_SOURCE_GUESS);
  g_assert_false (koma_recipe_choices_can_undo (fixture->choices));
}

/* Faster than the model loads: none is lost. */
static void
test_quick (Fixture      *fixture,
            gconstpointer data)
{
  koma_recipe_choices_choose (fixture->choices, KOMA_PART_FIT, "stretch");
  koma_recipe_choices_choose (fixture->choices, KOMA_PART_RESIZE, "nearest");
  koma_recipe_choices_choose (fixture->choices, KOMA_PART_SURE_FROM, "0.9");
  wait_for_end (fixture);
  assert_part (fixture, KOMA_PART_FIT, "stretch", KOMA_SOURCE_OPTION);
  assert_part (fixture, KOMA_PART_RESIZE, "nearest", KOMA_SOURCE_OPTION);
  assert_part (fixture, KOMA_PART_SURE_FROM, "0.9", KOMA_SOURCE_OPTION);
  koma_recipe_choices_undo (fixture->choices);
  wait_for_end (fixture);
  assert_part (fixture, KOMA_PART_SURE_FROM, "0.3", KOMA_SOURCE_GUESS);
  assert_part (fixture, KOMA_PART_FIT, "stretch", KOMA_SOURCE_OPTION);
}

/* It brings its order of colours along, and takes it away again. */
static void
test_caffe (Fixture      *fixture,
            gconstpointer data)
{
  choose (fixture, KOMA_PART_RANGE, "caffe");
  assert_part (fixture, KOMA_PART_CHANNELS, "bgr", KOMA_SOURCE_OPTION);
  choose (fixture, KOMA_PART_RANGE, "imagenet");
  assert_part (fixture, KOMA_PART_CHANNELS, "rgb", KOMA_SOURCE_GUESS);
  choose (fixture, KOMA_PART_CHANNELS, "bgr");
  choose (fixture, KOMA_PART_RANGE, "0,1");
  assert_part (fixture, KOMA_PART_CHANNELS, "bgr", KOMA_SOURCE_OPTION);
}

static void
add_test (const char *path,
          void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *home = g_dir_make_tmp ("koma-choices-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", home, TRUE);
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  add_test ("/ui/recipe-choices/ways-back", test_ways_back);
  add_test ("/ui/recipe-choices/quick", test_quick);
  add_test ("/ui/recipe-choices/caffe", test_caffe);
  status = g_test_run ();
  remove_tree (home);
  return status;
}
