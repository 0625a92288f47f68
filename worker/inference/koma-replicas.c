/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why not one session with several threads: those of pthreadpool meet after
 * every op, and spin while they wait. Where another program has a processor,
 * each of some sixty meetings of a picture costs a time slice of the scheduler.
 * Here threads meet once in a run of many pictures, and sleep while they wait.
 *
 * The thread that made the replicas is one of them. The others share a lock
 * with it that nobody else takes. */
#include "koma-replicas.h"

typedef struct
{
  KomaReplicas *all;
  GThread      *thread; /* NULL: the maker's */
  KomaRunner   *runner; /* of that thread; NULL: it could not be made */
} Replica;

struct _KomaReplicas
{
  /* Immutable after construction. */
  const KomaGraph          *graph;   /* until then only */
  const KomaSessionOptions *options; /* until then only */
  guint                     output;
  Replica                  *replicas; /* [n] the first is the maker's */
  gboolean                  is_first_borrowed;
  guint                     n;

  /* Guarded by lock. */
  GMutex   lock;
  GCond    has_work;
  GCond    is_idle;
  guint    n_busy; /* threads that are being made, or compute */
  guint    run;    /* counts runs */
  gboolean is_stopping;
  GError  *error; /* the first of a run */

  /* Of a run. */
  const KomaReplicaWork *work;
  guint                  n_pictures;
  gint                   next; /* atomic: the picture that nobody computes yet */
};

static void
keep_error (KomaReplicas *self,
            GError       *error) /* (transfer full) (nullable) */
{
  g_mutex_lock (&self->lock);
  if (self->error == NULL)
    self->error = g_steal_pointer (&error);
  g_mutex_unlock (&self->lock);
  g_clear_error (&error);
}

static void
make_runner (Replica *replica)
{
  KomaReplicas      *self = replica->all;
  KomaSessionOptions options = *self->options;
  g_autoptr (GError) error = NULL;

  options.n_threads = 1;
  options.batch = 1;
  options.progress = NULL;
  replica->runner = koma_runner_new (self->graph, self->output, &options, &error);
  if (replica->runner == NULL)
    keep_error (self, g_steal_pointer (&error));
}

static void
compute_pictures (Replica *replica)
{
  KomaReplicas          *self = replica->all;
  const KomaReplicaWork *work = self->work;

  for (;;) {
    guint index = (guint) g_atomic_int_add (&self->next, 1);
    g_autoptr (GError) error = NULL;

    if (index >= self->n_pictures)
      return;
    work->fill_input (index, koma_runner_get_input (replica->runner, 0), work->user_data);
    if (!koma_runner_run (replica->runner, &error) ||
        !koma_runner_check_scores (replica->runner, 1, &error)) {
      keep_error (self, g_steal_pointer (&error));
      return;
    }
    work->take_scores (index, koma_runner_get_scores (replica->runner, 0), work->user_data);
  }
}

/* With the lock. Returns whether there is a run, other than @run. */
static gboolean
wait_for_work (KomaReplicas *self,
               guint         run)
{
  if (--self->n_busy == 0)
    g_cond_signal (&self->is_idle);
  while (self->run == run && !self->is_stopping)
    g_cond_wait (&self->has_work, &self->lock);
  return !self->is_stopping;
}

static gpointer
replica_main (gpointer data)
{
  Replica      *replica = data;
  KomaReplicas *self = replica->all;
  guint         run = 0;

  make_runner (replica);
  g_mutex_lock (&self->lock);
  while (wait_for_work (self, run)) {
    run = self->run;
    g_mutex_unlock (&self->lock);
    compute_pictures (replica);
    g_mutex_lock (&self->lock);
  }
  g_mutex_unlock (&self->lock);
  koma_runner_free (replica->runner);
  return NULL;
}

/* Returns the first error since the last time. */
static GError *
wait_until_idle (KomaReplicas *self)
{
  GError *error = NULL;

  g_mutex_lock (&self->lock);
  while (self->n_busy > 0)
    g_cond_wait (&self->is_idle, &self->lock);
  error = g_steal_pointer (&self->error);
  g_mutex_unlock (&self->lock);
  return error;
}

