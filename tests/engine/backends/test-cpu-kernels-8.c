/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernels of 8 bits at every level of this CPU, which must give the very
 * bytes that plain loops over whole numbers give. */
#include <math.h>
#include <string.h>

#include "engine/backends/cpu/kernels/pack-8.h"
#include "tests/test-main.h"

#define GUARD     0xa5
#define MARGIN    128 /* bytes that may be read past the end */
#define MAX_LINES 8

static const char *const levels[] = { "baseline", "avx2", "avx2vnni",
                                      "avx512", "avx512vnni", "dotprod" };

/* How the bytes of a case are read. */
typedef struct
{
  const char *name;
  gboolean    is_a_signed;
  gboolean    is_b_signed;
  gint32      a_zero_point;
  gint32      b_zero_point;
  gint32      c_zero_point;
  KomaClamp   clamp; /* of the result, from its zero point */
} Type;

/* clang-format off */
static const Type types[] = {
  { "uint8", FALSE, FALSE, 128, 122, 0, { 0, 255 } },
  { "uint8-low", FALSE, FALSE, 0, 0, 7, { -7, 248 } },
  { "uint8-high", FALSE, FALSE, 255, 255, 255, { -255, 0 } },
  { "uint8-b-128", FALSE, FALSE, 3, 128, 200, { -30, 55 } },
  { "int8", TRUE, TRUE, -1, 0, -128, { 0, 255 } },
  { "int8-low", TRUE, TRUE, -128, 0, 127, { -255, 0 } },
  { "int8-high", TRUE, TRUE, 127, 127, 5, { -5, 60 } },
  { "int8-b-low", TRUE, TRUE, 0, -128, 0, { -128, 127 } },
  { "uint8-int8", FALSE, TRUE, 120, 0, 10, { -10, 245 } },
  { "int8-uint8", TRUE, FALSE, 11, 90, -3, { -125, 130 } },
};
/* clang-format on */

typedef struct
{
  const KomaCpuKernels *kernels;
  const Type           *type;
  guint8               *b;           /* [k][n] */
  gint32               *bias;        /* [n] */
  float                *multipliers; /* [n] */
  gsize                 k;
  gsize                 n;
  gint32               *packed;
} Right;

static gint32
read_byte (guint8   byte,
           gboolean is_signed,
           gint32   zero_point)
{
  return (is_signed ? (gint8) byte : byte) - zero_point;
}

/* Half of the bytes are at an end of the range. */
static guint8 *
make_bytes (gsize n)
{
  guint8 *bytes = g_malloc (n + MARGIN);

  for (gsize i = 0; i < n + MARGIN; i++) {
    static const guint8 ends[] = { 0x00, 0xff, 0x80, 0x7f };
    const guint32       random = g_test_rand_int ();

    bytes[i] = random & 0x100 ? ends[random & 3] : random;
  }
  return bytes;
}

static guint8
round_sum (gint32      sum,
           float       multiplier,
           const Type *type)
{
  const float scaled = (float) sum * multiplier;

  return (guint8) (type->c_zero_point +
                   (gint32) rintf (CLAMP (scaled, type->clamp.min, type->clamp.max)));
}

static void
right_init (Right                *right,
            const KomaCpuKernels *kernels,
            const Type           *type,
            gsize                 k,
            gsize                 n)
{
  *right = (Right){ .kernels = kernels, .type = type, .k = k, .n = n };
  right->b = make_bytes (k * n);
  right->bias = g_new (gint32, n);
  right->multipliers = g_new (float, n);
  for (gsize i = 0; i < n; i++) {
    right->bias[i] = g_test_rand_int_range (-20000, 20000);
    /* Also those that make halves, and those that exceed the range of int32. */
    right->multipliers[i] = i % 5 == 0   ? 1.0 / 512
                            : i % 7 == 0 ? 1e6
                                         : g_test_rand_double_range (0.1, 2) / sqrt (k * 1e4 + 1);
  }
}

static void
right_clear (Right *right)
{
  g_free (right->b);
  g_free (right->bias);
  g_free (right->multipliers);
  g_free (right->packed);
}

