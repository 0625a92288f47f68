/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys and values of a head are packed as right sides of products. Then a strip of rows after the
 * other has its scores, their softmax and the product with the values computed, while it is in the
 * cache: scores are never written as a whole. */
#include <string.h>

#include "kernels/kernels.h"
#include "kernels/pack.h"
#include "mat-mul-offsets.h"
#include "refuse.h"
#include "slots.h"
#include "step.h"
#include "units.h"

#include "engine/koma/koma-error.h"

#define N_BIASES 2
/* Of the scores of a strip. */
#define STRIP_BYTES (48 * 1024)
/* Heads are cut for threads, down to so many tiles of rows: each piece packs keys and values. */
#define UNITS_PER_THREAD 4
#define MIN_PIECE_TILES  4
/* Of a multiply-add, an exponential and an element that is packed; copying an element is 1. */
#define MADD_COST 0.07
#define EXP_COST  1.5
#define PACK_COST 3.0
/* Rows whose distance is a multiple of so many elements meet in few lines of the cache. */
#define BAD_STRIDE 128

enum {
  INPUT_Q,
  INPUT_K,
  INPUT_V,
  INPUT_BIAS,
};

/* Memory of a unit while it runs. */
typedef struct
{
  KomaCpuSlot slot;
  float      *keys;
  float      *values;
  float      *scores;   /* [strip_rows][score_stride] */
  float      *inverses; /* [strip_rows] */
} Slot;

typedef struct
{
  KomaCpuUnits               units; /* items are pieces of heads */
  const KomaCpuKernels      *kernels;
  const KomaAttentionParams *params;
  gsize                     *bias_offsets[N_BIASES]; /* (nullable) [n * heads] */
  gsize                      bias_strides[N_BIASES]; /* of rows */
  gsize                      n_pieces;               /* of a head */
  gsize                      n_columns;              /* of scores, as they are computed */
  gsize                      score_stride;
  gsize                      strip_rows;
  Slot                      *slots; /* as many as threads */
  guint                      n_slots;
} Attention;

/* A piece of one head. */
typedef struct
{
  gsize        head; /* of all pictures */
  const float *q;    /* its first row */
  float       *out;
  gsize        out_stride;
  gsize        first_row;
  gsize        n_rows;
} Piece;

static void
attention_free (gpointer data)
{
  Attention *attention = data;

  for (guint i = 0; i < N_BIASES; i++)
    g_free (attention->bias_offsets[i]);
  g_free (attention->slots);
  g_free (attention);
}

static const float *
find_head (const KomaCpuStep *step,
           guint              input,
           gsize              head)
{
  const KomaAttentionParams *params = &step->node->params.attention;
  const KomaHeadsView       *view = &params->views[input];

  return (const float *) step->in[input] + view->offset + head / params->heads * view->strides[0] +
         head % params->heads * view->strides[1];
}

static void
pack_head (const KomaCpuStep *step,
           gsize              head,
           const Slot        *slot)
{
  const Attention           *attention = step->data;
  const KomaAttentionParams *params = attention->params;
  const KomaHeadsView       *k = &params->views[INPUT_K];
  const KomaHeadsView       *v = &params->views[INPUT_V];

  koma_cpu_pack_run (&(KomaCpuPack){
                       .kernels = attention->kernels,
                       .b = find_head (step, INPUT_K, head),
                       .k_stride = k->strides[3],
                       .n_stride = k->strides[2],
                       .k = params->width,
                       .n = params->keys,
                       .n_rows = params->width,
                       .packed = slot->keys,
                     },
                     0, params->keys);
  koma_cpu_pack_run (&(KomaCpuPack){
                       .kernels = attention->kernels,
                       .b = find_head (step, INPUT_V, head),
                       .k_stride = v->strides[2],
                       .n_stride = v->strides[3],
                       .k = params->keys,
                       .n = params->value_width,
                       .n_rows = params->keys,
                       .packed = slot->values,
                     },
                     0, params->value_width);
}

