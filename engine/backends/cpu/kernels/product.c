/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "product.h"

#include "engine/koma/koma-error.h"
#include "engine/runtime/pages.h"
#include "pack-8.h"

/* Short rows are made in less of it: these bytes stay in the cache of first level. */
#define CACHE_BYTES (24 * 1024)
#define MANY_TILES  4
/* Elements of a right side that are worth a unit of its packing: about 10 µs. */
#define PACK_UNIT_ELEMS 16384

static gpointer
alloc_many (const KomaCpuStep *step,
            gsize              count,
            gsize              bytes,
            GError           **error)
{
  gsize size = 0;

  if (!g_size_checked_mul (&size, count, bytes)) {
    koma_fail (error, KOMA_ERROR_MEMORY,
               "%" G_GSIZE_FORMAT " buffers of %" G_GSIZE_FORMAT " bytes are too large",
               count, bytes);
    return NULL;
  }
  return koma_arena_alloc (step->arena, size, error);
}

/* Constants whose second copy a session of few runs does without. */
static gboolean
is_packed_late (const KomaCpuProduct *product,
                const KomaCpuStep    *step,
                gsize                 n_bytes)
{
  return step->spec->is_brief && product->is_packed_ahead && !product->is_8_bit &&
         n_bytes >= KOMA_PAGES_WORTH_BYTES;
}

/* What other sessions of the same weights may have packed. */
static gboolean
is_common (const KomaCpuProduct *product,
           gsize                 n_bytes)
{
  return product->is_packed_ahead && product->is_whole && product->n_packed == 1 &&
         !product->is_8_bit && n_bytes >= KOMA_PAGES_WORTH_BYTES;
}

static gboolean
find_common (KomaCpuProduct    *product,
             const KomaCpuStep *step,
             gsize              n_bytes,
             GError           **error)
{
  const KomaCpuPackedKey key = {
    .weights = step->in[KOMA_CPU_WEIGHTS],
    .bias = koma_cpu_pack_get_bias (step, KOMA_CPU_BIAS, 0),
    .kernels = product->kernels,
    .k = product->split.k,
    .n = product->split.n,
    .is_turned = product->is_turned,
  };

  product->common = koma_cpu_packed_find (&key, n_bytes, &product->is_to_pack, error);
  if (product->common == NULL)
    return FALSE;
  product->packed = koma_cpu_packed_get_words (product->common);
  return TRUE;
}

/* Where right sides are packed once and for all, if they are. */
static gboolean
alloc_own (KomaCpuProduct    *product,
           const KomaCpuStep *step,
           gsize              n_bytes,
           GError           **error)
{
  if (is_common (product, n_bytes))
    return find_common (product, step, n_bytes, error);
  product->packed = koma_arena_alloc (step->arena, n_bytes, error);
  product->is_to_pack = product->is_packed_ahead;
  return product->packed != NULL;
}

static gboolean
alloc_packed (KomaCpuProduct    *product,
              const KomaCpuStep *step,
              GError           **error)
{
  const gsize k = product->split.k;
  const gsize n = product->split.n;
  gsize       n_bytes = 0;

  product->packed_rows =
    product->is_8_bit ? koma_cpu_pack_8_count_rows (product->kernels, k) : 1 + k;
  if (!koma_cpu_pack_count (product->kernels, product->packed_rows - 1, n,
                            &product->packed_words) ||
      !g_size_checked_mul (&n_bytes, product->packed_words, sizeof (guint32)) ||
      !g_size_checked_mul (&n_bytes, n_bytes, product->n_packed))
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "weights of %" G_GSIZE_FORMAT " by %" G_GSIZE_FORMAT " are too large", k, n);
  if (is_packed_late (product, step, n_bytes)) {
    product->shared = step->arena;
    return koma_arena_share (step->arena, n_bytes, error);
  }
  return alloc_own (product, step, n_bytes, error);
}

/* Of all products together. */
static gsize
get_n_units (const KomaCpuProduct *product)
{
  return product->n_products * koma_cpu_split_get_n_units (&product->split);
}

