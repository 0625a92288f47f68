/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/teach/koma-recorder.h"
#include "tests/test-main.h"

#define FRAME_US (G_USEC_PER_SEC / 30)

static guint
offer_frames (KomaRecorder *recorder,
              gint64        from_us,
              guint         n)
{
  guint n_wanted = 0;

  for (guint i = 0; i < n; i++)
    n_wanted += koma_recorder_wants (recorder, from_us + i * FRAME_US);
  return n_wanted;
}

/* Not all of thirty frames a second: they would be nearly the same. */
static void
test_rate (void)
{
  KomaRecorder recorder = { 0 };

  g_assert_cmpuint (offer_frames (&recorder, 0, 30), ==, 0);
  koma_recorder_begin (&recorder, 1000);
  g_assert_true (koma_recorder_wants (&recorder, 1000));
  g_assert_cmpuint (offer_frames (&recorder, 1000 + FRAME_US, 60), >=, 14);
  koma_recorder_begin (&recorder, 1000);
  g_assert_cmpuint (offer_frames (&recorder, 1000, 60), <=, 2 * KOMA_RECORDER_PER_SECOND);
  koma_recorder_end (&recorder);
  g_assert_cmpuint (offer_frames (&recorder, 60 * FRAME_US, 30), ==, 0);
}

/* Pressed and let go before the camera has started: one picture. */
static void
test_short_press (void)
{
  KomaRecorder recorder = { 0 };

  koma_recorder_begin (&recorder, 1000);
  koma_recorder_end (&recorder);
  g_assert_cmpuint (offer_frames (&recorder, 1000 + G_USEC_PER_SEC, 30), ==, 1);
}

/* A camera that comes when the button is forgotten takes no picture; while it is held it does. */
static void
test_patience (void)
{
  const gint64 late_us = 1000 + KOMA_RECORDER_PATIENCE_US + 1;
  KomaRecorder recorder = { 0 };

  koma_recorder_begin (&recorder, 1000);
  koma_recorder_end (&recorder);
  g_assert_cmpuint (offer_frames (&recorder, late_us, 30), ==, 0);

  koma_recorder_begin (&recorder, 1000);
  g_assert_true (koma_recorder_wants (&recorder, late_us));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/recorder/rate", test_rate);
  g_test_add_func ("/ui/recorder/short-press", test_short_press);
  g_test_add_func ("/ui/recorder/patience", test_patience);
  return g_test_run ();
}
