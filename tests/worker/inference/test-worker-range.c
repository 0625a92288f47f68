/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A range that the model's file does not say, told by the first pictures: the model of colours
 * takes 0 … 1, and without the labels that say so −1 … 1 is guessed. */
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "tests/remove-tree.h"
#include "worker/koma-worker-private.h"
#include "worker/models/koma-model-settings.h"

#include "../worker-fixture.h"
#include "tests/test-main.h"

static const char *const names[] = { "red", "green", "blue" };
/* With −1 … 1 all of these are below 0, where the model tells none from the other … */
static const guint32 dim[] = { 0x6e1414, 0x146e14, 0x14146e };
/* … and these are the same with several ranges. */
static const guint32 bright[] = { 0xff2020, 0x20ff20, 0x2020ff };

static void
copy_file (const char *folder,
           const char *from, /* folder */
           const char *name)
{
  g_autofree char *source = g_build_filename (from, name, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

/* tests/data/colours without its labels, which are in a file beside it. */
static char *
make_vague (Fixture *fixture)
{
  g_autofree char *source = g_build_filename (fixture->model, "model.json", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "model.json", NULL);
  g_autofree char *labels = g_build_filename (fixture->folder, "labels.txt", NULL);
  g_autofree char *json = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *topology = NULL;
  JsonArray  *nodes = NULL;

  json_parser_load_from_file (parser, source, &error);
  g_assert_no_error (error);
  topology = json_object_get_object_member (json_node_get_object (json_parser_get_root (parser)),
                                            "modelTopology");
  nodes = json_object_get_array_member (topology, "node");
  for (guint i = json_array_get_length (nodes); i > 0; i--)
    if (g_str_equal (json_object_get_string_member (json_array_get_object_element (nodes, i - 1),
                                                    "name"),
                     "labels"))
      json_array_remove_element (nodes, i - 1);
  json = json_to_string (json_parser_get_root (parser), FALSE);
  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  copy_file (fixture->folder, fixture->model, "weights.bin");
  g_assert_true (g_file_set_contents (labels, "red\ngreen\nblue\n", -1, NULL));
  return g_steal_pointer (&path);
}

/* No two alike; the answer to the picture with key 3 i + k should be names[k]. */
static void
send_each (Fixture       *fixture,
           Tally         *tally,
           const guint32 *colours, /* [3] */
           guint          from,
           guint          to)
{
  for (guint i = from; i < to; i++)
    fixture_send_picture (fixture, tally, i, KOMA_PRIORITY_BULK,
                          colours[i % 3] - 0x010101 * (i / 3));
}

static guint
count_right (const Tally *tally)
{
  guint n = 0;

  for (guint i = 0; i < tally->answers->len; i++) {
    const Answer *answer = g_ptr_array_index (tally->answers, i);

    g_assert_no_error (answer->error);
    n += g_str_equal (answer_label (answer), names[answer->key % 3]) &&
         answer->result->classes[0].score > 0.5f;
  }
  return n;
}

static const KomaModelInfo *
get_info (const Tally *tally,
          guint        index)
{
  const Answer *answer = g_ptr_array_index (tally->answers, index);

  return answer->result->info;
}

static void
assert_range (const KomaModelInfo *info,
              const char          *range,
              KomaRecipeSource     source,
              guint                n_pictures)
{
  g_assert_cmpstr (info->range, ==, range);
  g_assert_cmpint (info->values.sources[KOMA_PART_RANGE], ==, source);
  g_assert_cmpuint (info->values.n_pictures, ==, n_pictures);
}

static void
changed_cb (KomaModelInfo *info,
            gpointer       user_data)
{
  g_ptr_array_add (user_data, koma_model_info_ref (info));
}

typedef struct
{
  char           *path;
  KomaWorkerModel model;
  GPtrArray      *told; /* (element-type KomaModelInfo) changes */
} Vague;

static void
vague_init (Vague   *self,
            Fixture *fixture)
{
  self->path = make_vague (fixture);
  self->model = fixture_model (fixture);
  self->model.path = self->path;
  self->model.is_range_sought = TRUE;
  self->told = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_model_info_unref);
  koma_worker_watch_model (fixture->worker, changed_cb, self->told);
}

static void
vague_clear (Vague *self)
{
  g_free (self->path);
  g_ptr_array_unref (self->told);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Vague, vague_clear)

static KomaModelInfo *
load (Fixture               *fixture,
      const KomaWorkerModel *model)
{
  g_autoptr (GError) error = NULL;
  KomaModelInfo *info = fixture_load (fixture, model, &error);

  g_assert_no_error (error);
  return info;
}

static void
keep_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* So that all pictures are there when the model is. */
static KomaModelInfo *
load_and_send (Fixture               *fixture,
               const KomaWorkerModel *model,
               Tally                 *tally,
               guint                  n)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  KomaModelInfo *info = NULL;

  koma_worker_load_model_async (fixture->worker, model, NULL, NULL, NULL, keep_result_cb, &result);
  send_each (fixture, tally, dim, 0, n);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  info = koma_worker_load_model_finish (fixture->worker, result, &error);
  g_assert_no_error (error);
  return info;
}

