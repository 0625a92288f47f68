/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a classifier answers: the second look at unsure pictures, and what ends it early. */
#include "classifier-fixture.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define BELOW 0.55f

static const KomaRecipe recipe = { .width = SIDE, .height = SIDE, .tta_below = BELOW };

typedef struct
{
  guint        n_first;  /* runs */
  guint        n_second; /* runs of pictures that were turned */
  guint        n_asked;
  guint        n_most;   /* batches to go on for */
  guint        unwanted; /* a picture */
  const float *fills;    /* (nullable) of a picture */
  guint        filled;
  GThread     *thread;
} Told;

static gboolean
is_wanted (guint    index,
           gpointer user_data)
{
  return index != ((const Told *) user_data)->unwanted;
}

static void
ran (guint                    index,
     const KomaClassifierRun *run,
     gpointer                 user_data)
{
  Told *told = user_data;

  g_assert_true (g_thread_self () == told->thread);
  g_assert_cmpuint (run->n_pictures, >, 0);
  g_assert_cmpfloat (run->each_ms, >=, 0);
  told->n_first += !run->is_turned;
  told->n_second += run->is_turned;
}

static gboolean
go_on (double   fraction,
       gpointer user_data)
{
  Told *told = user_data;

  return told->n_asked++ < told->n_most;
}

static void
fill_told (guint    index,
           float   *ret_input,
           gpointer user_data)
{
  const Told *told = user_data;

  classifier_fill (index, ret_input, NULL);
  if (told->fills != NULL && index == told->filled)
    memcpy (ret_input, told->fills, N_VALUES * sizeof *ret_input);
}

static Told
make_told (void)
{
  return (Told){ .n_most = G_MAXUINT, .unwanted = G_MAXUINT, .thread = g_thread_self () };
}

static KomaClassification
make_what (Told          *told,
           const KomaTta *tta) /* (nullable) */
{
  return (KomaClassification){ .recipe = &recipe,
                               .n_classes = N_VALUES,
                               .tta = tta,
                               .fill_input = fill_told,
                               .is_wanted = is_wanted,
                               .ran = ran,
                               .user_data = told };
}

static double
find_best (const double *scores)
{
  double best = 0;

  for (guint i = 0; i < N_VALUES; i++)
    best = MAX (best, scores[i]);
  return best;
}

/* Of the picture, and of the picture whose pixels are in reverse order: classes are swapped in
 * pairs. Returns whether it was looked at twice. */
static gboolean
expect (guint    index,
        gboolean may_turn,
        double  *ret_scores)
{
  float  upright[N_VALUES];
  float  turned[N_VALUES];
  double again[N_VALUES];

  classifier_fill (index, upright, NULL);
  classifier_apply_softmax (upright, ret_scores);
  if (!may_turn || find_best (ret_scores) >= BELOW)
    return FALSE;
  for (guint i = 0; i < N_VALUES; i++)
    turned[i] = upright[(N_VALUES / 3 - 1 - i / 3) * 3 + i % 3];
  classifier_apply_softmax (turned, again);
  for (guint i = 0; i < N_VALUES; i++)
    ret_scores[i] = (ret_scores[i] + again[i ^ 1]) / 2;
  return TRUE;
}

static KomaTta
make_tta (guint *swap) /* [N_VALUES] */
{
  for (guint i = 0; i < N_VALUES; i++)
    swap[i] = i ^ 1;
  return (KomaTta){ N_VALUES, swap };
}

/* Unsure pictures are looked at again, turned: on any number of threads, in any batch. */
static void
test_augmentation (gconstpointer data)
{
  const guint   n_threads = GPOINTER_TO_UINT (data) / 10;
  const guint   batch = GPOINTER_TO_UINT (data) % 10;
  guint         swap[N_VALUES];
  const KomaTta tta = make_tta (swap);
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) classifier = classifier_open (graph, n_threads, batch);
  Told               told = make_told ();
  KomaClassification what = make_what (&told, &tta);
  g_autoptr (GError) error = NULL;
  float scores[N_PICTURES][N_VALUES];
  guint n_twice = 0;

  told.unwanted = 1; /* which is unsure */
  g_assert_true (koma_classifier_classify (classifier, N_PICTURES, &what, scores[0], &error));
  g_assert_no_error (error);
  for (guint i = 0; i < N_PICTURES; i++) {
    double expected[N_VALUES];

    n_twice += expect (i, i != told.unwanted, expected);
    classifier_check_row (scores[i], expected);
  }
  g_assert_cmpuint (n_twice, >, 0);
  g_assert_cmpuint (n_twice, <, N_PICTURES);
  g_assert_cmpuint (told.n_first, ==, N_PICTURES);
  g_assert_cmpuint (told.n_second, ==, n_twice);

  what.tta = NULL;
  g_assert_true (koma_classifier_classify (classifier, N_PICTURES, &what, scores[0], &error));
  g_assert_cmpuint (told.n_second, ==, n_twice);
  for (guint i = 0; i < N_PICTURES; i++) {
    double expected[N_VALUES];

    (void) expect (i, FALSE, expected);
    classifier_check_row (scores[i], expected);
  }
}

