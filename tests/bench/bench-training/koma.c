/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One contender of compare.py: NET THREADS. For each line with a number of samples it learns those
 * in batches of 64, and prints wall-clock time and processor time in ms, and the last loss. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "nets.h"

#define BATCH     64
#define N_SAMPLES 10000
#define N_INPUT   (NET_SIDE * NET_SIDE)

/* The numbers of all contenders, in [0, 1). */
static double
mix (guint32 i,
     guint32 seed)
{
  guint32 h = i * 2654435761u + seed * 2246822519u;

  h = (h ^ h >> 15) * 2246822519u;
  h = (h ^ h >> 13) * 3266489917u;
  return ((h ^ h >> 16) >> 8) / 16777216.0;
}

static double
get_cpu_ms (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
         (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

/* Uniform numbers as Glorot scales them; biases are 0. */
static void
fill_weight (float           *values,
             const KomaShape *shape,
             guint            index)
{
  const gsize n = koma_shape_count (shape);
  double      limit = 0;

  if (shape->rank == 1)
    return;
  limit = sqrt (6.0 / (n / shape->dims[shape->rank - 1] + n / shape->dims[shape->rank - 2]));
  for (gsize i = 0; i < n; i++)
    values[i] = (mix (i, 100 + index) * 2 - 1) * limit;
}

static KomaTrainer *
make_trainer (const Net *net,
              guint      n_threads,
              GError   **error)
{
  KomaTrainerWeight       weights[G_N_ELEMENTS (net->shapes)] = { 0 };
  const KomaTrainerOutput output = { .name = "y", .loss = KOMA_LOSS_CATEGORICAL_CROSSENTROPY };
  KomaTrainerOptions      options = {
         .forward = net->forward,
         .user_data = (gpointer) net,
         .weights = weights,
         .n_weights = net->n_weights,
         .outputs = &output,
         .n_outputs = 1,
         .n_threads = n_threads,
  };
  KomaTrainer *trainer = NULL;

  for (guint i = 0; i < net->n_weights; i++)
    weights[i] = (KomaTrainerWeight){ .name = "w", .shape = net->shapes[i], .is_trainable = TRUE };
  if (!koma_optimizer_settings_init (&options.optimizer, "adam", error))
    return NULL;
  trainer = koma_trainer_new (&options, error);
  for (guint i = 0; trainer != NULL && i < net->n_weights; i++)
    fill_weight (koma_trainer_get_weight (trainer, i), &net->shapes[i], i);
  return trainer;
}

static gboolean
train (KomaTrainer *trainer,
       const float *x,
       const float *y,
       guint        n_samples,
       GError     **error)
{
  const gint64 begin_us = g_get_monotonic_time ();
  const double begin_cpu_ms = get_cpu_ms ();
  float        loss = 0;

  for (guint first = 0; first < n_samples; first += BATCH) {
    const gconstpointer xs[] = { x + first * N_INPUT };
    const float *const  ys[] = { y + first * NET_N_CLASSES };

    if (!koma_trainer_step (trainer, MIN (BATCH, n_samples - first), xs, ys, &loss, error))
      return FALSE;
  }
  g_print ("%.3f %.3f %.6f\n", (g_get_monotonic_time () - begin_us) / 1e3,
           get_cpu_ms () - begin_cpu_ms, loss);
  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  const Net        *net = argc == 3 ? net_find (argv[1]) : NULL;
  g_autofree float *x = g_new (float, N_SAMPLES *N_INPUT);
  g_autofree float *y = g_new0 (float, N_SAMPLES *NET_N_CLASSES);
  g_autoptr (KomaTrainer) trainer = NULL;
  g_autoptr (GError) error = NULL;
  char line[32];

  if (net == NULL)
    return EXIT_FAILURE;
  for (guint i = 0; i < N_SAMPLES * N_INPUT; i++)
    x[i] = mix (i, 1);
  for (guint i = 0; i < N_SAMPLES; i++)
    y[i * NET_N_CLASSES + (guint) (NET_N_CLASSES * mix (i, 2))] = 1;
  trainer = make_trainer (net, atoi (argv[2]), &error);
  while (trainer != NULL && fgets (line, sizeof line, stdin) != NULL)
    if (!train (trainer, x, y, CLAMP (atoi (line), 1, N_SAMPLES), &error))
      break;
  if (error == NULL)
    return EXIT_SUCCESS;
  g_printerr ("%s\n", error->message);
  return EXIT_FAILURE;
}
