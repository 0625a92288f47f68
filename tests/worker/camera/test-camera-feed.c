/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames to results: one with the worker, one that waits, the newest wins. */
#include "tests/worker/worker-fixture.h"

#include "worker/camera/koma-camera-feed.h"
#include "tests/test-main.h"

/* What was told. */
typedef struct
{
  GArray *serials; /* (element-type guint64) of the frames of results */
  GArray *labels;  /* (element-type GQuark) their best classes */
  guint   n_failed;
} Told;

static void
result_cb (KomaCameraFeed  *feed,
           KomaCameraFrame *frame,
           KomaResult      *result,
           Told            *told)
{
  guint64 serial = frame->serial;
  GQuark  label = g_quark_from_string (koma_result_get_class (result, 0).label);

  g_array_append_val (told->serials, serial);
  g_array_append_val (told->labels, label);
}

static void
failed_cb (KomaCameraFeed *feed,
           GError         *error,
           Told           *told)
{
  g_assert_nonnull (error);
  told->n_failed++;
}

static KomaCameraFeed *
make_feed (Fixture *fixture,
           Told    *told)
{
  KomaCameraFeed *feed = koma_camera_feed_new (fixture->worker);

  told->serials = g_array_new (FALSE, FALSE, sizeof (guint64));
  told->labels = g_array_new (FALSE, FALSE, sizeof (GQuark));
  told->n_failed = 0;
  g_signal_connect (feed, "result", G_CALLBACK (result_cb), told);
  g_signal_connect (feed, "failed", G_CALLBACK (failed_cb), told);
  return feed;
}

static void
told_clear (Told *told)
{
  g_array_unref (told->serials);
  g_array_unref (told->labels);
}

static void
offer (KomaCameraFeed *feed,
       KomaPicture    *picture, /* (transfer full) */
       guint64         serial)
{
  g_autoptr (KomaCameraFrame) frame =
    koma_camera_frame_new (picture, serial, g_get_monotonic_time ());

  koma_camera_feed_offer (feed, frame);
}

static void
wait_for_results (Told *told,
                  guint n_results)
{
  while (told->serials->len < n_results)
    g_main_context_iteration (NULL, TRUE);
}

