/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Looking at pictures upside down too. The model of colours knows no up and
 * down, so it is told that half a turn makes red blue: averaging then mixes
 * those two, and only where a picture was really looked at again. */
#include "tests/worker/worker-fixture.h"

#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define SURE   0xff0000
#define UNSURE 0xc0a000 /* red rather than green, 0.81 */

/* Of koma.json. */
#define SWAP(other, below) \
  "{\"halfTurn\": {\"swap\": [[\"red\", \"" other "\"]], \"below\": " below "}}"
#define NEVER       "{}"
#define UNSURE_ONLY SWAP ("blue", "0.9")
#define ALWAYS      SWAP ("blue", "1")

static void
copy_file (Fixture    *fixture,
           const char *name)
{
  g_autofree char *from = g_build_filename (fixture->model, name, NULL);
  g_autofree char *to = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *data = NULL;
  gsize            size = 0;

  g_assert_true (g_file_get_contents (from, &data, &size, NULL));
  g_assert_true (g_file_set_contents (to, data, size, NULL));
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture_set_up (fixture, NULL);
  copy_file (fixture, "model.json");
  copy_file (fixture, "weights.bin");
}

static KomaModelInfo *
try_load (Fixture    *fixture,
          const char *about, /* koma.json */
          GError    **error)
{
  KomaWorkerModel  model = fixture_model (fixture);
  g_autofree char *path = g_build_filename (fixture->folder, "koma.json", NULL);

  g_assert_true (g_file_set_contents (path, about, -1, NULL));
  model.path = fixture->folder;
  return fixture_load (fixture, &model, error);
}

static void
load (Fixture    *fixture,
      const char *about,
      double      below)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = try_load (fixture, about, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (info->values.tta_below, ==, below);
  g_assert_cmpint (strstr (info->recipe, "half a turn") != NULL, ==, below > 0);
}

static Answer *
send (Fixture      *fixture,
      Tally        *tally,
      guint64       key,
      KomaPicture  *picture, /* (transfer full) */
      GCancellable *cancellable)
{
  g_autoptr (KomaPicture) owned = picture;
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){
    .key = key,
    .priority = KOMA_PRIORITY_BULK,
    .picture = owned,
  });

  return tally_send (tally, fixture->worker, request, cancellable);
}

/* By the model's own order: red, green, blue. */
static void
get_scores (const KomaResult *result,
            float            *ret_scores) /* [3] */
{
  g_assert_cmpuint (result->n_classes, ==, 3);
  for (guint i = 0; i < 3; i++) {
    const KomaResultClass class = koma_result_get_class (result, i);

    ret_scores[class.index] = class.score;
  }
}

static void
classify (Fixture     *fixture,
          KomaPicture *picture, /* (transfer full) */
          gboolean     is_turned,
          float       *ret_scores) /* [3] */
{
  g_autoptr (Tally) tally = tally_new ();
  const Answer *answer = send (fixture, tally, 1, picture, NULL);

  tally_wait (tally);
  g_assert_nonnull (answer->result);
  g_assert_cmpint (answer->result->is_turned, ==, is_turned);
  get_scores (answer->result, ret_scores);
}

static void
assert_near (float a,
             float b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-6);
}

/* A picture that is no picture of itself upside down, or that very one. */
static KomaPicture *
make_corner (gboolean is_turned)
{
  guint8 *pixels = g_malloc0 (3 * 32 * 32);

  for (guint i = 0; i < 32 * 32; i++) {
    guint at = is_turned ? 32 * 32 - 1 - i : i;

    pixels[3 * at] = i < 32 ? 255 : 60;
    pixels[3 * at + 1] = 70;
  }
  return koma_picture_new_take (pixels, 32, 32, 3 * 32);
}

/* The picture that is looked at the second time is the turned one. */
static void
test_turned (Fixture      *fixture,
             gconstpointer data)
{
  float upright[3], turned[3], both[3];

  load (fixture, NEVER, 0);
  classify (fixture, make_corner (FALSE), FALSE, upright);
  classify (fixture, make_corner (TRUE), FALSE, turned);
  g_assert_cmpfloat (ABS (upright[0] - turned[0]), >, 1e-3);

  load (fixture, ALWAYS, 1);
  classify (fixture, make_corner (FALSE), TRUE, both);
  assert_near (both[0], (upright[0] + turned[2]) / 2);
  assert_near (both[1], (upright[1] + turned[1]) / 2);
  assert_near (both[2], (upright[2] + turned[0]) / 2);
}

/* Of many in batches, sure and unsure in turns, each gets its own answer. */
static void
test_unsure (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  float plain[2][3], scores[3];

  load (fixture, NEVER, 0);
  classify (fixture, make_picture (32, 32, SURE), FALSE, plain[0]);
  classify (fixture, make_picture (32, 32, UNSURE), FALSE, plain[1]);
  load (fixture, UNSURE_ONLY, 0.9);
  for (guint i = 0; i < 90; i++)
    send (fixture, tally, i, make_picture (32, 32, i % 3 == 0 ? UNSURE : SURE), NULL);
  tally_wait (tally);
  g_assert_cmpuint (tally->n_results, ==, 90);

  for (guint i = 0; i < 90; i++) {
    const Answer  *answer = g_ptr_array_index (tally->answers, i);
    const gboolean is_unsure = i % 3 == 0;
    const float   *before = plain[is_unsure];

    get_scores (answer->result, scores);
    g_assert_cmpint (answer->result->is_turned, ==, is_unsure);
    assert_near (scores[0], is_unsure ? (before[0] + before[2]) / 2 : before[0]);
    assert_near (scores[1], before[1]);
    assert_near (scores[2], is_unsure ? (before[0] + before[2]) / 2 : before[2]);
  }
}

static void
test_cancel (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  load (fixture, ALWAYS, 1);
  for (guint i = 0; i < 120; i++)
    send (fixture, tally, i, make_picture (32, 32, UNSURE), i % 2 == 0 ? cancellable : NULL);
  while (tally->n_ended < 10)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (cancellable);
  tally_wait (tally);
  g_assert_cmpuint (tally->n_errors, ==, 0);
  g_assert_cmpuint (tally->n_results + tally->n_cancelled, ==, 120);
  for (guint i = 1; i < 120; i += 2) {
    const Answer *answer = g_ptr_array_index (tally->answers, i);

    g_assert_true (answer->result->is_turned);
  }
}

static void
test_wrong (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = try_load (fixture, SWAP ("yellow", "0.9"), &error);

  g_assert_null (info);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_nonnull (strstr (error->message, "koma.json: halfTurn"));
  g_assert_nonnull (strstr (error->message, "“yellow”"));
}

#define ADD(name, function) \
  g_test_add ("/tta/" name, Fixture, NULL, set_up, function, fixture_tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("turned", test_turned);
  ADD ("unsure", test_unsure);
  ADD ("cancel", test_cancel);
  ADD ("wrong", test_wrong);
  return g_test_run ();
}