static void
weigh_scores (const KomaCpuStep *step,
              const Piece       *piece,
              gsize              row,
              gsize              n_rows,
              const Slot        *slot)
{
  const Attention *attention = step->data;
  KomaCpuScores    scores = {
       .scores = slot->scores,
       .stride = attention->score_stride,
       .n_rows = n_rows,
       .n_keys = attention->params->keys,
       .scale = attention->params->scale,
       .zeroes_nan = attention->params->zeroes_nan,
       .inverses = slot->inverses,
  };

  for (guint i = 0; INPUT_BIAS + i < step->node->n_inputs; i++) {
    scores.bias_strides[i] = attention->bias_strides[i];
    scores.biases[i] = (const float *) step->in[INPUT_BIAS + i] +
                       attention->bias_offsets[i][piece->head] +
                       (piece->first_row + row) * scores.bias_strides[i];
  }
  attention->kernels->weigh_scores (&scores);
}

static void
divide (const Slot  *slot,
        const Piece *piece,
        gsize        row,
        gsize        n_rows,
        gsize        n)
{
  for (gsize i = 0; i < n_rows; i++) {
    float      *out = piece->out + (row + i) * piece->out_stride;
    const float inverse = slot->inverses[i];

    for (gsize j = 0; j < n; j++)
      out[j] *= inverse;
  }
}

static void
run_strip (const KomaCpuStep *step,
           const Piece       *piece,
           gsize              row,
           gsize              n_rows,
           const Slot        *slot)
{
  const Attention           *attention = step->data;
  const KomaAttentionParams *params = attention->params;
  const gsize                q_stride = params->views[INPUT_Q].strides[2];

  attention->kernels->gemm (&(KomaCpuGemm){
    .a = piece->q + row * q_stride,
    .a_stride = q_stride * sizeof (float),
    .b = slot->keys,
    .c = slot->scores,
    .c_stride = attention->score_stride * sizeof (float),
    .m = n_rows,
    .n = attention->n_columns,
    .k = params->width,
    .clamp = KOMA_CLAMP_NONE,
  });
  weigh_scores (step, piece, row, n_rows, slot);
  attention->kernels->gemm (&(KomaCpuGemm){
    .a = slot->scores,
    .a_stride = attention->score_stride * sizeof (float),
    .b = slot->values,
    .c = piece->out + row * piece->out_stride,
    .c_stride = piece->out_stride * sizeof (float),
    .m = n_rows,
    .n = params->value_width,
    .k = params->keys,
    .clamp = KOMA_CLAMP_NONE,
  });
  divide (slot, piece, row, n_rows, params->value_width);
}

static Piece
find_piece (const KomaCpuStep *step,
            gsize              index)
{
  const Attention           *attention = step->data;
  const KomaAttentionParams *params = attention->params;
  const gsize                n_rows = params->rows;
  const gsize                width = params->value_width;
  const gsize                part = index % attention->n_pieces;
  Piece                      piece = {
                         .head = index / attention->n_pieces,
                         .first_row = part * n_rows / attention->n_pieces,
                         .out_stride = params->is_rows_first ? params->heads * width : width,
                         .out = step->out[0],
  };

  piece.n_rows = (part + 1) * n_rows / attention->n_pieces - piece.first_row;
  piece.q = find_head (step, INPUT_Q, piece.head) +
            piece.first_row * params->views[INPUT_Q].strides[2];
  piece.out += piece.first_row * piece.out_stride;
  if (params->is_rows_first)
    piece.out += piece.head / params->heads * n_rows * piece.out_stride +
                 piece.head % params->heads * width;
  else
    piece.out += piece.head * n_rows * width;
  return piece;
}

static void
attention_run (const KomaCpuStep *step,
               gsize              unit)
{
  Attention         *attention = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&attention->units, unit);
  Slot              *slot =
    koma_cpu_slots_take (attention->slots, attention->n_slots, sizeof (Slot));

  for (gsize i = range.begin; i < range.end; i++) {
    const Piece piece = find_piece (step, i);

    if (i == range.begin || piece.first_row == 0)
      pack_head (step, piece.head, slot);
    for (gsize row = 0; row < piece.n_rows; row += attention->strip_rows)
      run_strip (step, &piece, row, MIN (attention->strip_rows, piece.n_rows - row), slot);
  }
  koma_cpu_slots_give_back (slot);
}

