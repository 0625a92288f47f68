/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why not one session with several threads: they meet after every op, and XNNPACK's, of
 * pthreadpool, spin while they wait. Where another program has a processor, a meeting costs a time
 * slice of the scheduler, some sixty times for a picture. Here threads meet once in a run of many
 * pictures, and sleep while they wait.
 *
 * The thread that made the pool is one of its members, and waits for no other: a thread that is
 * still compiling, or gets no processor, leaves its pictures to those that do. They share a lock
 * that nobody else takes. */
#include "session-pool.h"

typedef struct
{
  KomaSessionPool    *pool;
  GThread            *thread;  /* NULL: the maker's */
  KomaPictureSession *session; /* of that thread; NULL: not made yet; (borrowed) the maker's */
} Member;

struct _KomaSessionPool
{
  /* Immutable after construction. */
  const KomaGraph   *graph;
  KomaSessionOptions options;
  KomaProgress       progress; /* of compiling: stops it when nobody wants it any more */
  guint              output;
  guint              batch;
  Member            *members; /* [n] the first is the maker's */
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
  const KomaPictureWork *work;
  guint                  n_pictures;
  gint                   next; /* atomic: the first picture that nobody computes yet */
};

static void
keep_error (KomaSessionPool *self,
            GError          *error) /* (transfer full) (nullable) */
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
  KomaSessionPool *self = user_data;

  return !g_atomic_int_get (&self->is_stopping);
}

static void
compute_pictures (Member *member)
{
  KomaSessionPool *self = member->pool;

  for (;;) {
    const guint first = (guint) g_atomic_int_add (&self->next, (int) self->batch);
    g_autoptr (GError) error = NULL;

    if (first >= self->n_pictures)
      return;
    if (!koma_picture_session_run (member->session, self->work, first,
                                   MIN (self->batch, self->n_pictures - first), &error)) {
      keep_error (self, g_steal_pointer (&error));
      return;
    }
  }
}

/* With the lock. Returns whether there is a run, other than @run, to join. */
static gboolean
wait_for_work (KomaSessionPool *self,
               guint            run)
{
  while ((!self->is_open || self->run == run) && !g_atomic_int_get (&self->is_stopping))
    g_cond_wait (&self->has_work, &self->lock);
  return !g_atomic_int_get (&self->is_stopping);
}

static void
join_runs (Member *member)
{
  KomaSessionPool *self = member->pool;
  guint            run = 0;

  g_mutex_lock (&self->lock);
  while (wait_for_work (self, run)) {
    run = self->run;
    self->n_busy++;
    g_mutex_unlock (&self->lock);
    compute_pictures (member);
    g_mutex_lock (&self->lock);
    if (--self->n_busy == 0)
      g_cond_signal (&self->is_idle);
  }
  g_mutex_unlock (&self->lock);
}

/* One that can not compile leaves all to the others. */
static gpointer
member_main (gpointer data)
{
  Member          *member = data;
  KomaSessionPool *self = member->pool;
  g_autoptr (GError) error = NULL;

  member->session = koma_picture_session_new (self->graph, self->output, &self->options, &error);
  if (member->session != NULL)
    join_runs (member);
  else
    g_debug ("%s", error->message);
  koma_picture_session_free (member->session);
  return NULL;
}

/* Returns the first error of a run. */
static GError *
close_run (KomaSessionPool *self)
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
start_threads (KomaSessionPool *self,
               guint            n_wanted)
{
  while (self->n < n_wanted) {
    Member *member = &self->members[self->n];

    member->pool = self;
    member->thread = g_thread_try_new ("koma-replica", member_main, member, NULL);
    if (member->thread == NULL)
      return;
    self->n++;
  }
}

/**
 * koma_session_pool_new:
 * @graph: (transfer none): a classifier of pictures; it must live longer
 * @options: backend and precision, and as n_threads how many members there are; progress is not
 *   looked at. What it points to must live longer
 * @first: (transfer none): of @graph, on one thread: the maker's; it must live longer
 *
 * Lets each other thread compile @graph for the batch of @first, and waits for none. Each member
 * has tensors of its own, and weights, but for large ones of plain C, which all share.
 *
 * Thread: the one that is going to run and free it, that of @first; it is one of the members.
 *
 * Returns: (transfer full): ready to run
 */
KomaSessionPool *
koma_session_pool_new (const KomaGraph          *graph,
                       const KomaSessionOptions *options,
                       KomaPictureSession       *first)
{
  KomaSessionPool *self = g_new0 (KomaSessionPool, 1);
  const guint      n_wanted = CLAMP (options->n_threads, 1, KOMA_MAX_THREADS);

  g_mutex_init (&self->lock);
  g_cond_init (&self->has_work);
  g_cond_init (&self->is_idle);
  self->graph = graph;
  self->output = first->output;
  self->batch = first->batch;
  self->progress = (KomaProgress){ report_compiling, self };
  self->options = *options;
  self->options.batch = first->batch;
  self->options.n_threads = 1;
  self->options.progress = &self->progress;
  self->members = g_new0 (Member, n_wanted);
  self->n = 1;
  self->members[0] = (Member){ .pool = self, .session = first };
  start_threads (self, n_wanted);
  return self;
}

/**
 * koma_session_pool_free:
 * @pool: (nullable) (transfer full)
 *
 * Ends its threads.
 */
void
koma_session_pool_free (KomaSessionPool *pool)
{
  if (pool == NULL)
    return;

  g_mutex_lock (&pool->lock);
  g_atomic_int_set (&pool->is_stopping, TRUE);
  g_cond_broadcast (&pool->has_work);
  g_mutex_unlock (&pool->lock);
  for (guint i = 1; i < pool->n; i++)
    g_thread_join (pool->members[i].thread);
  g_clear_error (&pool->error);
  g_mutex_clear (&pool->lock);
  g_cond_clear (&pool->has_work);
  g_cond_clear (&pool->is_idle);
  g_free (pool->members);
  g_free (pool);
}

/**
 * koma_session_pool_get_n:
 *
 * Returns: threads that compute, the maker's included; fewer than asked for where the system has no
 *   more
 */
guint
koma_session_pool_get_n (const KomaSessionPool *pool)
{
  return pool->n;
}

/**
 * koma_session_pool_run:
 * @work: gives inputs and takes scores
 * @n_pictures: any number
 *
 * Computes pictures 0 … @n_pictures − 1, in any order. Errors: those of koma_picture_session_run();
 * some pictures are computed then and some are not.
 *
 * Returns: whether all scores were taken
 */
gboolean
koma_session_pool_run (KomaSessionPool       *pool,
                       const KomaPictureWork *work,
                       guint                  n_pictures,
                       GError               **error)
{
  g_autoptr (GError) failure = NULL;

  pool->work = work;
  pool->n_pictures = n_pictures;
  g_atomic_int_set (&pool->next, 0);
  /* One batch needs no other thread. */
  if (n_pictures > pool->batch) {
    g_mutex_lock (&pool->lock);
    pool->run++;
    pool->is_open = TRUE;
    g_cond_broadcast (&pool->has_work);
    g_mutex_unlock (&pool->lock);
  }
  compute_pictures (&pool->members[0]);
  failure = close_run (pool);
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}
