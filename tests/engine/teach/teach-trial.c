/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What test-teach-accuracy.py asks of Koma.
 *
 *   teach-trial features MODEL SIDE RGB OUT   the features of pictures, RGB8 [n,SIDE,SIDE,3], as
 *                                             float32 [n,n_features]; prints node and n_features
 *   teach-trial answer FEATURES N_FEATURES LEARNED CLASSES OUT
 *                                             the answers to all of FEATURES after LEARNED, which
 *                                             has the class of each picture, int32, or -1 of those
 *                                             that are not learned from; OUT.nearest and OUT.dense
 *                                             are int32
 *   teach-trial write BASE OUT                a model that was taught three classes by chance, and
 *                                             its answer y.f32 to an input x.f32 */
#include <stdio.h>
#include <string.h>

#include "engine/model/model.h"
#include "engine/picture/preprocess.h"
#include "engine/runtime/session.h"
#include "engine/teach/features.h"
#include "engine/teach/head-train.h"
#include "engine/teach/taught-model.h"

static void
check (gboolean      is_well,
       const GError *error)
{
  if (is_well)
    return;
  g_printerr ("%s\n", error->message);
  exit (1);
}

static char *
read_file (const char *path,
           gsize      *ret_length)
{
  g_autoptr (GError) error = NULL;
  char *data = NULL;

  check (g_file_get_contents (path, &data, ret_length, &error), error);
  return data;
}

static void
write_file (const char       *path,
            const GByteArray *bytes)
{
  g_autoptr (GError) error = NULL;

  check (g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error), error);
}

static int
compute_features (char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (argv[2], NULL, NULL, NULL, &error);
  const guint      side = (guint) atoi (argv[3]);
  const gsize      size = (gsize) side * side * 3;
  gsize            length = 0;
  g_autofree char *rgb = read_file (argv[4], &length);
  g_autoptr (GByteArray) found = g_byte_array_new ();
  g_auto (KomaFeatures) features = { 0 };
  const KomaRecipe *recipe = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  g_autoptr (KomaSession) session = NULL;

  check (model != NULL, error);
  recipe = koma_model_get_recipe (model, &error);
  check (recipe != NULL, error);
  graph = koma_features_graph_new (koma_model_get_graph (model), koma_model_get_output (model),
                                   &features, &error);
  check (graph != NULL, error);
  session = koma_session_new (graph, NULL, &error);
  check (session != NULL, error);
  g_assert_cmpuint (koma_value_get_bytes (koma_session_get_output (session, 0)), ==,
                    features.n_features * sizeof (float));
  for (gsize at = 0; at + size <= length; at += size) {
    check (koma_preprocess (recipe, (const guint8 *) rgb + at, side, side, (gsize) side * 3,
                            koma_session_get_input_data (session, 0), &error),
           error);
    check (koma_session_run (session, &error), error);
    g_byte_array_append (found, koma_session_get_output_data (session, 0),
                         features.n_features * sizeof (float));
  }
  write_file (argv[5], found);
  g_print ("%s\n%u\n", features.node, features.n_features);
  return 0;
}

/* The vectors of those that are learned from, and their classes. */
typedef struct
{
  GPtrArray *vectors;
  GArray    *classes; /* guint */
} Learned;

static Learned
read_learned (const float  *features,
              guint         n_features,
              const gint32 *classes,
              gsize         n)
{
  Learned learned = { g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref),
                      g_array_new (FALSE, FALSE, sizeof (guint)) };

  for (gsize i = 0; i < n; i++)
    if (classes[i] >= 0) {
      g_ptr_array_add (learned.vectors,
                       koma_feature_vector_new (features + i * n_features, n_features));
      g_array_append_val (learned.classes, classes[i]);
    }
  return learned;
}

static void
write_answers (const KomaHead *head,
               const float    *features,
               gsize           n,
               const char     *out,
               const char     *ending)
{
  const guint       n_classes = koma_head_get_n_classes (head);
  g_autofree char  *path = g_strconcat (out, ending, NULL);
  g_autofree float *scores = g_new (float, n *n_classes);
  g_autoptr (GByteArray) answers = g_byte_array_new ();

  koma_head_score (head, features, (guint) n, scores, NULL);
  for (gsize i = 0; i < n; i++) {
    const float *row = scores + i * n_classes;
    gint32       best = 0;

    for (guint c = 1; c < n_classes; c++)
      best = row[c] > row[best] ? (gint32) c : best;
    g_byte_array_append (answers, (const guint8 *) &best, sizeof best);
  }
  write_file (path, answers);
}