static KomaCpuPack8
right_get_pack (Right *right,
                gsize  n_words)
{
  right->packed = g_new (gint32, n_words);
  memset (right->packed, GUARD, n_words * sizeof (gint32));
  return (KomaCpuPack8){
    .kernels = right->kernels,
    .b = right->b,
    .flip = right->type->is_b_signed ? 0x80 : 0,
    .zero_point = right->type->b_zero_point + (right->type->is_b_signed ? 128 : 0),
    .k_stride = right->n,
    .n_stride = 1,
    .bias = right->bias,
    .multipliers = right->multipliers,
    .a_zero_point = right->type->a_zero_point + (right->type->is_a_signed ? 128 : 0),
    .k = right->k,
    .n = right->n,
    .packed = right->packed,
  };
}

/* The columns in two pieces, as units pack them. */
static gint32
right_pack_matrix (Right *right)
{
  const gsize        tile_n = right->kernels->tile_n;
  const gsize        n_rows = koma_cpu_pack_8_count_rows (right->kernels, right->k);
  const gsize        n_first = MIN (tile_n, right->n);
  const KomaCpuPack8 pack =
    right_get_pack (right, (right->n + tile_n - 1) / tile_n * tile_n * n_rows);

  if (right->n > n_first)
    koma_cpu_pack_8_run (&pack, n_first, right->n - n_first);
  koma_cpu_pack_8_run (&pack, 0, n_first);
  return koma_cpu_pack_8_get_b_zero_point (pack.kernels, pack.zero_point);
}

/* Rows in the form that the kernel takes, made in place. */
static guint8 *
convert (const Right  *right,
         const guint8 *a,
         gsize         n)
{
  const Type  *type = right->type;
  const guint8 flip = type->is_a_signed ? 0x80 : 0;
  const gsize  elem_bytes = 4 / right->kernels->word_8_elems;
  guint8      *rows = g_malloc (n * elem_bytes + MARGIN);
  guint8      *end = rows + n * (elem_bytes - 1);

  memcpy (end, a, n);
  right->kernels->convert_8 (end, n, flip, type->a_zero_point + (flip != 0 ? 128 : 0), rows);
  return rows;
}

static void
check_product (const Right  *right,
               const guint8 *a,
               const guint8 *c,
               gsize         m,
               gsize         c_stride)
{
  const Type *type = right->type;

  for (gsize i = 0; i < m; i++)
    for (gsize j = 0; j < c_stride; j++) {
      gint32 sum = j < right->n ? right->bias[j] : 0;

      for (gsize p = 0; p < right->k && j < right->n; p++)
        sum += read_byte (a[i * right->k + p], type->is_a_signed, type->a_zero_point) *
               read_byte (right->b[p * right->n + j], type->is_b_signed, type->b_zero_point);
      g_assert_cmphex (c[i * c_stride + j], ==,
                       j < right->n ? round_sum (sum, right->multipliers[j], type) : GUARD);
    }
}

static void
check_gemm (const KomaCpuKernels *kernels,
            const Type           *type,
            gsize                 m,
            gsize                 n,
            gsize                 k)
{
  const gsize        c_stride = n + 3;
  g_autofree guint8 *a = make_bytes (m * k);
  g_autofree guint8 *rows = NULL;
  g_autofree guint8 *c = g_malloc (m * c_stride);
  Right              right;
  KomaCpuGemm        gemm = { .m = m, .n = n, .k = k };

  right_init (&right, kernels, type, k, n);
  gemm.b_zero_point = right_pack_matrix (&right);
  rows = convert (&right, a, m * k);
  memset (c, GUARD, m * c_stride);
  gemm.a = rows;
  gemm.a_stride = k * 4 / kernels->word_8_elems;
  gemm.b = right.packed;
  gemm.c = c;
  gemm.c_stride = c_stride;
  gemm.clamp = type->clamp;
  gemm.zero_point = type->c_zero_point;
  kernels->gemm_8 (&gemm);
  check_product (&right, a, c, m, c_stride);
  right_clear (&right);
}

/* All numbers of rows of a tile, all sizes of a last tile, and depths that end
 * within a word and within a vector. */
