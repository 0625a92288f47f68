/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Koma's own classifier: pictures as files, as pixels, and as tensors. */
#include "engine/koma/koma.h"
#include "engine/picture/decoder.h"
#include "tests/test-main.h"

static char *
find_data (const char *name)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "data", name, NULL);
}

static KomaGraphModel *
load_classifier (void)
{
  g_autofree char *path = find_data ("models/shogi");
  g_autoptr (GError) error = NULL;
  KomaGraphModel *model = koma_graph_model_load (path, &error);

  g_assert_no_error (error);
  return model;
}

static void
test_classify (void)
{
  g_autoptr (KomaGraphModel) model = load_classifier ();
  g_autofree char *path = find_data ("samples/07-rook.jpg");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) best = koma_graph_model_classify (model, path, 3, &error);
  g_autoptr (GPtrArray) all = koma_graph_model_classify (model, path, G_MAXUINT, &error);
  double sum = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (best->len, ==, 3);
  g_assert_cmpuint (all->len, ==, koma_graph_model_get_n_labels (model));
  for (guint i = 0; i < all->len; i++) {
    const KomaPrediction *prediction = all->pdata[i];

    g_assert_cmpstr (prediction->label, ==, koma_graph_model_get_label (model, prediction->index));
    g_assert_true (i == 0 || prediction->score <= ((KomaPrediction *) all->pdata[i - 1])->score);
    sum += prediction->score;
  }
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-5);
  g_assert_cmpstr (((KomaPrediction *) best->pdata[0])->label, ==, "HI_up");
  g_assert_nonnull (strstr (((KomaPrediction *) best->pdata[0])->name, "rook"));
}

/* Pixels in memory, in rows with room between them, are as good as the file. */
static void
test_classify_pixels (void)
{
  g_autoptr (KomaGraphModel) model = load_classifier ();
  g_autofree char *path = find_data ("samples/07-rook.jpg");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_file (file, 2 * 96, NULL, &error);
  const gsize        row_bytes = (gsize) 3 * picture->width;
  const gsize        stride = row_bytes + 5;
  const gsize        n_bytes = stride * (picture->height - 1) + row_bytes;
  g_autofree guint8 *pixels = g_malloc (n_bytes);
  g_autoptr (GPtrArray) from_file = koma_graph_model_classify (model, path, 1, &error);
  g_autoptr (GPtrArray) from_pixels = NULL;

  for (guint y = 0; y < picture->height; y++)
    memcpy (pixels + y * stride, picture->rgb + y * picture->stride, row_bytes);
  from_pixels = koma_graph_model_classify_pixels (model, pixels, n_bytes, picture->width,
                                                  picture->height, stride, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (((KomaPrediction *) from_pixels->pdata[0])->score, ==,
                     ((KomaPrediction *) from_file->pdata[0])->score);
  g_assert_null (koma_graph_model_classify_pixels (model, pixels, n_bytes - 1, picture->width,
                                                   picture->height, stride, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

/* A picture as a tensor, through predict (): logits, whose softmax are the scores. */
static void
test_read_picture (void)
{
  g_autoptr (KomaGraphModel) model = load_classifier ();
  g_autofree char            *path = find_data ("samples/07-rook.jpg");
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) best = koma_graph_model_classify (model, path, 1, &error);
  KomaTensor       *picture = koma_graph_model_read_picture (model, path, &error);
  KomaTensor       *y = koma_graph_model_predict (model, &picture, 1, &error);
  gsize             n = 0;
  g_autofree float *scores =
    koma_tensor_read_floats (koma_tensor_softmax (y, -1, &error), &n, &error);
  const KomaPrediction *first = NULL;

  g_assert_no_error (error);
  first = best->pdata[0];
  g_assert_cmpuint (n, ==, koma_graph_model_get_n_labels (model));
  g_assert_cmpfloat_with_epsilon (scores[first->index], first->score, 1e-6);
}

static void
test_bad_pictures (void)
{
  g_autoptr (KomaGraphModel) model = load_classifier ();
  g_autofree char *text = find_data ("samples/samples.json");
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_graph_model_classify (model, text, 3, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
  g_assert_nonnull (strstr (error->message, "samples.json"));
  g_clear_error (&error);
  g_assert_null (koma_graph_model_read_picture (model, "/nonexistent/a.jpg", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "a.jpg"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph-model-classify/file", test_classify);
  g_test_add_func ("/graph-model-classify/pixels", test_classify_pixels);
  g_test_add_func ("/graph-model-classify/read-picture", test_read_picture);
  g_test_add_func ("/graph-model-classify/bad-pictures", test_bad_pictures);
  return g_test_run ();
}