/* Where the system has no more threads, those that there are do. */
static gboolean
start_thread (Replica *replica)
{
  KomaReplicas *self = replica->all;

  g_mutex_lock (&self->lock);
  self->n_busy++;
  g_mutex_unlock (&self->lock);
  replica->thread = g_thread_try_new ("koma-replica", replica_main, replica, NULL);
  if (replica->thread != NULL)
    return TRUE;
  g_mutex_lock (&self->lock);
  self->n_busy--;
  g_mutex_unlock (&self->lock);
  return FALSE;
}

/**
 * koma_replicas_new:
 * @graph: a classifier of pictures
 * @output: index of the output with the scores
 * @options: backend, and as n_threads how many replicas; batch and progress
 *   are not looked at
 * @first: (transfer none) (nullable): a runner of the same model, for one
 *   picture on one thread, that is to be the maker's replica; it must live longer
 *
 * Compiles @graph on each thread at once. Each replica has weights and tensors
 * of its own. Errors: those of koma_runner_new().
 *
 * Thread: the one that is going to run and free it; it is one of the replicas.
 *
 * Returns: (transfer full): ready to run
 */
KomaReplicas *
koma_replicas_new (const KomaGraph          *graph,
                   guint                     output,
                   const KomaSessionOptions *options,
                   KomaRunner               *first,
                   GError                  **error)
{
  g_autoptr (KomaReplicas) self = g_new0 (KomaReplicas, 1);
  const guint n_wanted = CLAMP (options->n_threads, 1, KOMA_MAX_THREADS);
  g_autoptr (GError) failure = NULL;

  g_mutex_init (&self->lock);
  g_cond_init (&self->has_work);
  g_cond_init (&self->is_idle);
  self->graph = graph;
  self->options = options;
  self->output = output;
  self->replicas = g_new0 (Replica, n_wanted);
  for (guint i = 0; i < n_wanted; i++)
    self->replicas[i].all = self;
  self->n = 1;
  while (self->n < n_wanted && start_thread (&self->replicas[self->n]))
    self->n++;
  self->is_first_borrowed = first != NULL;
  self->replicas[0].runner = first;
  if (first == NULL)
    make_runner (&self->replicas[0]);
  failure = wait_until_idle (self);
  self->graph = NULL;
  self->options = NULL;
  if (failure == NULL)
    return g_steal_pointer (&self);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

/**
 * koma_replicas_free:
 * @replicas: (nullable) (transfer full)
 *
 * Ends their threads.
 */
void
koma_replicas_free (KomaReplicas *replicas)
{
  if (replicas == NULL)
    return;

  g_mutex_lock (&replicas->lock);
  replicas->is_stopping = TRUE;
  g_cond_broadcast (&replicas->has_work);
  g_mutex_unlock (&replicas->lock);
  for (guint i = 1; i < replicas->n; i++)
    g_thread_join (replicas->replicas[i].thread);
  if (!replicas->is_first_borrowed)
    koma_runner_free (replicas->replicas[0].runner);
  g_clear_error (&replicas->error);
  g_mutex_clear (&replicas->lock);
  g_cond_clear (&replicas->has_work);
  g_cond_clear (&replicas->is_idle);
  g_free (replicas->replicas);
  g_free (replicas);
}

/**
 * koma_replicas_get_n:
 *
 * Returns: threads that compute, the maker's included; fewer than asked for
 *   where the system has no more
 */
guint
koma_replicas_get_n (const KomaReplicas *replicas)
{
  return replicas->n;
}

/**
 * koma_replicas_run:
 * @n_pictures: any number
 * @work: gives inputs and takes scores
 *
 * Computes pictures 0 … @n_pictures − 1, in any order. Errors: those of
 * koma_runner_run() and koma_runner_check_scores(); some pictures are computed
 * then and some are not.
 *
 * Returns: whether all scores were taken
 */
gboolean
koma_replicas_run (KomaReplicas          *replicas,
                   guint                  n_pictures,
                   const KomaReplicaWork *work,
                   GError               **error)
{
  g_autoptr (GError) failure = NULL;

  replicas->work = work;
  replicas->n_pictures = n_pictures;
  g_atomic_int_set (&replicas->next, 0);
  /* One picture needs no other thread. */
  if (n_pictures > 1) {
    g_mutex_lock (&replicas->lock);
    replicas->n_busy = replicas->n - 1;
    replicas->run++;
    g_cond_broadcast (&replicas->has_work);
    g_mutex_unlock (&replicas->lock);
  }
  compute_pictures (&replicas->replicas[0]);
  failure = wait_until_idle (replicas);
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}
