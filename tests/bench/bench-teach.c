/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A person's own classes, on one thread: how long a head takes to learn, and to answer. Features
 * are made up: a place for each class, and noise that hides it from a single feature.
 *
 *   bench-teach
 */
#include <math.h>

#include "engine/teach/cross-validation.h"

#define N_FEATURES 1280
#define N_ANSWERS  20

typedef struct
{
  GPtrArray   *vectors; /* KomaFeatureVector */
  guint       *classes;
  char       **names;
  KomaExamples examples;
} Set;

static KomaFeatureVector *
make_vector (GRand *random,
             guint  c)
{
  float values[N_FEATURES];

  /* Above 0, as behind a relu; a seventh of the features tell of each class. */
  for (guint k = 0; k < N_FEATURES; k++)
    values[k] = (float) MAX (0, g_rand_double_range (random, -1, 1) + ((k + c) % 7 == 0 ? 0.3 : 0));
  return koma_feature_vector_new (values, N_FEATURES);
}

static void
set_init (Set  *self,
          guint n_classes,
          guint n_each)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  self->vectors = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);
  self->classes = g_new (guint, n_classes * n_each);
  self->names = g_new0 (char *, n_classes + 1);
  for (guint c = 0; c < n_classes; c++)
    self->names[c] = g_strdup_printf ("%u", c);
  for (guint i = 0; i < n_classes * n_each; i++) {
    self->classes[i] = i % n_classes;
    g_ptr_array_add (self->vectors, make_vector (random, i % n_classes));
  }
  self->examples = (KomaExamples){
    .features = (KomaFeatureVector *const *) self->vectors->pdata,
    .classes = self->classes,
    .n = n_classes * n_each,
    .names = (const char *const *) self->names,
    .n_classes = n_classes,
  };
}

static void
set_clear (Set *self)
{
  g_ptr_array_unref (self->vectors);
  g_free (self->classes);
  g_strfreev (self->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Set, set_clear)

static double
get_ms (gint64 since_us)
{
  return (g_get_monotonic_time () - since_us) / 1e3;
}

/* The fastest of some answers. */
static double
time_answer (const KomaHead *head,
             const Set      *set,
             gboolean        is_unlike_asked)
{
  const float      *x = koma_feature_vector_get_values (set->vectors->pdata[0]);
  g_autofree float *scores = g_new (float, set->examples.n_classes);
  double            best = INFINITY;
  float             unlike = 0;

  for (guint i = 0; i < N_ANSWERS; i++) {
    const gint64 start = g_get_monotonic_time ();

    koma_head_score (head, x, 1, scores, is_unlike_asked ? &unlike : NULL);
    best = MIN (best, get_ms (start));
  }
  return best;
}

static gboolean
count_epoch (const KomaHeadEpoch *epoch,
             gpointer             user_data)
{
  *(guint *) user_data = epoch->epoch;
  return TRUE;
}

static void
measure (guint n_classes,
         guint n_each)
{
  g_auto (Set) set = { 0 };
  g_autoptr (KomaHead) nearest = NULL, dense = NULL;
  g_autoptr (KomaCrossValidation) validation = NULL;
  gint64 start = 0;
  double learn_ms = 0, make_ms = 0, validate_ms = 0;
  guint  n_epochs = 0;

  set_init (&set, n_classes, n_each);
  start = g_get_monotonic_time ();
  nearest = koma_head_new_nearest (&set.examples, NULL);
  make_ms = get_ms (start);
  start = g_get_monotonic_time ();
  dense = koma_head_train (&set.examples, NULL, count_epoch, &n_epochs, NULL);
  learn_ms = get_ms (start);
  start = g_get_monotonic_time ();
  validation =
    koma_cross_validation_new (&set.examples, KOMA_HEAD_DENSE, NULL, 0, NULL, NULL);
  validate_ms = get_ms (start);
  g_print ("%u classes of %u examples of %d features\n", n_classes, n_each, N_FEATURES);
  g_print ("  dense head: learns in %.0f ms (%u epochs), answers in %.3f ms\n", learn_ms, n_epochs,
           time_answer (dense, &set, FALSE));
  g_print ("  nearest examples: there in %.1f ms, answer in %.2f ms\n", make_ms,
           time_answer (nearest, &set, TRUE));
  g_print ("  cross-validation: %.0f ms, %.1f %% right\n", validate_ms,
           100 * validation->evaluation->accuracy);
}

int
main (void)
{
  measure (10, 100);
  measure (20, 500);
  return 0;
}