/* Until all requests have ended, whoever is told. */
static void
drain (Fixture *fixture)
{
  while (fixture_count_pending (fixture) > 0)
    g_usleep (1000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_newest_wins (Fixture      *fixture,
                  gconstpointer data)
{
  Told                told = { 0 };
  KomaCameraFeed     *feed = make_feed (fixture, &told);
  KomaCameraFeedStats stats = { 0 };

  fixture_load_colours (fixture);
  /* No answer is taken before the main loop runs: the worker is as slow as
   * can be. */
  for (guint64 i = 1; i <= 10; i++) {
    offer (feed, make_picture (64, 48, 0xff0000), i);
    g_assert_cmpuint (fixture_count_pending (fixture), <=, 1);
  }
  koma_camera_feed_get_stats (feed, &stats);
  g_assert_cmpuint (stats.n_offered, ==, 10);
  g_assert_cmpuint (stats.n_sent, ==, 1);
  g_assert_cmpuint (stats.n_dropped, ==, 8);

  wait_for_results (&told, 2);
  drain (fixture);
  g_assert_cmpuint (told.serials->len, ==, 2);
  g_assert_cmpuint (g_array_index (told.serials, guint64, 0), ==, 1);
  g_assert_cmpuint (g_array_index (told.serials, guint64, 1), ==, 10);
  koma_camera_feed_get_stats (feed, &stats);
  g_assert_cmpuint (stats.n_results, ==, 2);
  g_assert_cmpuint (stats.n_sent, ==, 2);
  g_assert_cmpint (stats.age_us, >, 0);
  g_assert_finalize_object (feed);
  told_clear (&told);
}

typedef struct
{
  KomaCameraFeed *feed;
  guint64         n_offered;
  guint64         n_wanted;
} Pump;

/* A camera: a frame every few milliseconds, whatever becomes of them. */
static gboolean
pump_cb (gpointer data)
{
  Pump *pump = data;

  offer (pump->feed, make_picture (640, 480, 0x00ff00), ++pump->n_offered);
  return pump->n_offered < pump->n_wanted ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
order_cb (KomaCameraFeed  *feed,
          KomaCameraFrame *frame,
          KomaResult      *result,
          Pump            *pump)
{
  /* While this frame was with the worker, its successor was waiting, and
   * nothing older: what is sent next is the newest there is. */
  KomaCameraFeedStats stats = { 0 };

  koma_camera_feed_get_stats (feed, &stats);
  g_assert_cmpuint (stats.n_sent - stats.n_results, <=, 1);
  g_assert_cmpuint (stats.n_offered, >=, stats.n_sent + stats.n_dropped);
  g_assert_cmpuint (stats.n_offered - stats.n_sent - stats.n_dropped, <=, 1);
  g_usleep (20000); /* the window is slow, too */
}

static void
test_bounded (Fixture      *fixture,
              gconstpointer data)
{
  Told                told = { 0 };
  KomaCameraFeed     *feed = make_feed (fixture, &told);
  Pump                pump = { feed, 0, 200 };
  KomaCameraFeedStats stats = { 0 };

  fixture_load_colours (fixture);
  g_signal_connect (feed, "result", G_CALLBACK (order_cb), &pump);
  g_timeout_add (3, pump_cb, &pump);
  while (pump.n_offered < pump.n_wanted)
    g_main_context_iteration (NULL, TRUE);
  koma_camera_feed_get_stats (feed, &stats);
  while (stats.n_results < stats.n_sent || stats.n_sent + stats.n_dropped < stats.n_offered) {
    g_main_context_iteration (NULL, TRUE);
    koma_camera_feed_get_stats (feed, &stats);
  }

  g_assert_cmpuint (stats.n_offered, ==, 200);
  g_assert_cmpuint (stats.n_sent + stats.n_dropped, ==, 200);
  g_assert_cmpuint (stats.n_results, ==, stats.n_sent);
  g_assert_cmpuint (stats.n_results, ==, told.serials->len);
  /* Later frames later, and the last one of all. */
  for (guint i = 1; i < told.serials->len; i++)
    g_assert_cmpuint (g_array_index (told.serials, guint64, i), >,
                      g_array_index (told.serials, guint64, i - 1));
  g_assert_cmpuint (g_array_index (told.serials, guint64, told.serials->len - 1), ==, 200);
  g_assert_finalize_object (feed);
  told_clear (&told);
}

static const char *
get_label (const Told *told,
           guint       index)
{
  return g_quark_to_string (g_array_index (told->labels, GQuark, index));
}

static void
test_region (Fixture      *fixture,
             gconstpointer data)
{
  const KomaCameraRegion regions[] = {
    { KOMA_CAMERA_REGION_CENTRE, 0, 0, 0 },
    { KOMA_CAMERA_REGION_SQUARE, 0, 0, 1 },       /* the left third */
    { KOMA_CAMERA_REGION_SQUARE, 0.4, 0.2, 0.5 }, /* in the middle third */
    { KOMA_CAMERA_REGION_WHOLE, 0, 0, 0 },        /* two of three thirds */
  };
  const char *const labels[] = { "red", "blue", "red", "blue" };
  Told              told = { 0 };
  KomaCameraFeed   *feed = make_feed (fixture, &told);

  fixture_load_colours (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (regions); i++) {
    koma_camera_feed_set_region (feed, &regions[i]);
    g_assert_cmpint (koma_camera_feed_get_region (feed)->kind, ==, regions[i].kind);
    offer (feed, make_flag (0xff0000, 0x0000ff), i + 1);
    wait_for_results (&told, i + 1);
    g_assert_cmpstr (get_label (&told, i), ==, labels[i]);
  }
  g_assert_finalize_object (feed);
  told_clear (&told);
}

/* Nobody hears of what was sent before. */
static void
test_reset (Fixture      *fixture,
            gconstpointer data)
{
  Told                told = { 0 };
  KomaCameraFeed     *feed = make_feed (fixture, &told);
  KomaCameraFeedStats stats = { 0 };

  fixture_load_colours (fixture);
  offer (feed, make_picture (64, 48, 0xff0000), 1);
  offer (feed, make_picture (64, 48, 0xff0000), 2);
  koma_camera_feed_reset (feed);
  koma_camera_feed_get_stats (feed, &stats);
  g_assert_cmpuint (stats.n_offered, ==, 0);

  offer (feed, make_picture (64, 48, 0x0000ff), 3);
  wait_for_results (&told, 1);
  drain (fixture);
  g_assert_cmpuint (told.serials->len, ==, 1);
  g_assert_cmpuint (g_array_index (told.serials, guint64, 0), ==, 3);
  g_assert_cmpuint (told.n_failed, ==, 0);
  g_assert_finalize_object (feed);
  told_clear (&told);
}

static void
test_without_model (Fixture      *fixture,
                    gconstpointer data)
{
  Told            told = { 0 };
  KomaCameraFeed *feed = make_feed (fixture, &told);

  offer (feed, make_picture (64, 48, 0xff0000), 1);
  while (told.n_failed == 0)
    g_main_context_iteration (NULL, TRUE);

  fixture_load_colours (fixture);
  offer (feed, make_picture (64, 48, 0xff0000), 2);
  wait_for_results (&told, 1);
  g_assert_cmpstr (get_label (&told, 0), ==, "red");
  g_assert_finalize_object (feed);
  told_clear (&told);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) \
  g_test_add ("/camera-feed/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("newest-wins", test_newest_wins);
  ADD ("bounded", test_bounded);
  ADD ("region", test_region);
  ADD ("reset", test_reset);
  ADD ("without-model", test_without_model);
#undef ADD
  return g_test_run ();
}