/* The first answers are right: the pictures wait for the model, and the answers for the range. */
static void
test_first (Fixture      *fixture,
            gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;

  vague_init (&vague, fixture);
  loaded = load_and_send (fixture, &vague.model, tally, 12);
  assert_range (loaded, "-1,1", KOMA_SOURCE_GUESS, 0);
  tally_wait (tally);
  g_assert_cmpuint (count_right (tally), ==, 12);
  for (guint i = 0; i < 12; i++)
    assert_range (get_info (tally, i), "0,1", KOMA_SOURCE_PICTURES, 12);
  g_assert_cmpuint (vague.told->len, ==, 1);
  g_assert_true (koma_model_info_has_found_range (vague.told->pdata[0]));
  g_assert_false (koma_model_info_has_failed_over (vague.told->pdata[0]));
  g_assert_true (koma_model_info_comes_from (vague.told->pdata[0], loaded));
}

/* No more pictures are compared than tell enough, and no more are held back. */
static void
test_many (Fixture      *fixture,
           gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;

  vague_init (&vague, fixture);
  loaded = load_and_send (fixture, &vague.model, tally, 60);
  tally_wait (tally);
  g_assert_cmpuint (count_right (tally), ==, 60);
  assert_range (get_info (tally, 0), "0,1", KOMA_SOURCE_PICTURES, 40);
}

/* Nobody asked for it. */
static void
test_not_sought (Fixture      *fixture,
                 gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;

  vague_init (&vague, fixture);
  vague.model.is_range_sought = FALSE;
  loaded = load_and_send (fixture, &vague.model, tally, 12);
  tally_wait (tally);
  assert_range (get_info (tally, 0), "-1,1", KOMA_SOURCE_GUESS, 0);
  g_assert_cmpuint (count_right (tally), ==, 0);
}

/* Too few are answered with the guess; with more the range is found, and told. */
static void
test_few (Fixture      *fixture,
          gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) few = tally_new ();
  g_autoptr (Tally) more = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;

  vague_init (&vague, fixture);
  loaded = load (fixture, &vague.model);
  send_each (fixture, few, dim, 0, 9);
  tally_wait (few);
  g_assert_cmpuint (count_right (few), ==, 0);
  assert_range (get_info (few, 0), "-1,1", KOMA_SOURCE_GUESS, 0);
  g_assert_cmpuint (vague.told->len, ==, 0);

  fixture_send_picture (fixture, more, 9, KOMA_PRIORITY_INTERACTIVE, dim[0] - 0x030303);
  tally_wait (more);
  g_assert_cmpuint (count_right (more), ==, 1);
  assert_range (get_info (more, 0), "0,1", KOMA_SOURCE_PICTURES, 10);
  g_assert_cmpuint (vague.told->len, ==, 1);
}

/* Ten that do not tell are compared once more with others, when there are forty. */
static void
test_again (Fixture      *fixture,
            gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) first = tally_new ();
  g_autoptr (Tally) more = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;

  vague_init (&vague, fixture);
  loaded = load (fixture, &vague.model);
  send_each (fixture, first, bright, 0, 10);
  tally_wait (first);
  assert_range (get_info (first, 0), "-1,1", KOMA_SOURCE_GUESS, 0);
  send_each (fixture, more, dim, 0, 29);
  tally_wait (more);
  assert_range (get_info (more, 28), "-1,1", KOMA_SOURCE_GUESS, 0);
  g_assert_cmpuint (vague.told->len, ==, 0);
  send_each (fixture, more, dim, 29, 30);
  tally_wait (more);
  assert_range (get_info (more, 29), "0,1", KOMA_SOURCE_PICTURES, 40);
  g_assert_cmpuint (vague.told->len, ==, 1);
}