static gsize
round_up (gsize value,
          gsize to)
{
  return (value + to - 1) / to * to;
}

static void
find_sizes (Attention *attention,
            guint      n_threads)
{
  const KomaCpuKernels      *kernels = attention->kernels;
  const KomaAttentionParams *params = attention->params;
  const gsize                n_heads = params->n * params->heads;
  const double               n_scores = (double) params->rows * params->keys;
  const double               width = params->width + params->value_width;
  const gsize                n_tiles = params->rows / (MIN_PIECE_TILES * kernels->tile_m);
  const gsize                n_wanted = UNITS_PER_THREAD * n_threads;

  attention->n_pieces = n_threads > 1 ? (n_wanted + n_heads - 1) / n_heads : 1;
  attention->n_pieces = MAX (MIN (attention->n_pieces, n_tiles), 1);
  attention->n_columns = round_up (params->keys, MIN (kernels->vector_elems, 8));
  attention->score_stride = round_up (params->keys, kernels->vector_elems);
  if (attention->score_stride % BAD_STRIDE == 0)
    attention->score_stride += kernels->vector_elems;
  attention->strip_rows = STRIP_BYTES / sizeof (float) / attention->score_stride;
  attention->strip_rows =
    MIN (MAX (attention->strip_rows / kernels->tile_m, 1) * kernels->tile_m, (gsize) params->rows);
  attention->units = koma_cpu_units_make (
    n_heads * attention->n_pieces,
    n_scores * (width * MADD_COST + EXP_COST) / attention->n_pieces +
      params->keys * width * PACK_COST);
}

static gboolean
alloc_slots (Attention         *attention,
             const KomaCpuStep *step,
             GError           **error)
{
  const KomaAttentionParams *params = attention->params;
  const gsize                vector = attention->kernels->vector_elems;
  const gsize                n_scores = attention->strip_rows * attention->score_stride + vector;
  gsize                      n_keys = 0;
  gsize                      n_values = 0;
  gsize                      n = 0;

  attention->n_slots = MIN (step->spec->n_threads, koma_cpu_units_get_n (&attention->units));
  attention->slots = g_new0 (Slot, MAX (attention->n_slots, 1));
  if (!koma_cpu_pack_count (attention->kernels, params->width, params->keys, &n_keys) ||
      !koma_cpu_pack_count (attention->kernels, params->keys, params->value_width, &n_values) ||
      !g_size_checked_add (&n, n_keys, n_values) ||
      !g_size_checked_add (&n, n, n_scores + attention->strip_rows) ||
      !g_size_checked_mul (&n, n, sizeof (float)))
    return koma_fail (error, KOMA_ERROR_MEMORY, "keys and values of a head are too large");
  for (guint i = 0; i < attention->n_slots; i++) {
    Slot *slot = &attention->slots[i];

    slot->keys = koma_arena_alloc (step->arena, n, error);
    if (slot->keys == NULL)
      return FALSE;
    slot->values = slot->keys + n_keys;
    slot->scores = slot->values + n_values;
    slot->inverses = slot->scores + n_scores;
  }
  return TRUE;
}

static void
find_biases (Attention         *attention,
             const KomaCpuStep *step)
{
  for (guint i = 0; INPUT_BIAS + i < step->node->n_inputs; i++) {
    const KomaShape *shape = koma_cpu_step_in_shape (step, INPUT_BIAS + i);

    attention->bias_offsets[i] =
      koma_cpu_mat_mul_list_offsets (shape, &attention->params->bias_shapes[i]);
    attention->bias_strides[i] = shape->dims[shape->rank - 2] > 1 ? attention->params->keys : 0;
  }
}

gboolean
koma_cpu_attention_prepare (KomaCpuStep *step,
                            GError     **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  Attention            *attention = NULL;

  if (kernels == NULL)
    return FALSE;
  attention = g_new0 (Attention, 1);
  step->data = attention;
  step->free_data = attention_free;
  attention->kernels = kernels;
  attention->params = &step->node->params.attention;
  find_sizes (attention, step->spec->n_threads);
  find_biases (attention, step);
  step->run = attention_run;
  step->n_units = koma_cpu_units_get_n (&attention->units);
  return alloc_slots (attention, step, error);
}
