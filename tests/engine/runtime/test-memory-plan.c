/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/memory.h"
#include "engine/runtime/memory-plan.h"
#include "tests/test-main.h"

static gsize
get_extent (const KomaPlanBuffer *buffer)
{
  gsize extent = buffer->size_bytes + KOMA_MEMORY_PADDING + KOMA_MEMORY_ALIGNMENT - 1;

  return extent - extent % KOMA_MEMORY_ALIGNMENT;
}

/* What must hold of any plan, good or bad. */
static void
check_valid (const KomaPlanBuffer *buffers,
             guint                 n,
             gsize                 arena_bytes)
{
  for (guint i = 0; i < n; i++) {
    const KomaPlanBuffer *a = &buffers[i];

    g_assert_cmpuint (a->offset % KOMA_MEMORY_ALIGNMENT, ==, 0);
    g_assert_cmpuint (a->offset + a->size_bytes + KOMA_MEMORY_PADDING, <=, arena_bytes);
    for (guint k = 0; k < i; k++) {
      const KomaPlanBuffer *b = &buffers[k];

      if (a->first > b->last || b->first > a->last)
        continue;
      g_assert_true (a->offset >= b->offset + b->size_bytes + KOMA_MEMORY_PADDING ||
                     b->offset >= a->offset + a->size_bytes + KOMA_MEMORY_PADDING);
    }
  }
}

static gsize
find_most_alive (const KomaPlanBuffer *buffers,
                 guint                 n,
                 guint                 n_steps)
{
  gsize most = 0;

  for (guint step = 0; step < n_steps; step++) {
    gsize alive = 0;

    for (guint i = 0; i < n; i++)
      if (buffers[i].first <= step && step <= buffers[i].last)
        alive += get_extent (&buffers[i]);
    most = MAX (most, alive);
  }
  return most;
}

static void
test_random (void)
{
  const guint n_steps = 50;

  for (guint round = 0; round < 200; round++) {
    KomaPlanBuffer buffers[120] = { 0 };
    guint          n = g_test_rand_int_range (1, G_N_ELEMENTS (buffers) + 1);
    guint          longest = g_test_rand_int_range (1, n_steps);
    gsize          sum = 0;
    gsize          arena_bytes = 0;

    for (guint i = 0; i < n; i++) {
      guint first = g_test_rand_int_range (0, n_steps);

      buffers[i].size_bytes = g_test_rand_int_range (0, 5000);
      buffers[i].first = first;
      buffers[i].last = MIN (first + g_test_rand_int_range (0, longest), n_steps - 1);
      sum += get_extent (&buffers[i]);
    }
    g_assert_true (koma_memory_plan (buffers, n, &arena_bytes));
    check_valid (buffers, n, arena_bytes);
    g_assert_cmpuint (arena_bytes, <=, sum);
    g_assert_cmpuint (arena_bytes, >=, find_most_alive (buffers, n, n_steps));
  }
}

/* A chain needs the memory of its two largest neighbours. */
static void
test_chain (void)
{
  KomaPlanBuffer buffers[20] = { 0 };
  gsize          arena_bytes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
    buffers[i] = (KomaPlanBuffer){ .size_bytes = 1000, .first = i, .last = i + 1 };
  g_assert_true (koma_memory_plan (buffers, G_N_ELEMENTS (buffers), &arena_bytes));
  check_valid (buffers, G_N_ELEMENTS (buffers), arena_bytes);
  g_assert_cmpuint (arena_bytes, ==, 2 * get_extent (&buffers[0]));
}

static void
test_none (void)
{
  gsize arena_bytes = 42;

  g_assert_true (koma_memory_plan (NULL, 0, &arena_bytes));
  g_assert_cmpuint (arena_bytes, ==, 0);
}

static void
test_overflow (void)
{
  KomaPlanBuffer one = { .size_bytes = G_MAXSIZE - 100 };
  KomaPlanBuffer two[2] = { { .size_bytes = G_MAXSIZE / 2 }, { .size_bytes = G_MAXSIZE / 2 } };
  gsize          arena_bytes = 42;

  g_assert_false (koma_memory_plan (&one, 1, &arena_bytes));
  g_assert_false (koma_memory_plan (two, 2, &arena_bytes));
  g_assert_cmpuint (arena_bytes, ==, 42);
}

/* Above this many, buffers do not share; the plan must be valid still. */
static void
test_many (void)
{
  const guint                n = 8193;
  g_autofree KomaPlanBuffer *buffers = g_new0 (KomaPlanBuffer, n);
  gsize                      arena_bytes = 0;
  gsize                      end = 0;

  for (guint i = 0; i < n; i++)
    buffers[i] = (KomaPlanBuffer){ .size_bytes = i % 300, .first = i, .last = i + i % 7 };
  g_assert_true (koma_memory_plan (buffers, n, &arena_bytes));
  for (guint i = 0; i < n; i++) {
    g_assert_cmpuint (buffers[i].offset, ==, end);
    end += get_extent (&buffers[i]);
  }
  g_assert_cmpuint (arena_bytes, ==, end);
  buffers[n - 1].size_bytes = G_MAXSIZE - 1000;
  g_assert_false (koma_memory_plan (buffers, n, &arena_bytes));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory-plan/random", test_random);
  g_test_add_func ("/memory-plan/chain", test_chain);
  g_test_add_func ("/memory-plan/none", test_none);
  g_test_add_func ("/memory-plan/overflow", test_overflow);
  g_test_add_func ("/memory-plan/many", test_many);
  return g_test_run ();
}
