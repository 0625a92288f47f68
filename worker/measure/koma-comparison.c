/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-comparison.h"

#include "engine/koma-app.h"

static void
add_batches (KomaComparedBackend *backend,
             guint                max_batch)
{
  for (guint batch = 1; batch <= max_batch; batch *= 2)
    backend->n_batches++;
  backend->batches = g_new0 (KomaComparedBatch, backend->n_batches);
  for (guint i = 0; i < backend->n_batches; i++)
    backend->batches[i].batch = 1u << i;
}

static void
look_at_backend (KomaComparedBackend    *backend,
                 const KomaBackendClass *klass,
                 guint                   max_batch)
{
  g_autoptr (GError) error = NULL;

  backend->name = klass->name;
  backend->title = klass->title;
  if (!klass->probe (&backend->device, &error)) {
    backend->reason = g_strdup (error->message);
    return;
  }
  backend->is_software = klass->is_software != NULL && klass->is_software ();
  add_batches (backend, max_batch);
}

/**
 * koma_comparison_new:
 * @model: its name, for people
 * @picture: (nullable): likewise
 * @n_threads: that backends compute with
 * @max_batch: the largest; a power of 2
 *
 * Looks which backends there are, which may load drivers. Thread: any but main.
 *
 * Returns: (transfer full): a comparison in which all waits
 */
KomaComparison *
koma_comparison_new (const char *model,
                     const char *picture,
                     guint       n_threads,
                     guint       max_batch)
{
  KomaComparison *comparison = g_new0 (KomaComparison, 1);

  g_atomic_ref_count_init (&comparison->ref_count);
  comparison->model = g_strdup (model);
  comparison->picture = g_strdup (picture);
  comparison->n_threads = n_threads;
  comparison->n_backends = koma_backends_get_n ();
  comparison->backends = g_new0 (KomaComparedBackend, comparison->n_backends);
  for (guint i = 0; i < comparison->n_backends; i++)
    look_at_backend (&comparison->backends[i], koma_backends_get (i), max_batch);
  return comparison;
}

static void
copy_backend (const KomaComparedBackend *from,
              KomaComparedBackend       *to)
{
  *to = *from;
  to->device = g_strdup (from->device);
  to->reason = g_strdup (from->reason);
  to->op = g_strdup (from->op);
  to->node = g_strdup (from->node);
  to->answer = g_strdup (from->answer);
  to->batches = g_memdup2 (from->batches, from->n_batches * sizeof *from->batches);
  for (guint i = 0; i < from->n_batches; i++)
    to->batches[i].reason = g_strdup (from->batches[i].reason);
}

/**
 * koma_comparison_copy:
 *
 * Returns: (transfer full): the same, to be shared while @comparison changes
 */
KomaComparison *
koma_comparison_copy (const KomaComparison *comparison)
{
  KomaComparison *copy = g_memdup2 (comparison, sizeof *comparison);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->model = g_strdup (comparison->model);
  copy->picture = g_strdup (comparison->picture);
  copy->backends = g_new0 (KomaComparedBackend, comparison->n_backends);
  for (guint i = 0; i < comparison->n_backends; i++)
    copy_backend (&comparison->backends[i], &copy->backends[i]);
  return copy;
}

/**
 * koma_comparison_ref:
 *
 * Returns: (transfer full): @comparison
 */
KomaComparison *
koma_comparison_ref (KomaComparison *comparison)
{
  g_atomic_ref_count_inc (&comparison->ref_count);
  return comparison;
}

static void
clear_backend (KomaComparedBackend *backend)
{
  for (guint i = 0; i < backend->n_batches; i++)
    g_free (backend->batches[i].reason);
  g_free (backend->batches);
  g_free (backend->device);
  g_free (backend->reason);
  g_free (backend->op);
  g_free (backend->node);
  g_free (backend->answer);
}

/**
 * koma_comparison_unref:
 * @comparison: (nullable) (transfer full)
 */
void
koma_comparison_unref (KomaComparison *comparison)
{
  if (comparison == NULL || !g_atomic_ref_count_dec (&comparison->ref_count))
    return;
  for (guint i = 0; i < comparison->n_backends; i++)
    clear_backend (&comparison->backends[i]);
  g_free (comparison->backends);
  g_free (comparison->picture);
  g_free (comparison->model);
  g_free (comparison);
}

/**
 * koma_comparison_get_fraction:
 *
 * Returns: how many of all batches of all backends are done, 0 … 1
 */
double
koma_comparison_get_fraction (const KomaComparison *comparison)
{
  guint n_done = 0;
  guint n_all = 0;

  for (guint i = 0; i < comparison->n_backends; i++) {
    const KomaComparedBackend *backend = &comparison->backends[i];

    n_all += backend->n_batches;
    for (guint k = 0; k < backend->n_batches; k++)
      n_done += backend->batches[k].state >= KOMA_COMPARED_MEASURED;
  }
  return n_all > 0 ? (double) n_done / n_all : 1;
}

static gboolean
is_in_the_running (const KomaComparedBackend *backend)
{
  return backend->n_batches > 0 && backend->batches[0].state == KOMA_COMPARED_MEASURED &&
         backend->is_agreeing;
}

/**
 * koma_comparison_get_fastest:
 *
 * The median alone does not decide, as runs differ: 9 in 10 of a backend's runs must take less
 * than 9 in 10 of any other's.
 *
 * Returns: (transfer none) (nullable): the backend that answers one picture in
 *   the shortest time, of those that agree with plain C; %NULL where the times overlap
 */
const KomaComparedBackend *
koma_comparison_get_fastest (const KomaComparison *comparison)
{
  const KomaComparedBackend *fastest = NULL;

  for (guint i = 0; i < comparison->n_backends; i++) {
    const KomaComparedBackend *backend = &comparison->backends[i];

    if (is_in_the_running (backend) &&
        (fastest == NULL || backend->batches[0].median_ms < fastest->batches[0].median_ms))
      fastest = backend;
  }
  for (guint i = 0; i < comparison->n_backends && fastest != NULL; i++) {
    const KomaComparedBackend *backend = &comparison->backends[i];

    if (backend != fastest && is_in_the_running (backend) &&
        backend->batches[0].low_ms <= fastest->batches[0].high_ms)
      return NULL;
  }
  return fastest;
}

/**
 * koma_compared_batch_get_pictures_per_second:
 *
 * Returns: with steady runs; 0 where it was not measured
 */
double
koma_compared_batch_get_pictures_per_second (const KomaComparedBatch *batch)
{
  if (batch->state != KOMA_COMPARED_MEASURED || batch->median_ms <= 0)
    return 0;
  return 1000 * batch->batch / batch->median_ms;
}
