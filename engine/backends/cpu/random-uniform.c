/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Philox4x32-10, a generator that counts (J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw:
 * Parallel random numbers: as easy as 1, 2, 3. SC 2011): four words of 32 bits are a function of
 * a counter of 128 bits and a key of 64. So every unit makes its numbers from where they stand,
 * and they are the same for any number of threads.
 *
 * Key and first counter are made from the seed, and numbers from words, as TensorFlow's
 * StatelessRandomUniform makes them (core/kernels/stateless_random_ops.cc,
 * core/lib/random/random_distributions.h): the seed is scrambled by one call of the generator,
 * and the low 23 bits of a word are the mantissa of a number from [1, 2), of which 1 is taken. */
#include <string.h>

#include "step.h"
#include "units.h"

/* Counters of which words are made at once: the loops over them become vectors. */
#define N_LANES 16
#define N_WORDS 4

typedef struct
{
  guint32 key[2];
  guint32 counter[N_WORDS];
} Stream;

/* One round of each lane. */
static inline void
mix (guint32 *restrict word_0,
     guint32 *restrict word_1,
     guint32 *restrict word_2,
     guint32 *restrict word_3,
     guint32 key_0,
     guint32 key_1)
{
  for (guint i = 0; i < N_LANES; i++) {
    const guint64 first = (guint64) 0xD2511F53u * word_0[i];
    const guint64 second = (guint64) 0xCD9E8D57u * word_2[i];

    word_0[i] = (guint32) (second >> 32) ^ word_1[i] ^ key_0;
    word_1[i] = (guint32) second;
    word_2[i] = (guint32) (first >> 32) ^ word_3[i] ^ key_1;
    word_3[i] = (guint32) first;
  }
}

static void
philox (const guint32 key[2],
        guint32       words[N_WORDS][N_LANES])
{
  guint32 key_0 = key[0];
  guint32 key_1 = key[1];

  for (guint round = 0; round < 10; round++) {
    mix (words[0], words[1], words[2], words[3], key_0, key_1);
    key_0 += 0x9E3779B9u;
    key_1 += 0xBB67AE85u;
  }
}

/* @seed: two numbers, whose signs are carried into a counter of twice 64 bits. */
static Stream
start_stream (const gint32 *seed)
{
  static const guint32 scrambler[2] = { 0x3EC8F720u, 0x02461E29u };
  guint32              words[N_WORDS][N_LANES] = { 0 };

  for (guint i = 0; i < 2; i++) {
    words[2 * i][0] = (guint32) seed[i];
    words[2 * i + 1][0] = seed[i] < 0 ? G_MAXUINT32 : 0;
  }
  philox (scrambler, words);
  return (Stream){
    .key = { words[0][0], words[1][0] },
    .counter = { 0, 0, words[2][0], words[3][0] },
  };
}

/* Numbers of the counters from @first on. */
static void
make_numbers (const Stream *stream,
              guint64       first,
              float         ret_numbers[N_LANES][N_WORDS])
{
  guint32 words[N_WORDS][N_LANES];

  /* One word after the other, or the compiler makes no vectors. @first is a multiple of
   * N_LANES, so that nothing is carried between lanes. */
  for (guint i = 0; i < N_LANES; i++)
    words[0][i] = (guint32) first + i;
  for (guint i = 0; i < N_LANES; i++)
    words[1][i] = (guint32) (first >> 32);
  for (guint i = 0; i < N_LANES; i++)
    words[2][i] = stream->counter[2];
  for (guint i = 0; i < N_LANES; i++)
    words[3][i] = stream->counter[3];
  philox (stream->key, words);
  for (guint i = 0; i < N_LANES; i++)
    for (guint word = 0; word < N_WORDS; word++) {
      const guint32 bits = 127u << 23 | (words[word][i] & 0x7FFFFFu);
      float         number = 0;

      memcpy (&number, &bits, sizeof number);
      ret_numbers[i][word] = number - 1.0f;
    }
}

/* Items are blocks of N_LANES counters. */
static void
random_run (const KomaCpuStep *step,
            gsize              unit)
{
  const KomaCpuUnits *units = step->data;
  const KomaCpuRange  range = koma_cpu_units_get_range (units, unit);
  const gsize         count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  const Stream        stream = start_stream (step->in[1]);
  float               numbers[N_LANES][N_WORDS];

  for (gsize i = range.begin; i < range.end; i++) {
    const gsize first = i * N_LANES * N_WORDS;

    make_numbers (&stream, i * N_LANES, numbers);
    memcpy ((float *) step->out[0] + first, numbers,
            MIN (N_LANES * N_WORDS, count - first) * sizeof (float));
  }
}

gboolean
koma_cpu_random_uniform_prepare (KomaCpuStep *step,
                                 GError     **error)
{
  const gsize   count = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  KomaCpuUnits *units = g_new (KomaCpuUnits, 1);

  *units = koma_cpu_units_make (count / (N_LANES * N_WORDS) + (count % (N_LANES * N_WORDS) > 0),
                                N_LANES * N_WORDS * 8.0);
  step->data = units;
  step->free_data = g_free;
  step->run = random_run;
  step->n_units = koma_cpu_units_get_n (units);
  return TRUE;
}
