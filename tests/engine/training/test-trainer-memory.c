/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A training allocates nothing after its first step: calls of malloc () are counted, not only
 * buffers of tensors. */
#include "dense-model.h"
#include "engine/runtime/memory.h"
#include "tests/test-main.h"

#define N_SAMPLES 5
#define N_STEPS   1000

/* Sanitizers have a malloc () of their own. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define IS_COUNTED FALSE
#else
#define IS_COUNTED TRUE

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);
#endif

static gint n_calls; /* (atomic) */

#if IS_COUNTED
void *
malloc (size_t size)
{
  g_atomic_int_inc (&n_calls);
  return __libc_malloc (size);
}

void *
calloc (size_t n,
        size_t size)
{
  g_atomic_int_inc (&n_calls);
  return __libc_calloc (n, size);
}

void *
realloc (void  *memory,
         size_t size)
{
  g_atomic_int_inc (&n_calls);
  return __libc_realloc (memory, size);
}
#endif

static void
train (KomaTrainer *trainer,
       const float *x,
       const float *y)
{
  const gconstpointer xs[] = { x };
  const float *const  ys[] = { y };
  float               loss = 0;

  g_assert_true (koma_trainer_step (trainer, N_SAMPLES, xs, ys, &loss, NULL));
  g_assert_true (koma_trainer_step (trainer, N_SAMPLES - 1, xs, ys, &loss, NULL));
}

/* Evaluations and predictions between steps, too. */
static void
look (KomaTrainer *trainer,
      const float *x,
      const float *y)
{
  const gconstpointer xs[] = { x };
  const float *const  ys[] = { y };
  const float        *outputs = NULL;
  float               loss = 0;

  g_assert_true (koma_trainer_evaluate (trainer, N_SAMPLES, xs, ys, &loss, NULL));
  g_assert_true (koma_trainer_predict (trainer, N_SAMPLES, xs, &outputs, NULL));
}

static void
test_flat (gconstpointer optimizer)
{
  g_autoptr (KomaTrainer) trainer = dense_new_trainer (optimizer, 0.01);
  const float    x[N_SAMPLES * DENSE_N_IN] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
  const float    y[N_SAMPLES] = { 1, 0, 1, 0, 1 };
  KomaMemoryInfo before, after;
  gint           n_before = 0;

  g_assert_true (!IS_COUNTED || g_atomic_int_get (&n_calls) > 0);
  train (trainer, x, y);
  look (trainer, x, y);
  koma_memory_get_info (&before);
  n_before = g_atomic_int_get (&n_calls);
  for (guint i = 0; i < N_STEPS; i++) {
    train (trainer, x, y);
    look (trainer, x, y);
  }
  g_assert_cmpint (g_atomic_int_get (&n_calls), ==, n_before);
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
  g_assert_cmpuint (after.peak_bytes, ==, before.peak_bytes);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/trainer-memory/sgd", "sgd", test_flat);
  g_test_add_data_func ("/trainer-memory/adam", "adam", test_flat);
  return g_test_run ();
}