static int
answer (char **argv)
{
  gsize                   length = 0, n_bytes = 0;
  g_autofree char        *features = read_file (argv[2], &length);
  const guint             n_features = (guint) atoi (argv[3]);
  const gsize             n = length / sizeof (float) / n_features;
  g_autofree char        *classes = read_file (argv[4], &n_bytes);
  const guint             n_classes = (guint) atoi (argv[5]);
  g_autofree const char **names = g_new0 (const char *, n_classes);
  const gint32           *given = (const gint32 *) classes;
  Learned                 learned = read_learned ((const float *) features, n_features, given, n);
  const KomaExamples      examples = {
         .features = (KomaFeatureVector *const *) learned.vectors->pdata,
         .classes = (const guint *) learned.classes->data,
         .n = learned.vectors->len,
         .names = names,
         .n_classes = n_classes,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaHead) nearest = koma_head_new_nearest (&examples, &error);
  g_autoptr (KomaHead) dense = NULL;

  check (nearest != NULL, error);
  dense = koma_head_train (&examples, NULL, NULL, NULL, &error);
  check (dense != NULL, error);
  write_answers (nearest, (const float *) features, n, argv[6], ".nearest");
  write_answers (dense, (const float *) features, n, argv[6], ".dense");
  g_ptr_array_unref (learned.vectors);
  g_array_unref (learned.classes);
  return 0;
}

#define N_BY_CHANCE 12

/* A head that learned nothing of use, of numbers as features of pictures are: above 0. */
static KomaHead *
learn_by_chance (guint n_features)
{
  static const char *const names[] = { "a", "b", "c" };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (GPtrArray) vectors =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);
  g_autofree float *values = g_new (float, n_features);
  guint             classes[N_BY_CHANCE];
  KomaExamples      examples = { NULL, classes, N_BY_CHANCE, names, G_N_ELEMENTS (names) };
  g_autoptr (GError) error = NULL;
  KomaHead *head = NULL;

  for (guint i = 0; i < N_BY_CHANCE; i++) {
    for (guint k = 0; k < n_features; k++)
      values[k] = (float) g_rand_double (random);
    classes[i] = i % G_N_ELEMENTS (names);
    g_ptr_array_add (vectors, koma_feature_vector_new (values, n_features));
  }
  examples.features = (KomaFeatureVector *const *) vectors->pdata;
  head = koma_head_train (&examples, &(KomaHeadTrainOptions){ .n_hidden = 16 }, NULL, NULL, &error);
  check (head != NULL, error);
  return head;
}

static void
write_floats (const char   *folder,
              const char   *name,
              gconstpointer data,
              gsize         size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  check (g_file_set_contents (path, data, (gssize) size, &error), error);
}

static void
write_answer (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (folder, NULL, NULL, NULL, &error);
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  float *x = NULL;
  gsize  size = 0;

  check (model != NULL, error);
  session = koma_session_new (koma_model_get_graph (model),
                              &(KomaSessionOptions){ .backend = "cpu" }, &error);
  check (session != NULL, error);
  x = koma_session_get_input_data (session, 0);
  size = koma_value_get_bytes (koma_session_get_input (session, 0));
  for (gsize i = 0; i < size / sizeof *x; i++)
    x[i] = (float) g_rand_double_range (random, -1, 1);
  write_floats (folder, "x.f32", x, size);
  check (koma_session_run (session, &error), error);
  write_floats (folder, "y.f32", koma_session_get_output_data (session, 0),
                koma_value_get_bytes (koma_session_get_output (session, 0)));
}

static int
write_by_chance (char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) base = koma_model_load (argv[2], NULL, NULL, NULL, &error);
  g_auto (KomaFeatures) features = { 0 };
  g_autoptr (KomaGraph) graph = NULL;
  g_autoptr (KomaHead) head = NULL;

  check (base != NULL, error);
  graph = koma_features_graph_new (koma_model_get_graph (base), koma_model_get_output (base),
                                   &features, &error);
  check (graph != NULL, error);
  head = learn_by_chance (features.n_features);
  check (koma_taught_model_write (base, NULL, head, "By chance", argv[3], &error), error);
  write_answer (argv[3]);
  return 0;
}

int
main (int    argc,
      char **argv)
{
  if (argc == 6 && strcmp (argv[1], "features") == 0)
    return compute_features (argv);
  if (argc == 7 && strcmp (argv[1], "answer") == 0)
    return answer (argv);
  if (argc == 4 && strcmp (argv[1], "write") == 0)
    return write_by_chance (argv);
  g_printerr ("see the comment in teach-trial.c\n");
  return 2;
}
