/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two photographs side by side: the evidence for what each of them shows lies on its half. With
 * models and photographs of the shared data, and with Koma's own. */
#include "tests/worker/worker-fixture.h"

#include <string.h>

#include "engine/picture/decoder.h"
#include "engine/picture/resize.h"
#include "worker/explain/koma-worker-explain.h"
#include "tests/test-main.h"

/* Pixels of a half, which is a square. */
#define SIDE 224

#define N_PAIRS 12

/* That the model knows when they are alone. */
#define SURE_FROM 0.8

/* Along a side, where the map is looked at. */
#define N_SAMPLES 64

typedef struct
{
  KomaPicture *square; /* [SIDE, SIDE] */
  guint        class_index;
  char        *name;
} Photo;

static void
photo_free (gpointer data)
{
  Photo *photo = data;

  koma_picture_unref (photo->square);
  g_free (photo->name);
  g_free (photo);
}

static KomaPicture *
decode (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  KomaPicture *picture = koma_decoder_decode_file (file, 0, NULL, &error);

  g_assert_no_error (error);
  return picture;
}

static KomaPicture *
cut (const KomaPicture *picture,
     guint              x,
     guint              y,
     guint              width,
     guint              height)
{
  const KomaPixels part = { picture->rgb + y * picture->stride + 3 * (gsize) x, width, height, 3,
                            picture->stride };
  g_autoptr (GError) error = NULL;
  guint8 *rgb = g_malloc (3 * SIDE * SIDE);

  g_assert_true (koma_resize (&part, KOMA_RESIZE_BILINEAR, SIDE, SIDE, rgb, &error));
  return koma_picture_new_take (rgb, SIDE, SIDE, 3 * SIDE);
}

/* The middle of it. */
static KomaPicture *
make_square (const char *path)
{
  g_autoptr (KomaPicture) picture = decode (path);
  const guint side = MIN (picture->width, picture->height);

  return cut (picture, (picture->width - side) / 2, (picture->height - side) / 2, side, side);
}

/* The middle of each, of half its width: what they show keeps its form. */
static KomaPicture *
put_side_by_side (const KomaPicture *left,
                  const KomaPicture *right)
{
  const gsize half = 3 * SIDE / 2;
  guint8     *rgb = g_malloc (SIDE * 2 * half);

  for (guint y = 0; y < SIDE; y++) {
    memcpy (rgb + y * 2 * half, left->rgb + y * left->stride + half / 2, half);
    memcpy (rgb + y * 2 * half + half, right->rgb + y * right->stride + half / 2, half);
  }
  return koma_picture_new_take (rgb, SIDE, SIDE, 2 * half);
}

