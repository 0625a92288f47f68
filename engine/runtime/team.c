/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Why not pthreadpool, which XNNPACK has: there each thread takes part in each piece of work, so
 * that all wait for one that gets no processor, and they spin for tens of milliseconds meanwhile.
 * Where other programs want the processors too, two threads took six times as long as one.
 *
 * Here a thread that comes late is not waited for: the others do its share, and the work is closed
 * to it. Who waits spins for microseconds, since the next layer is often that near, then sleeps.
 *
 * Each thread begins with a range of its own, the same in each layer as far as they are alike, so
 * that what it wrote is in its cache. Then it takes what others have not begun, from their ends. */
#include "team.h"

#include <stdatomic.h>

#include "denormals.h"

#define SPIN_US       50
#define TRIES         64 /* between two looks at the clock */
#define N_THREADS_MAX 1024

/* What the word `state` is made of: the number of the work, whether it is open to more threads,
 * and how many that are not the caller's have joined it. */
#define COUNT_MASK 0x7ffu
#define OPEN       0x800u
#define WORK       0x1000u

typedef struct
{
  _Alignas(64) atomic_size_t n_left;
  atomic_size_t end;   /* others take from here */
  gsize         begin; /* its own thread takes from here */
} Range;

typedef struct
{
  KomaTeam *team;
  GThread  *thread;
  guint     index;
} Member;

struct _KomaTeam
{
  /* Set before the first thread starts. */
  guint   n_threads;
  Range  *ranges;  /* [n_threads] */
  Member *members; /* [n_threads] the first is the caller */

  /* The work: written while it is closed and nobody has a part in it. */
  KomaUnitFunc run;
  gpointer     context;

  _Alignas(64) atomic_uint state;
  atomic_bool is_ending;

  GMutex      lock;
  GCond       wake;       /* members: there is work, or the end */
  GCond       done;       /* the caller: the last has left */
  atomic_bool is_asleep;  /* a member, or soon */
  atomic_bool is_waiting; /* the caller, or soon */
};