/* A block has room for one vector past its end, see #KomaCpuMakeRows. */
static gboolean
alloc_blocks (KomaCpuProduct    *product,
              const KomaCpuStep *step,
              GError           **error)
{
  const gsize tile_m = product->kernels->tile_m;
  const gsize row_bytes = MAX (product->split.k, 1) * product->split.a_bytes;

  if (KOMA_CPU_PRODUCT_STACK_BYTES / row_bytes >= tile_m) {
    const gsize tiles = KOMA_CPU_PRODUCT_STACK_BYTES / row_bytes / tile_m;

    product->block_rows = MIN (tiles, MAX (CACHE_BYTES / row_bytes / tile_m, MANY_TILES)) * tile_m;
    return TRUE;
  }
  product->block_rows = tile_m;
  product->block_bytes = tile_m * row_bytes + KOMA_CPU_PRODUCT_VECTOR_BYTES;
  product->blocks =
    alloc_many (step, get_n_units (product), product->block_bytes, error);
  return product->blocks != NULL;
}

static gsize
count_pack_units (const KomaCpuProduct *product)
{
  const gsize n = product->split.n;

  return (n + product->pack_columns_per_unit - 1) / product->pack_columns_per_unit;
}

static void
pack_unit (const KomaCpuStep *step,
           gsize              unit)
{
  const KomaCpuProduct *product = step->data;
  const gsize           n_units = count_pack_units (product);
  const gsize           first = unit % n_units * product->pack_columns_per_unit;

  product->pack_columns (step, unit / n_units, first,
                         MIN (product->pack_columns_per_unit, product->split.n - first));
}

static void
end_packing (KomaCpuProduct *product)
{
  if (product->is_to_pack && product->common != NULL)
    koma_cpu_packed_finish (product->common);
  product->is_to_pack = FALSE;
}

static void
set_up_packing (KomaCpuProduct *product,
                KomaCpuStep    *step)
{
  const gsize tile_elems = (product->split.k + 1) * product->kernels->tile_n;
  const gsize tiles = MAX (PACK_UNIT_ELEMS / tile_elems, 1);

  if (product->is_packed_ahead && product->shared == NULL) {
    for (gsize i = 0; product->is_to_pack && i < product->n_packed; i++)
      product->pack_columns (step, i, 0, product->split.n);
    end_packing (product);
    return;
  }
  product->pack_columns_per_unit = tiles * product->kernels->tile_n;
  step->run_first = pack_unit;
  step->n_first_units = step->n_units > 0 ? product->n_packed * count_pack_units (product) : 0;
}

/**
 * koma_cpu_product_init:
 * @product: zeroed, but for what is set before
 * @step: the step that it is for
 * @rule: how it may be cut
 * @error: return location
 *
 * Chooses kernels and units, allocates, and packs what is packed ahead. Other right sides are
 * packed at every run, by units of the step that are done before the others; so are large ones of
 * brief sessions, into memory that steps share, since they run one after the other.
 *
 * Errors: those of koma_cpu_kernels_choose(); %KOMA_ERROR_MEMORY.
 */
gboolean
koma_cpu_product_init (KomaCpuProduct  *product,
                       KomaCpuStep     *step,
                       KomaCpuSplitRule rule,
                       GError         **error)
{
  guint n_threads = step->spec->n_threads;

  product->kernels = koma_cpu_kernels_choose (step->spec->cpu_level, error);
  if (product->kernels == NULL)
    return FALSE;

  product->is_8_bit = koma_cpu_step_is_8_bit (step);
  if (product->is_8_bit)
    koma_cpu_product_8_init (&product->integers, step, product->n_products * product->split.n);

  /* Many products are units enough. */
  if (product->n_products >= 2 * (gsize) n_threads)
    n_threads = 1;
  product->split.a_bytes =
    product->is_8_bit ? sizeof (gint32) / product->kernels->word_8_elems : sizeof (float);
  product->converts_rows =
    product->is_8_bit && (product->split.a_bytes > 1 || product->integers.x.flip != 0);
  koma_cpu_split_init (&product->split, product->kernels, n_threads, rule);
  product->block_rows = product->split.rows_per_block;
  if ((product->make_rows != NULL || product->converts_rows) &&
      !alloc_blocks (product, step, error))
    return FALSE;
  if (!alloc_packed (product, step, error))
    return FALSE;
  step->n_units = get_n_units (product);
  set_up_packing (product, step);
  return TRUE;
}