static void
test_gemm (gconstpointer data)
{
  static const gsize    depths[] = { 1, 3, 4, 16, 17, 27, 64, 65, 127, 960, 1280 };
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (data, NULL);

  for (guint t = 0; t < G_N_ELEMENTS (types); t++) {
    for (guint i = 0; i < G_N_ELEMENTS (depths); i++) {
      check_gemm (kernels, &types[t], 1, kernels->tile_n + 5, depths[i]);
      check_gemm (kernels, &types[t], g_test_rand_int_range (2, 14), kernels->tile_n * 2 - 1,
                  depths[i]);
    }
    for (gsize m = 1; m <= 2 * kernels->tile_m + 1; m++)
      check_gemm (kernels, &types[t], m, 9, 30);
    for (gsize n = 1; n <= 2 * kernels->tile_n; n++)
      check_gemm (kernels, &types[t], 2, n, 19);
    check_gemm (kernels, &types[t], 50 * kernels->tile_m + 7, 3, 7);
  }
}

typedef struct
{
  gsize        in_h, in_w, channels;
  KomaWindow2D window;
} DepthwiseCase;

/* clang-format off */
#define WINDOW(h, w, stride, dilation, pad)                                               \
  { .kernel_h = h, .kernel_w = w, .stride_h = stride, .stride_w = stride,                 \
    .dilation_h = dilation, .dilation_w = dilation, .padding = { pad, pad, pad, pad } }
static const DepthwiseCase depthwise_cases[] = {
  { 1, 1, 1, WINDOW (3, 3, 1, 1, 1) },
  { 7, 9, 13, WINDOW (3, 3, 1, 1, 1) },
  { 14, 15, 96, WINDOW (3, 3, 2, 1, 1) },
  { 9, 16, 33, WINDOW (3, 3, 3, 1, 0) },
  { 11, 12, 31, WINDOW (3, 3, 1, 2, 2) },
  { 13, 14, 17, WINDOW (3, 3, 2, 3, 3) },
  { 11, 10, 40, WINDOW (5, 5, 1, 1, 2) },
  { 12, 13, 64, WINDOW (5, 5, 2, 1, 2) },
  { 7, 7, 35, WINDOW (7, 7, 1, 1, 3) },
  { 6, 8, 20, WINDOW (2, 4, 1, 1, 1) },
  { 6, 8, 48, WINDOW (1, 1, 2, 1, 0) },
};
/* clang-format on */

static gint32
sum_window (const DepthwiseCase *test,
            const Right         *right,
            const guint8        *in,
            gssize               top,
            gssize               left,
            gsize                c)
{
  const Type         *type = right->type;
  const KomaWindow2D *window = &test->window;
  gint32              sum = right->bias[c];

  for (gsize i = 0; i < right->k; i++) {
    const gssize y = top + (gssize) (i / window->kernel_w * window->dilation_h);
    const gssize x = left + (gssize) (i % window->kernel_w * window->dilation_w);

    if (y >= 0 && y < (gssize) test->in_h && x >= 0 && x < (gssize) test->in_w)
      sum += read_byte (in[((gsize) y * test->in_w + x) * test->channels + c], type->is_a_signed,
                        type->a_zero_point) *
             read_byte (right->b[i * right->n + c], type->is_b_signed, type->b_zero_point);
  }
  return sum;
}

/* Output line @y, the channels in two pieces. */
static void
run_line (const DepthwiseCase     *test,
          const Right             *right,
          const KomaCpuDepthwise8 *depthwise,
          const guint8            *in,
          gsize                    y,
          guint8                  *out)
{
  const gsize vector = right->kernels->vector_elems;

  for (gsize c = 0, n = vector; c < test->channels; c += n, n = test->channels - c) {
    const gint32 *lines[MAX_LINES] = { 0 };
    const gsize   n_words = (n + vector - 1) / vector * vector * depthwise->line_pairs;
    const gsize   weight_rows = 2 + test->window.kernel_h * depthwise->row_pairs;

    n = MIN (n, test->channels - c);
    for (guint i = 0; i < test->window.kernel_h; i++) {
      const gssize row = (gssize) (y * test->window.stride_h + i * test->window.dilation_h) -
                         (gssize) test->window.padding.top;
      const gboolean is_inside = row >= 0 && row < (gssize) test->in_h;
      gint32        *line = g_new0 (gint32, n_words);

      if (is_inside)
        right->kernels->make_pairs (depthwise, in + row * test->in_w * test->channels + c, n, line);
      lines[i] = line;
    }
    right->kernels->depthwise_line_8 (
      depthwise, &(KomaCpuDepthwiseLine8){ lines, right->packed + c * weight_rows, out + c, n });
    for (guint i = 0; i < test->window.kernel_h; i++)
      g_free ((gpointer) lines[i]);
  }
}