static void
keep_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static KomaExplanation *
explain (Fixture          *fixture,
         KomaPicture      *picture,
         KomaExplainMethod method)
{
  const KomaRequest values = { .picture = picture, .fit = KOMA_REQUEST_FIT_STRETCH };
  g_autoptr (KomaRequest) request = koma_request_new (&values);
  const KomaExplainOptions options = { .request = request, .method = method };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  KomaExplanation *explanation = NULL;

  koma_worker_explain_async (fixture->worker, &options, NULL, NULL, NULL, keep_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  explanation = koma_worker_explain_finish (fixture->worker, result, &error);
  g_assert_no_error (error);
  return explanation;
}

/* The share of the positive mass that lies left of the middle. */
static double
measure_left (const KomaExplanation *explanation,
              guint                  class_index)
{
  g_auto (KomaExplanationMap) map = { 0 };
  double left = 0, all = 0;

  koma_explanation_make_map (explanation, class_index, &map);
  for (guint y = 0; y < N_SAMPLES; y++)
    for (guint x = 0; x < N_SAMPLES; x++) {
      const double value =
        koma_explanation_map_sample (&map, (x + 0.5) / N_SAMPLES, (y + 0.5) / N_SAMPLES);

      left += x < N_SAMPLES / 2 ? MAX (value, 0) : 0;
      all += MAX (value, 0);
    }
  return all > 0 ? left / all : 0.5;
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Its class is what the model says of it alone; %NULL if it is not sure. */
static Photo *
name_photo (Fixture     *fixture,
            KomaPicture *square,
            const char  *name)
{
  const KomaRequest values = { .picture = square };
  g_autoptr (KomaRequest) request = koma_request_new (&values);
  g_autoptr (Tally) tally = tally_new ();
  Answer *answer = tally_send (tally, fixture->worker, request, NULL);
  Photo  *photo = NULL;

  tally_wait (tally);
  g_assert_no_error (answer->error);
  if (answer->result->classes[0].score < SURE_FROM)
    return NULL;
  photo = g_new0 (Photo, 1);
  photo->square = koma_picture_ref (square);
  photo->class_index = answer->result->classes[0].index;
  photo->name = g_strdup (name);
  return photo;
}

static void
add_photo (Fixture     *fixture,
           GPtrArray   *photos,
           KomaPicture *square,
           const char  *name)
{
  Photo *photo = name_photo (fixture, square, name);

  if (photo != NULL)
    g_ptr_array_add (photos, photo);
}

/* The pieces on a photograph of a board that was taken from above: pieces of one side are put
 * beside pawns of the other. */
static GPtrArray *
cut_board (Fixture    *fixture,
           const char *path)
{
  static const guint rows[] = { 0, 2, 6, 8 };
  g_autoptr (KomaPicture) board = decode (path);
  GPtrArray *photos = g_ptr_array_new_with_free_func (photo_free);

  for (guint i = 0; i < 9 * G_N_ELEMENTS (rows); i++) {
    const guint      row = rows[i / 9], column = i % 9;
    g_autofree char *name = g_strdup_printf ("row %u, column %u", row + 1, column + 1);
    g_autoptr (KomaPicture) square = cut (board, 57 + 76 * column, 33 + 81 * row, 76, 81);

    add_photo (fixture, photos, square, name);
  }
  return photos;
}

static GPtrArray *
find_photos (Fixture    *fixture,
             const char *folder,
             const char *suffix)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GPtrArray  *photos = g_ptr_array_new_with_free_func (photo_free);
  const char *name = NULL;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, suffix) && !g_str_has_prefix (name, "board") &&
        strstr (name, "empty") == NULL)
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len && photos->len < 2 * N_PAIRS; i++) {
    const char      *base = g_ptr_array_index (names, i);
    g_autofree char *path = g_build_filename (folder, base, NULL);
    g_autoptr (KomaPicture) square = make_square (path);

    add_photo (fixture, photos, square, base);
  }
  return photos;
}

typedef struct
{
  guint  n;
  guint  n_good;
  double sum;
  double least;
  double first_ms; /* of all pairs */
  double total_ms;
} Shares;

static void
add_share (Shares *shares,
           double  share)
{
  shares->n++;
  shares->n_good += share >= 0.8;
  shares->sum += share;
  shares->least = MIN (shares->least, share);
}

static void
measure_pair (Fixture          *fixture,
              const Photo      *left,
              const Photo      *right,
              KomaExplainMethod method,
              Shares           *shares)
{
  g_autoptr (KomaPicture) pair = put_side_by_side (left->square, right->square);
  g_autoptr (KomaExplanation) explanation = explain (fixture, pair, method);
  const double on_left = measure_left (explanation, left->class_index);
  const double on_right = 1 - measure_left (explanation, right->class_index);

  g_test_message ("%s: %.2f, %s: %.2f", left->name, on_left, right->name, on_right);
  add_share (shares, on_left);
  add_share (shares, on_right);
  shares->first_ms += explanation->first_ms;
  shares->total_ms += explanation->total_ms;
}

typedef struct
{
  const char       *name;
  const char       *model;  /* in the shared data, or in the tree if it begins with "data" */
  const char       *photos; /* likewise: a folder … */
  const char       *suffix; /* (nullable) … of files with this one, or a board */
  KomaExplainMethod method;
  double            good; /* classes with 0.8 of their mass on their half, at least */
} Case;