/* A recipe, classes or augmentation of another model write nowhere. */
static void
test_other_model (void)
{
  const KomaRecipe large = { .width = SIDE, .height = SIDE + 1 };
  guint            swap[N_VALUES];
  KomaTta          tta = make_tta (swap);
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) classifier = classifier_open (graph, 1, 1);
  Told               told = make_told ();
  KomaClassification what = make_what (&told, &tta);
  KomaClassification wrong[] = { what, what, what };

  wrong[0].recipe = &large;
  wrong[0].tta = NULL;
  wrong[1].n_classes = N_VALUES - 1;
  wrong[1].tta = NULL;
  tta.n_classes = N_VALUES + 1;
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    float scores[N_VALUES] = { -1 };
    g_autoptr (GError) error = NULL;

    g_assert_false (koma_classifier_classify (classifier, 1, &wrong[i], scores, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
    g_assert_cmpfloat (scores[0], ==, -1);
  }
  g_assert_cmpuint (told.n_first, ==, 0);
}

/* What is no number is an error, of pictures that are looked at. */
static void
test_not_finite (gconstpointer data)
{
  const guint n_threads = GPOINTER_TO_UINT (data);
  const float nothing[N_VALUES] = { NAN };
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) classifier = classifier_open (graph, n_threads, 4);
  Told               told = make_told ();
  KomaClassification what = make_what (&told, NULL);
  g_autoptr (GError) error = NULL;
  float scores[N_PICTURES][N_VALUES];

  told.fills = nothing;
  for (told.filled = 0; told.filled < 10; told.filled++) {
    g_assert_false (koma_classifier_classify (classifier, 10, &what, scores[0], &error));
    g_assert_cmpint (error->domain, ==, KOMA_ERROR);
    g_clear_error (&error);
  }
  /* The third place of the batch still has it. */
  told.filled = 2;
  g_assert_false (koma_classifier_classify (classifier, 3, &what, scores[0], NULL));
  g_assert_true (koma_classifier_classify (classifier, 2, &what, scores[0], &error));
  g_assert_no_error (error);
}

/* Between two batches, or eight of each thread, somebody may stop it: in the second look, too. */
static void
test_cancelled (gconstpointer data)
{
  const guint   n_threads = GPOINTER_TO_UINT (data);
  const guint   n_at_once = n_threads > 1 ? 8 * 2 * n_threads : 2;
  guint         swap[N_VALUES];
  const KomaTta tta = make_tta (swap);
  g_autoptr (KomaGraph) graph = classifier_make_graph ();
  g_autoptr (KomaClassifier) classifier = classifier_open (graph, n_threads, 2);
  const guint n_parts = (N_PICTURES + n_at_once - 1) / n_at_once;

  for (guint n = 0; n <= n_parts; n++) {
    Told               told = make_told ();
    KomaClassification what = make_what (&told, &tta);
    const KomaProgress progress = { go_on, &told };
    g_autoptr (GError) error = NULL;
    float scores[N_PICTURES][N_VALUES];

    told.n_most = n;
    what.progress = &progress;
    g_assert_false (koma_classifier_classify (classifier, N_PICTURES, &what, scores[0], &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint (told.n_first, ==, MIN (n * n_at_once, N_PICTURES));
    g_assert_cmpuint (told.n_second, ==, 0);
  }
}

/* Where neither batch can be, the error is that of the one asked for; one who gave up is not asked
 * again. */
static void
test_no_batch (void)
{
  Told               told = make_told ();
  const KomaProgress progress = { go_on, &told };
  KomaSessionOptions options = { .backend = "cpu", .batch = 3, .is_batch_flexible = TRUE };
  KomaSessionOptions as_asked = { .backend = "cpu", .batch = 3 };
  g_autoptr (KomaGraph) graph = classifier_make_graph_of (KOMA_DIM_UNKNOWN, 5);
  g_autoptr (KomaGraph) fixed = classifier_make_graph_of (4, 4);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) expected = NULL;
  g_autoptr (GError) cancelled = NULL;

  g_assert_null (koma_classifier_new (graph, 0, &as_asked, &expected));
  g_assert_null (koma_classifier_new (graph, 0, &options, &error));
  g_assert_cmpstr (error->message, ==, expected->message);

  told.n_most = 0;
  options.batch = 4;
  options.progress = &progress;
  g_assert_null (koma_classifier_new (fixed, 0, &options, &cancelled));
  g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (told.n_asked, ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 1; i < 6; i += 2) {
    g_autofree char *cancelled = g_strdup_printf ("/classifier/cancelled/%u", i);
    g_autofree char *not_finite = g_strdup_printf ("/classifier/not-finite/%u", i);

    g_test_add_data_func (cancelled, GUINT_TO_POINTER (i), test_cancelled);
    g_test_add_data_func (not_finite, GUINT_TO_POINTER (i), test_not_finite);
    for (guint batch = 1; batch < 8; batch += 3) {
      const gpointer   data = GUINT_TO_POINTER (10 * i + batch);
      g_autofree char *path = g_strdup_printf ("/classifier/augmentation/%u-%u", i, batch);

      g_test_add_data_func (path, data, test_augmentation);
    }
  }
  g_test_add_func ("/classifier/no-batch", test_no_batch);
  g_test_add_func ("/classifier/other-model", test_other_model);
  return g_test_run ();
}