static void
check_lines (const DepthwiseCase     *test,
             const Right             *right,
             const KomaCpuDepthwise8 *depthwise)
{
  const KomaWindow2D *window = &test->window;
  const gsize         reach = (window->kernel_h - 1) * window->dilation_h + 1;
  const gsize         out_h =
    (test->in_h + 2 * window->padding.top - reach) / window->stride_h + 1;
  const gsize        n_out = depthwise->out_w * test->channels;
  g_autofree guint8 *in = make_bytes (test->in_h * test->in_w * test->channels);
  g_autofree guint8 *out = g_malloc (n_out + 1);

  for (gsize y = 0; y < out_h; y++) {
    memset (out, GUARD, n_out + 1);
    run_line (test, right, depthwise, in, y, out);
    for (gsize i = 0; i < n_out; i++) {
      const gsize  c = i % test->channels;
      const gssize top = (gssize) (y * window->stride_h) - (gssize) window->padding.top;
      const gssize left = (gssize) (i / test->channels * window->stride_w) -
                          (gssize) window->padding.left;
      const gint32 sum = sum_window (test, right, in, top, left, c);

      g_assert_cmphex (out[i], ==, round_sum (sum, right->multipliers[c], right->type));
    }
    g_assert_cmphex (out[n_out], ==, GUARD);
  }
}

static void
check_depthwise (const KomaCpuKernels *kernels,
                 const Type           *type,
                 const DepthwiseCase  *test)
{
  const KomaWindow2D *window = &test->window;
  const gsize         reach = (window->kernel_w - 1) * window->dilation_w + 1;
  const gsize         vector = kernels->vector_elems;
  const gsize         n_vectors = (test->channels + vector - 1) / vector;

  KomaCpuDepthwise8 depthwise = {
    .in_w = test->in_w,
    .out_w = (test->in_w + 2 * window->padding.left - reach) / window->stride_w + 1,
    .channels = test->channels,
    .in_zero_point = type->a_zero_point + (type->is_a_signed ? 128 : 0),
    .flip = type->is_a_signed ? 0x80 : 0,
    .clamp = type->clamp,
    .zero_point = type->c_zero_point,
  };
  Right        right;
  KomaCpuPack8 pack;

  koma_cpu_depthwise_8_init (&depthwise, window);
  right_init (&right, kernels, type, (gsize) window->kernel_h * window->kernel_w, test->channels);
  pack = right_get_pack (
    &right, n_vectors * vector * (2 + window->kernel_h * depthwise.row_pairs));
  koma_cpu_pack_8_channels (&pack, &depthwise, window->kernel_w);
  check_lines (test, &right, &depthwise);
  right_clear (&right);
}

static void
test_depthwise (gconstpointer data)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (data, NULL);

  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    for (guint i = 0; i < G_N_ELEMENTS (depthwise_cases); i++)
      check_depthwise (kernels, &types[t], &depthwise_cases[i]);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (koma_cpu_kernels_choose (levels[i], NULL) != NULL) {
      g_autofree char *gemm_path = g_strdup_printf ("/cpu-kernels-8/gemm/%s", levels[i]);
      g_autofree char *depthwise_path = g_strdup_printf ("/cpu-kernels-8/depthwise/%s", levels[i]);

      g_test_add_data_func (gemm_path, levels[i], test_gemm);
      g_test_add_data_func (depthwise_path, levels[i], test_depthwise);
    }
  return g_test_run ();
}