static const Case cases[] = {
  { "mobilenet-v2/occlusion", "models/mobilenet_v2_1.0_224/tfjs_layers", "photos/imagenet", "JPEG",
    KOMA_EXPLAIN_OCCLUSION, 0.9 },
  { "mobilenet-v2/activation", "models/mobilenet_v2_1.0_224/tfjs_layers", "photos/imagenet", "JPEG",
    KOMA_EXPLAIN_ACTIVATION, 0.9 },
  { "squeezenet/occlusion", "models/squeezenet1.1/squeezenet1.1.onnx", "photos/imagenet", "JPEG",
    KOMA_EXPLAIN_OCCLUSION, 0.9 },
  { "squeezenet/activation", "models/squeezenet1.1/squeezenet1.1.onnx", "photos/imagenet", "JPEG",
    KOMA_EXPLAIN_ACTIVATION, 0.9 },
  { "shogi/occlusion", "data/models/shogi", "data/samples", "jpg", KOMA_EXPLAIN_OCCLUSION, 0.9 },
  { "shogi/activation", "data/models/shogi", "data/samples", "jpg", KOMA_EXPLAIN_ACTIVATION, 0.9 },
  { "board/occlusion", "data/models/shogi", "boards/hash_recorder.jpg", NULL,
    KOMA_EXPLAIN_OCCLUSION, 0.9 },
  { "board/activation", "data/models/shogi", "boards/hash_recorder.jpg", NULL,
    KOMA_EXPLAIN_ACTIVATION, 0.9 },
};

static char *
find_data (const char *path)
{
  const char *shared = g_getenv ("KOMA_SHARED") != NULL ? g_getenv ("KOMA_SHARED") : "/none";

  return g_build_filename (g_str_has_prefix (path, "data") ? g_getenv ("KOMA_SOURCE") : shared,
                           path, NULL);
}

static void
test_halves (gconstpointer data)
{
  const Case      *test = data;
  g_autofree char *model_path = find_data (test->model);
  g_autofree char *folder = find_data (test->photos);
  /* Two threads, of which other tests take one's processor, wait for each other. */
  KomaWorkerModel model = { .path = model_path, .backend = "cpu", .n_threads = 1 };
  Fixture         fixture = { 0 };
  Shares          shares = { .least = 1 };
  g_autoptr (GPtrArray) photos = NULL;
  g_autoptr (KomaModelInfo) info = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_test (model_path, G_FILE_TEST_EXISTS) || !g_file_test (folder, G_FILE_TEST_EXISTS)) {
    g_test_skip ("model or photographs not there");
    return;
  }
  fixture_set_up (&fixture, NULL);
  info = fixture_load (&fixture, &model, &error);
  g_assert_no_error (error);
  photos = test->suffix != NULL ? find_photos (&fixture, folder, test->suffix)
                                : cut_board (&fixture, folder);
  for (guint i = 0; i < MIN (photos->len, N_PAIRS); i++) {
    const Photo *left = g_ptr_array_index (photos, i);
    const Photo *right = g_ptr_array_index (photos, (i + photos->len / 2) % photos->len);

    g_assert_cmpuint (left->class_index, !=, right->class_index);
    measure_pair (&fixture, left, right, test->method, &shares);
  }
  g_test_message ("%s: %u classes, mean %.3f, least %.2f, %u of them at least 0.8; first map "
                  "%.0f ms, all %.0f ms on %s",
                  test->name, shares.n, shares.sum / shares.n, shares.least, shares.n_good,
                  shares.first_ms * 2 / shares.n, shares.total_ms * 2 / shares.n, info->backend);
  g_assert_cmpuint (shares.n, >=, 2 * 10);
  g_assert_cmpfloat (shares.n_good, >=, test->good * shares.n);
  g_assert_cmpfloat (shares.sum / shares.n, >=, 0.8);
  fixture_tear_down (&fixture, NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strdup_printf ("/explain-halves/%s", cases[i].name);

    g_test_add_data_func (path, &cases[i], test_halves);
  }
  return g_test_run ();
}