static inline void
relax (void)
{
#if defined(__SSE__)
  _mm_pause ();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

/* ---- Units ---- */

static gboolean
take (Range *range)
{
  gsize n_left = atomic_load_explicit (&range->n_left, memory_order_relaxed);

  while (n_left > 0)
    if (atomic_compare_exchange_weak_explicit (&range->n_left, &n_left, n_left - 1,
                                               memory_order_relaxed, memory_order_relaxed))
      return TRUE;
  return FALSE;
}

static void
work (KomaTeam *team,
      guint     index)
{
  const KomaUnitFunc run = team->run;
  gpointer           context = team->context;
  Range             *own = &team->ranges[index];

  while (take (own))
    run (context, own->begin++);
  for (guint i = 1; i < team->n_threads; i++) {
    Range *other = &team->ranges[(index + i) % team->n_threads];

    while (take (other))
      run (context, atomic_fetch_sub_explicit (&other->end, 1, memory_order_relaxed) - 1);
  }
}

static void
make_ranges (KomaTeam *team,
             gsize     n_units)
{
  for (gsize i = 0; i < team->n_threads; i++) {
    Range      *range = &team->ranges[i];
    const gsize end = n_units / team->n_threads * (i + 1) + MIN (i + 1, n_units % team->n_threads);

    range->begin = i > 0 ? atomic_load_explicit (&range[-1].end, memory_order_relaxed) : 0;
    atomic_store_explicit (&range->end, end, memory_order_relaxed);
    atomic_store_explicit (&range->n_left, end - range->begin, memory_order_relaxed);
  }
}

/* ---- Members ---- */

static gboolean
is_new (guint state,
        guint last) /* state of the work that was joined last */
{
  return (state & OPEN) != 0 && (state ^ last) >= WORK;
}

static gboolean
join (KomaTeam *team,
      guint    *last)
{
  guint state = atomic_load_explicit (&team->state, memory_order_acquire);

  while (is_new (state, *last))
    if (atomic_compare_exchange_weak (&team->state, &state, state + 1)) {
      *last = state;
      return TRUE;
    }
  return FALSE;
}

static void
leave (KomaTeam *team)
{
  const guint state = atomic_fetch_sub (&team->state, 1) - 1;

  if ((state & (OPEN | COUNT_MASK)) != 0 || !atomic_load (&team->is_waiting))
    return;
  g_mutex_lock (&team->lock);
  g_cond_signal (&team->done);
  g_mutex_unlock (&team->lock);
}

/* Returns: whether work was joined */
static gboolean
spin (KomaTeam *team,
      guint    *last)
{
  const gint64 end = g_get_monotonic_time () + SPIN_US;

  do
    for (guint i = 0; i < TRIES; i++) {
      if (join (team, last))
        return TRUE;
      relax ();
    }
  while (g_get_monotonic_time () < end && !atomic_load (&team->is_ending));
  return FALSE;
}

/* Until there is work: it may be closed by then, but then the next is near. */
static void
sleep_until_work (KomaTeam *team,
                  guint     last)
{
  guint state = 0;

  g_mutex_lock (&team->lock);
  atomic_store (&team->is_asleep, TRUE);
  state = atomic_load (&team->state);
  while (!atomic_load (&team->is_ending) && !is_new (atomic_load (&team->state), last) &&
         (atomic_load (&team->state) ^ state) < WORK)
    g_cond_wait (&team->wake, &team->lock);
  g_mutex_unlock (&team->lock);
}

static gpointer
member_main (gpointer data)
{
  Member   *member = data;
  KomaTeam *team = member->team;
  guint     last = 0;

  (void) koma_denormals_flush ();
  while (!atomic_load (&team->is_ending)) {
    if (spin (team, &last)) {
      work (team, member->index);
      leave (team);
    } else {
      sleep_until_work (team, last);
    }
  }
  return NULL;
}

/* ---- The caller ---- */

static void
wake_members (KomaTeam *team)
{
  if (!atomic_exchange (&team->is_asleep, FALSE))
    return;
  g_mutex_lock (&team->lock);
  g_cond_broadcast (&team->wake);
  g_mutex_unlock (&team->lock);
}

static gboolean
is_alone (KomaTeam *team)
{
  return (atomic_load (&team->state) & COUNT_MASK) == 0;
}

/* For those who have joined: each has a unit in hand. */
static void
wait_for_members (KomaTeam *team)
{
  const gint64 end = g_get_monotonic_time () + SPIN_US;

  do
    for (guint i = 0; i < TRIES; i++) {
      if (is_alone (team))
        return;
      relax ();
    }
  while (g_get_monotonic_time () < end);

  g_mutex_lock (&team->lock);
  atomic_store (&team->is_waiting, TRUE);
  while (!is_alone (team))
    g_cond_wait (&team->done, &team->lock);
  atomic_store (&team->is_waiting, FALSE);
  g_mutex_unlock (&team->lock);
}

static void
divide (KomaTeam    *team,
        KomaUnitFunc run,
        gpointer     context,
        gsize        n_units)
{
  const guint before = atomic_load (&team->state);

  team->run = run;
  team->context = context;
  make_ranges (team, n_units);
  atomic_store (&team->state, (before & ~(WORK - 1)) + WORK + OPEN);
  wake_members (team);
  work (team, 0);
  atomic_fetch_and (&team->state, ~OPEN);
  if (!is_alone (team))
    wait_for_members (team);
}

/**
 * koma_team_divide:
 * @team: (nullable): the caller does all units
 * @run: (scope call): what a unit is
 * @context: for @run
 * @n_units: units 0 … @n_units − 1
 *
 * Runs all units, each once, and returns when the last has ended. What was written before is seen
 * by the units, and what they wrote is seen afterwards. Denormal numbers are flushed to zero
 * meanwhile: a multiplication with one is a hundred times slower. A unit calls nothing of its team.
 * Allocates nothing.
 *
 * Thread: that which made the team.
 */
void
koma_team_divide (KomaTeam    *team,
                  KomaUnitFunc run,
                  gpointer     context,
                  gsize        n_units)
{
  const uint64_t before = koma_denormals_flush ();

  if (team != NULL && n_units > 1)
    divide (team, run, context, n_units);
  else
    for (gsize i = 0; i < n_units; i++)
      run (context, i);
  koma_denormals_restore (before);
}

/* ---- Life ---- */

/**
 * koma_team_new:
 * @n_threads: the caller's included
 *
 * Starts threads that have the caller's priority. Where the system gives fewer, they are fewer.
 *
 * Returns: (transfer full): the team
 */
KomaTeam *
koma_team_new (guint n_threads)
{
  KomaTeam *team = g_aligned_alloc0 (1, sizeof (KomaTeam), G_ALIGNOF (KomaTeam));

  n_threads = CLAMP (n_threads, 1, N_THREADS_MAX);
  team->ranges = g_aligned_alloc0 (n_threads, sizeof (Range), G_ALIGNOF (Range));
  team->members = g_new0 (Member, n_threads);
  team->n_threads = n_threads;
  g_mutex_init (&team->lock);
  g_cond_init (&team->wake);
  g_cond_init (&team->done);
  for (guint i = 1; i < n_threads; i++) {
    Member *member = &team->members[i];

    *member = (Member){ .team = team, .index = i };
    member->thread = g_thread_try_new ("koma-team", member_main, member, NULL);
  }
  return team;
}

/**
 * koma_team_free:
 * @team: (nullable) (transfer full)
 */
void
koma_team_free (KomaTeam *team)
{
  if (team == NULL)
    return;
  g_mutex_lock (&team->lock);
  atomic_store (&team->is_ending, TRUE);
  g_cond_broadcast (&team->wake);
  g_mutex_unlock (&team->lock);
  for (guint i = 1; i < team->n_threads; i++)
    if (team->members[i].thread != NULL)
      g_thread_join (team->members[i].thread);
  g_cond_clear (&team->done);
  g_cond_clear (&team->wake);
  g_mutex_clear (&team->lock);
  g_free (team->members);
  g_aligned_free (team->ranges);
  g_aligned_free (team);
}
