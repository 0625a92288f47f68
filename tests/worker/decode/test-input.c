/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/decode/koma-input.h"

#include "worker/decode/koma-thumbnail.h"
#include "tests/test-main.h"

static GBytes *
make_jpeg (guint width,
           guint height)
{
  g_autoptr (KomaPicture) picture =
    koma_picture_new_take (g_malloc0_n (height, 3 * width), width, height, 3 * width);
  g_autoptr (GError) error = NULL;
  GBytes *jpeg = koma_thumbnail_encode (picture, MAX (width, height), &error);

  g_assert_no_error (error);
  return jpeg;
}

/* JPEG is decoded no larger than the model and the thumbnail need, unless all of it is wanted. */
static void
test_jpeg_is_small (void)
{
  static const struct
  {
    guint    model_side; /* which wants twice that */
    guint    thumbnail_side;
    gboolean is_full;
    guint    width;
  } cases[] = {
    { 32, 0, FALSE, 160 },
    { 32, 120, FALSE, 160 },
    { 32, 121, FALSE, 320 },
    { 30, 0, FALSE, 80 },
    { 32, 241, FALSE, 640 },
    { 32, 0, TRUE, 640 },
    { 60, 0, FALSE, 160 },
    { 61, 0, FALSE, 320 },
    { 61, 20, FALSE, 320 },
  };
  g_autoptr (GBytes) jpeg = make_jpeg (640, 480);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const KomaActiveModel active_model = {
      .recipe = { .width = cases[i].model_side, .height = 8 },
    };
    g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){
      .bytes = jpeg,
      .thumbnail_side = cases[i].thumbnail_side,
      .is_full_decode = cases[i].is_full,
    });
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) picture = koma_input_decode (request, &active_model, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (picture->width, ==, cases[i].width);
    g_assert_cmpuint (picture->height, ==, cases[i].width / 4 * 3);
    g_assert_cmpuint (picture->source_width, ==, 640);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/input/jpeg-is-small", test_jpeg_is_small);
  return g_test_run ();
}