/* What a camera sees, the cells of a picture, and the same picture once more tell nothing. */
static void
test_no_pictures (Fixture      *fixture,
                  gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;

  vague_init (&vague, fixture);
  loaded = load (fixture, &vague.model);
  for (guint i = 0; i < 12; i++) {
    g_autoptr (KomaPicture) picture = make_picture (40, 40, dim[i % 3] - 0x010101 * (i / 3));
    g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){
      .key = i, .priority = KOMA_PRIORITY_BULK, .picture = picture, .is_from_camera = TRUE });

    tally_send (tally, fixture->worker, request, NULL);
  }
  for (guint i = 0; i < 100; i++)
    fixture_send_picture (fixture, tally, 12 + i, KOMA_PRIORITY_BULK, dim[i % 3]);
  tally_wait (tally);
  tally_check (tally);
  assert_range (get_info (tally, 111), "-1,1", KOMA_SOURCE_GUESS, 0);
  g_assert_cmpuint (vague.told->len, ==, 0);
}

/* It counts at the next load, without a picture; what the user chooses goes over it. */
static void
test_kept (Fixture      *fixture,
           gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;
  g_autoptr (KomaModelInfo) kept = NULL;
  g_autoptr (KomaModelInfo) chosen = NULL;
  g_autoptr (KomaModelInfo) forgotten = NULL;
  g_autoptr (KomaModelInfo) elsewhere = NULL;

  vague_init (&vague, fixture);
  vague.model.has_settings = TRUE;
  loaded = load_and_send (fixture, &vague.model, tally, 12);
  tally_wait (tally);
  assert_range (loaded, "-1,1", KOMA_SOURCE_GUESS, 0);
  kept = load (fixture, &vague.model);
  assert_range (kept, "0,1", KOMA_SOURCE_PICTURES, 12);

  vague.model.parts[KOMA_PART_RANGE] = "-1,1";
  chosen = load (fixture, &vague.model);
  assert_range (chosen, "-1,1", KOMA_SOURCE_OPTION, 0);
  vague.model.parts[KOMA_PART_RANGE] = "";
  forgotten = load (fixture, &vague.model);
  assert_range (forgotten, "0,1", KOMA_SOURCE_PICTURES, 12);
  vague.model.has_settings = FALSE;
  vague.model.parts[KOMA_PART_RANGE] = NULL;
  elsewhere = load (fixture, &vague.model);
  assert_range (elsewhere, "-1,1", KOMA_SOURCE_GUESS, 0);
}

/* Somebody who compares elsewhere has the model in use take the range; its file may have gone. */
static void
test_given (Fixture      *fixture,
            gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;
  g_autoptr (KomaModelInfo) given = NULL;

  vague_init (&vague, fixture);
  vague.model.is_range_sought = FALSE;
  loaded = load (fixture, &vague.model);
  g_assert_cmpint (g_remove (vague.path), ==, 0);
  vague.model.found_range = "0,1";
  vague.model.n_pictures = 17;
  given = load (fixture, &vague.model);
  assert_range (given, "0,1", KOMA_SOURCE_PICTURES, 17);
  send_each (fixture, tally, dim, 0, 6);
  tally_wait (tally);
  g_assert_cmpuint (count_right (tally), ==, 6);
}

/* Each ends once, whether its picture is being gathered or compared. */
static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  g_auto (Vague) vague = { 0 };
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (KomaModelInfo) loaded = NULL;

  vague_init (&vague, fixture);
  loaded = load (fixture, &vague.model);
  for (guint round = 0; round < 5; round++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();

    for (guint i = 0; i < 15; i++) {
      g_autoptr (KomaPicture) picture = make_picture (40, 40, bright[i % 3] - 0x010101 * i);
      g_autoptr (KomaRequest) request = koma_request_new (
        &(KomaRequest){ .key = i, .priority = KOMA_PRIORITY_BULK, .picture = picture });

      tally_send (tally, fixture->worker, request, cancellable);
    }
    g_usleep (round * 3000);
    g_cancellable_cancel (cancellable);
    tally_wait (tally);
  }
  tally_check (tally);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const struct
  {
    const char *path;
    void (*function) (Fixture *, gconstpointer);
  } tests[] = {
    { "/worker-range/first", test_first },
    { "/worker-range/many", test_many },
    { "/worker-range/not-sought", test_not_sought },
    { "/worker-range/few", test_few },
    { "/worker-range/again", test_again },
    { "/worker-range/no-pictures", test_no_pictures },
    { "/worker-range/kept", test_kept },
    { "/worker-range/given", test_given },
    { "/worker-range/cancelled", test_cancelled },
  };
  g_autofree char *state = g_dir_make_tmp ("koma-range-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].function, fixture_tear_down);
  status = g_test_run ();
  remove_tree (state);
  return status;
}