/**
 * koma_cpu_product_clear:
 * @product: initialised, half initialised or zeroed
 */
void
koma_cpu_product_clear (KomaCpuProduct *product)
{
  koma_cpu_product_8_clear (&product->integers);
  koma_cpu_packed_unref (product->common);
}

/**
 * koma_cpu_product_get_late_bytes:
 * @step: prepared, of any op
 *
 * Returns: what koma_cpu_product_keep() takes for it; 0 where there is nothing to keep
 */
gsize
koma_cpu_product_get_late_bytes (const KomaCpuStep *step)
{
  const KomaCpuProduct *product = step->data;

  return step->run_first == pack_unit && product->shared != NULL
           ? product->n_packed * product->packed_words * sizeof (guint32)
           : 0;
}

static void
pack_on_thread (gpointer step,
                gsize    unit)
{
  pack_unit (step, unit);
}

/**
 * koma_cpu_product_keep:
 * @step: whose koma_cpu_product_get_late_bytes() is not 0; bound
 * @error: return location
 *
 * Packs its right sides once and for all. Errors: %KOMA_ERROR_MEMORY; it goes on as before then.
 */
gboolean
koma_cpu_product_keep (KomaCpuStep *step,
                       GError     **error)
{
  KomaCpuProduct *product = step->data;

  if (!alloc_own (product, step, koma_cpu_product_get_late_bytes (step), error))
    return FALSE;
  product->shared = NULL;
  if (product->is_to_pack)
    koma_threads_divide (step->threads, pack_on_thread, step, step->n_first_units);
  end_packing (product);
  step->run_first = NULL;
  step->n_first_units = 0;
  return TRUE;
}

/**
 * koma_cpu_product_get_packed:
 * @product: an initialised one
 * @index: less than n_packed
 *
 * Returns: where a right side is packed
 */
gpointer
koma_cpu_product_get_packed (const KomaCpuProduct *product,
                             gsize                 index)
{
  guint32 *packed =
    product->shared != NULL ? koma_arena_get_shared (product->shared) : product->packed;

  return packed + index * product->packed_words;
}

/**
 * koma_cpu_product_pack:
 * @product: an initialised one
 * @index: less than n_packed
 * @pack: the right side, where it lies in memory; the rest is filled in
 * @first_column: a multiple of the kernels' tile_n
 * @n_columns: how many
 *
 * Packs columns of a right side. Allocates nothing. Thread: any; ranges of columns
 * are independent.
 */
void
koma_cpu_product_pack (const KomaCpuProduct *product,
                       gsize                 index,
                       const KomaCpuPack    *pack,
                       gsize                 first_column,
                       gsize                 n_columns)
{
  const KomaCpuProduct8 *integers = &product->integers;
  KomaCpuPack            whole = *pack;

  whole.kernels = product->kernels;
  whole.k = product->split.k;
  whole.n = product->split.n;
  whole.packed = koma_cpu_product_get_packed (product, index);
  if (!product->is_8_bit) {
    koma_cpu_pack_run (&whole, first_column, n_columns);
    return;
  }
  koma_cpu_pack_8_run (
    &(KomaCpuPack8){
      .kernels = whole.kernels,
      .b = whole.b,
      .flip = integers->weights.flip,
      .zero_point = integers->weights.zero,
      .k_stride = whole.k_stride,
      .n_stride = whole.n_stride,
      .bias = whole.bias,
      .multipliers = integers->multipliers + index * whole.n,
      .a_zero_point = integers->x.zero,
      .k = whole.k,
      .n = whole.n,
      .packed = whole.packed,
    },
    first_column, n_columns);
}
