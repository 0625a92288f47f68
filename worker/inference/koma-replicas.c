/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why not one session with several threads: they meet after every op, and
 * XNNPACK's, of pthreadpool, spin while they wait. Where another program has a
 * processor, a meeting costs a time slice of the scheduler, some sixty times for
 * a picture. Here threads meet once in a run of many pictures, and sleep while
 * they wait.
 *
 * The thread that made the replicas is one of them, and waits for no other: a
 * thread that is still compiling, or gets no processor, leaves its pictures to those
 * that do. They share a lock that nobody else takes. */
#include "koma-replicas.h"

typedef struct
{
  KomaReplicas *all;
  GThread      *thread; /* NULL: the maker's */
  KomaRunner   *runner; /* of that thread; NULL: not made yet */
} Replica;

struct _KomaReplicas
{
  /* Immutable after construction. */
  const KomaGraph   *graph;
  KomaSessionOptions options;
  KomaProgress       progress; /* of compiling: stops it when nobody wants it any more */
  guint              output;
  Replica           *replicas; /* [n] the first is the maker's */
  gboolean           is_first_borrowed;
  guint              n;

  /* Guarded by lock. */
  GMutex   lock;
  GCond    has_work;
  GCond    is_idle;
  guint    n_busy;  /* threads that compute, but for the maker's */
  guint    run;     /* counts runs */
  gboolean is_open; /* others may join the run */
  GError  *error;   /* the first of a run */

  gint is_stopping; /* atomic, and written with the lock */

  /* Of a run. */
  const KomaReplicaWork *work;
  guint                  n_pictures;
  gint                   next; /* atomic: the first picture that nobody computes yet */
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

static gboolean
report_compiling (double   fraction,
                  gpointer user_data)
{
  KomaReplicas *self = user_data;

  return !g_atomic_int_get (&self->is_stopping);
}

static gboolean
make_runner (Replica *replica,
             GError **error)
{
  KomaReplicas *self = replica->all;

  replica->runner = koma_runner_new (self->graph, self->output, &self->options, error);
  return replica->runner != NULL;
}

/* What is left in the places past @n is computed and not looked at. */
static gboolean
compute_batch (Replica *replica,
               guint    first,
               guint    n,
               GError **error)
{
  const KomaReplicaWork *work = replica->all->work;
  KomaRunner            *runner = replica->runner;

  for (guint i = 0; i < n; i++)
    work->fill_input (first + i, koma_runner_get_input (runner, i), work->user_data);
  if (!koma_runner_run (runner, error) || !koma_runner_check_scores (runner, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    work->take_scores (first + i, koma_runner_get_scores (runner, i), work->user_data);
  return TRUE;
}

static void
compute_pictures (Replica *replica)
{
  KomaReplicas *self = replica->all;
  const guint   batch = koma_runner_get_batch (replica->runner);

  for (;;) {
    const guint first = (guint) g_atomic_int_add (&self->next, (int) batch);
    g_autoptr (GError) error = NULL;

    if (first >= self->n_pictures)
      return;
    if (!compute_batch (replica, first, MIN (batch, self->n_pictures - first), &error)) {
      keep_error (self, g_steal_pointer (&error));
      return;
    }
  }
}

/* With the lock. Returns whether there is a run, other than @run, to join. */
static gboolean
wait_for_work (KomaReplicas *self,
               guint         run)
{
  while ((!self->is_open || self->run == run) && !g_atomic_int_get (&self->is_stopping))
    g_cond_wait (&self->has_work, &self->lock);
  return !g_atomic_int_get (&self->is_stopping);
}

static void
join_runs (Replica *replica)
{
  KomaReplicas *self = replica->all;
  guint         run = 0;

  g_mutex_lock (&self->lock);
  while (wait_for_work (self, run)) {
    run = self->run;
    self->n_busy++;
    g_mutex_unlock (&self->lock);
    compute_pictures (replica);
    g_mutex_lock (&self->lock);
    if (--self->n_busy == 0)
      g_cond_signal (&self->is_idle);
  }
  g_mutex_unlock (&self->lock);
}

/* One that can not be made leaves all to the others. */
static gpointer
replica_main (gpointer data)
{
  Replica *replica = data;
  g_autoptr (GError) error = NULL;

  if (make_runner (replica, &error))
    join_runs (replica);
  else
    g_debug ("%s", error->message);
  koma_runner_free (replica->runner);
  return NULL;
}

/* Returns the first error of a run. */
static GError *
close_run (KomaReplicas *self)
{
  GError *error = NULL;

  g_mutex_lock (&self->lock);
  self->is_open = FALSE;
  while (self->n_busy > 0)
    g_cond_wait (&self->is_idle, &self->lock);
  error = g_steal_pointer (&self->error);
  g_mutex_unlock (&self->lock);
  return error;
}

/* Where the system has no more threads, those that there are do. */
static void
start_threads (KomaReplicas *self,
               guint         n_wanted)
{
  while (self->n < n_wanted) {
    Replica *replica = &self->replicas[self->n];

    replica->all = self;
    replica->thread = g_thread_try_new ("koma-replica", replica_main, replica, NULL);
    if (replica->thread == NULL)
      return;
    self->n++;
  }
}

/**
 * koma_replicas_new:
 * @graph: (transfer none): a classifier of pictures; it must live longer
 * @output: index of the output with the scores
 * @options: backend, batch of each replica, and as n_threads how many there are;
 *   progress is not looked at. What it points to must live longer
 * @first: (transfer none) (nullable): a runner of the same model, for the same batch
 *   on one thread, that is to be the maker's replica; it must live longer
 *
 * Lets each thread compile @graph, and waits for none but its own. Each replica has
 * weights and tensors of its own. Errors: those of koma_runner_new() where there is
 * no @first.
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

  g_mutex_init (&self->lock);
  g_cond_init (&self->has_work);
  g_cond_init (&self->is_idle);
  self->graph = graph;
  self->output = output;
  self->progress = (KomaProgress){ report_compiling, self };
  self->options = *options;
  self->options.n_threads = 1;
  self->options.progress = &self->progress;
  self->replicas = g_new0 (Replica, n_wanted);
  self->is_first_borrowed = first != NULL;
  self->n = 1;
  self->replicas[0] = (Replica){ .all = self, .runner = first };
  if (first == NULL && !make_runner (&self->replicas[0], error))
    return NULL;
  start_threads (self, n_wanted);
  return g_steal_pointer (&self);
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
  g_atomic_int_set (&replicas->is_stopping, TRUE);
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
  /* One batch needs no other thread. */
  if (n_pictures > koma_runner_get_batch (replicas->replicas[0].runner)) {
    g_mutex_lock (&replicas->lock);
    replicas->run++;
    replicas->is_open = TRUE;
    g_cond_broadcast (&replicas->has_work);
    g_mutex_unlock (&replicas->lock);
  }
  compute_pictures (&replicas->replicas[0]);
  failure = close_run (replicas);
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}
