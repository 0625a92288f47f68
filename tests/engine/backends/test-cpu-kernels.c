/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The convolutions at every level of this CPU, against the naive loops of
 * their definitions in double precision. */
#include <math.h>

#include "cpu-step-fixture.h"
#include "engine/backends/cpu/kernels/kernels.h"
#include "tests/test-main.h"

typedef struct
{
  const char  *name;
  KomaOp       op;
  guint        n, in_h, in_w, in_c, out_c;
  KomaWindow2D window;
  guint        flags;
} ConvCase;

enum {
  BIAS = 1,
  VARIABLE = 2, /* the filter is no constant */
  RELU6 = 4,
};

#define CONV      KOMA_OP_CONV_2D
#define DEPTHWISE KOMA_OP_DEPTHWISE_CONV_2D
#define BACKPROP  KOMA_OP_CONV_2D_BACKPROP_INPUT

/* clang-format off */
#define WINDOW(size, stride, dilation, ...)                                    \
  { .kernel_h = size, .kernel_w = size, .stride_h = stride, .stride_w = stride, \
    .dilation_h = dilation, .dilation_w = dilation, __VA_ARGS__ }
#define PAD(t, l, b, r) .padding = { t, l, b, r }
static const ConvCase cases[] = {
  { "pointwise/1-1", CONV, 1, 1, 1, 1, 1, WINDOW (1, 1, 1), BIAS },
  { "pointwise/2-3", CONV, 1, 5, 3, 2, 3, WINDOW (1, 1, 1), BIAS | RELU6 },
  { "pointwise/13-127", CONV, 2, 13, 7, 13, 127, WINDOW (1, 1, 1), 0 },
  { "pointwise/127-13", CONV, 3, 7, 7, 127, 13, WINDOW (1, 1, 1), BIAS | RELU6 },
  { "pointwise/96-24", CONV, 1, 40, 41, 96, 24, WINDOW (1, 1, 1), BIAS },
  { "pointwise/320-640", CONV, 1, 7, 7, 320, 640, WINDOW (1, 1, 1), BIAS | RELU6 },
  { "pointwise/stride-2", CONV, 2, 9, 8, 17, 33, WINDOW (1, 2, 1), BIAS },
  { "pointwise/padding", CONV, 1, 3, 3, 5, 6, WINDOW (1, 1, 1, PAD (1, 2, 0, 1)), BIAS },
  { "pointwise/groups-3", CONV, 2, 6, 5, 12, 21, WINDOW (1, 1, 1, .groups = 3), BIAS | RELU6 },
  { "pointwise/variable", CONV, 2, 30, 30, 40, 200, WINDOW (1, 1, 1), BIAS | VARIABLE },
  { "stem/3-32", CONV, 2, 31, 30, 3, 32, WINDOW (3, 2, 1, PAD (0, 0, 1, 1)), BIAS | RELU6 },
  { "3x3/13-2", CONV, 1, 8, 9, 13, 2, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), 0 },
  { "3x3/64-96", CONV, 2, 14, 14, 64, 96, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS | RELU6 },
  { "3x3/dilation-2", CONV, 2, 9, 11, 7, 19, WINDOW (3, 1, 2, PAD (2, 2, 2, 2)), BIAS },
  { "3x3/groups-2", CONV, 2, 9, 11, 10, 38, WINDOW (3, 2, 1, .groups = 2, PAD (1, 1, 1, 1)), BIAS },
  { "3x3/variable", CONV, 2, 12, 12, 33, 130, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS | VARIABLE },
  { "3x3/long-rows", CONV, 1, 5, 5, 601, 20, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS },
  { "lines/3-32", CONV, 2, 31, 60, 3, 32, WINDOW (3, 2, 1, PAD (0, 0, 1, 1)), BIAS | RELU6 },
  { "lines/3-19", CONV, 3, 9, 33, 3, 19, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS | RELU6 },
  { "lines/1-3", CONV, 1, 6, 50, 1, 3, WINDOW (2, 2, 1), 0 },
  { "lines/64-64", CONV, 2, 5, 30, 64, 64, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS | VARIABLE },
  { "lines/7x7", CONV, 1, 15, 69, 3, 40, WINDOW (7, 2, 1, PAD (3, 3, 3, 3)), BIAS | RELU6 },
  { "lines/5x5-stride-3", CONV, 2, 11, 83, 4, 9, WINDOW (5, 3, 1, PAD (4, 4, 4, 4)), BIAS },
  { "lines/pointwise-stride-2", CONV, 2, 4, 51, 17, 33, WINDOW (1, 2, 1), BIAS },
  { "lines/dilation-of-lines", CONV, 1, 12, 40, 3, 8,
    { .kernel_h = 3, .kernel_w = 4, .stride_h = 2, .stride_w = 1, .dilation_h = 2, .dilation_w = 1,
      PAD (2, 0, 2, 3) }, BIAS },
  { "lines/none-inside", CONV, 1, 2, 50, 3, 8, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS },
  { "5x5/larger-than-picture", CONV, 1, 2, 3, 3, 4, WINDOW (5, 1, 1, PAD (2, 2, 2, 2)), BIAS },
  { "7x7/stride-2", CONV, 1, 33, 35, 3, 64, WINDOW (7, 2, 1, PAD (3, 3, 3, 3)), BIAS | RELU6 },

  { "3x3/1", DEPTHWISE, 1, 1, 1, 1, 1, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS },
  { "3x3/2", DEPTHWISE, 1, 2, 2, 2, 2, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS | RELU6 },
  { "3x3/3", DEPTHWISE, 2, 9, 13, 3, 3, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), 0 },
  { "3x3/13", DEPTHWISE, 2, 7, 7, 13, 13, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS | RELU6 },
  { "3x3/127", DEPTHWISE, 2, 14, 14, 127, 127, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS },
  { "3x3/144-stride-2", DEPTHWISE, 1, 28, 28, 144, 144, WINDOW (3, 2, 1, PAD (0, 0, 1, 1)),
    BIAS | RELU6 },
  { "3x3/24-stride-2-odd", DEPTHWISE, 3, 15, 17, 24, 24, WINDOW (3, 2, 1, PAD (1, 1, 1, 1)), BIAS },
  { "3x3/valid", DEPTHWISE, 2, 14, 15, 40, 40, WINDOW (3, 1, 1), BIAS },
  { "3x3/stride-3", DEPTHWISE, 1, 14, 15, 33, 33, WINDOW (3, 3, 1, PAD (1, 1, 1, 1)), BIAS },
  { "3x3/dilation-2", DEPTHWISE, 2, 10, 12, 35, 35, WINDOW (3, 1, 2, PAD (2, 2, 2, 2)), BIAS },
  { "3x3/dilation-5", DEPTHWISE, 1, 23, 22, 20, 20, WINDOW (3, 1, 5, PAD (5, 5, 5, 5)), BIAS },
  { "3x3/multiplier-3", DEPTHWISE, 2, 10, 12, 5, 15, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)),
    BIAS | RELU6 },
  { "3x3/from-one-channel", DEPTHWISE, 1, 10, 12, 1, 8, WINDOW (3, 2, 1, PAD (0, 0, 1, 1)), 0 },
  { "3x3/variable", DEPTHWISE, 2, 20, 20, 70, 70, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)),
    BIAS | VARIABLE },
  { "5x5/13", DEPTHWISE, 2, 11, 12, 13, 13, WINDOW (5, 1, 1, PAD (2, 2, 2, 2)), BIAS },
  { "5x5/48-stride-2", DEPTHWISE, 1, 14, 14, 48, 48, WINDOW (5, 2, 1, PAD (1, 1, 2, 2)),
    BIAS | RELU6 },
  { "5x5/dilation-3", DEPTHWISE, 2, 13, 15, 33, 33, WINDOW (5, 1, 3, PAD (6, 6, 6, 6)), BIAS },
  { "7x7/33", DEPTHWISE, 2, 9, 14, 33, 33, WINDOW (7, 1, 1, PAD (3, 3, 3, 3)), BIAS | RELU6 },
  { "7x7/stride-2", DEPTHWISE, 1, 14, 13, 20, 20, WINDOW (7, 2, 1, PAD (3, 3, 3, 3)), BIAS },
  { "7x7/dilation-2", DEPTHWISE, 1, 20, 23, 17, 17, WINDOW (7, 1, 2, PAD (6, 6, 6, 6)), BIAS },
  { "7x7/whole-picture", DEPTHWISE, 2, 7, 7, 100, 100, WINDOW (7, 1, 1), BIAS },
  { "2x2/uneven", DEPTHWISE, 1, 6, 7, 19, 19, WINDOW (2, 1, 1, PAD (0, 0, 1, 1)), BIAS },

  { "1x1", BACKPROP, 1, 4, 5, 3, 2, WINDOW (1, 1, 1), 0 },
  { "2x2/stride-2", BACKPROP, 2, 4, 5, 13, 17, WINDOW (2, 2, 1), BIAS | RELU6 },
  { "3x3/stride-1", BACKPROP, 1, 6, 5, 20, 33, WINDOW (3, 1, 1, PAD (1, 1, 1, 1)), BIAS },
  { "3x3/stride-2", BACKPROP, 2, 7, 6, 24, 40, WINDOW (3, 2, 1, PAD (0, 0, 1, 1)), BIAS },
  { "4x4/stride-2", BACKPROP, 1, 5, 7, 127, 3, WINDOW (4, 2, 1, PAD (1, 1, 1, 1)), BIAS },
  { "3x3/stride-4", BACKPROP, 1, 3, 3, 5, 6, WINDOW (3, 4, 1, PAD (0, 0, 0, 0)), BIAS },
  { "3x3/dilation-2", BACKPROP, 1, 5, 5, 9, 6, WINDOW (3, 1, 2, PAD (2, 2, 2, 2)), 0 },
  { "3x3/dilation-2-stride-2", BACKPROP, 1, 5, 5, 9, 6, WINDOW (3, 2, 2, PAD (1, 1, 1, 1)), 0 },
  { "3x3/variable", BACKPROP, 1, 9, 9, 64, 96, WINDOW (3, 2, 1, PAD (1, 1, 0, 0)),
    BIAS | VARIABLE },
};

/* clang-format on */

static guint
count_groups (const ConvCase *test)
{
  return MAX (test->window.groups, 1);
}

static KomaShape
conv_out_shape (const ConvCase *test)
{
  const KomaWindow2D *window = &test->window;
  const gint64        pad_h = window->padding.top + window->padding.bottom;
  const gint64        pad_w = window->padding.left + window->padding.right;
  const gint64        reach_h = (window->kernel_h - 1) * window->dilation_h + 1;
  const gint64        reach_w = (window->kernel_w - 1) * window->dilation_w + 1;

  if (test->op == BACKPROP)
    return KOMA_SHAPE (test->n,
                       (gint64) (test->in_h - 1) * window->stride_h + reach_h - pad_h,
                       (gint64) (test->in_w - 1) * window->stride_w + reach_w - pad_w,
                       test->out_c);
  return KOMA_SHAPE (test->n,
                     (test->in_h + pad_h - reach_h) / window->stride_h + 1,
                     (test->in_w + pad_w - reach_w) / window->stride_w + 1,
                     test->out_c);
}

/* What one tap gives to one output pixel, or takes from one input pixel. */
static void
add_tap (const ConvCase *test,
         const float    *in,     /* [in_c] */
         const float    *filter, /* this tap's */
         double         *out)            /* [out_c] */
{
  const guint group_in = test->in_c / count_groups (test);
  const guint group_out = test->out_c / count_groups (test);

  for (guint o = 0; o < test->out_c; o++) {
    if (test->op == DEPTHWISE) {
      out[o] += (double) in[o / (test->out_c / test->in_c)] * filter[o];
      continue;
    }
    for (guint i = 0; i < group_in; i++)
      out[o] += test->op == CONV
                  ? (double) in[o / group_out * group_in + i] * filter[i * test->out_c + o]
                  : (double) in[i] * filter[o * test->in_c + i];
  }
}

static gsize
filter_tap_elems (const ConvCase *test)
{
  return test->op == DEPTHWISE ? test->out_c
                               : test->in_c / count_groups (test) * test->out_c;
}

/* Every pair of pixels that a tap of the window connects. The "small" side
 * is the one that strides: a convolution's output, a transposed one's input. */
static void
connect_pixels (const ConvCase  *test,
                const KomaShape *out_shape,
                const float     *in,
                const float     *filter,
                double          *out)
{
  const KomaWindow2D *window = &test->window;
  const gboolean      is_back = test->op == BACKPROP;
  const gint64        small_h = is_back ? test->in_h : out_shape->dims[1];
  const gint64        small_w = is_back ? test->in_w : out_shape->dims[2];
  const gint64        large_h = is_back ? out_shape->dims[1] : test->in_h;
  const gint64        large_w = is_back ? out_shape->dims[2] : test->in_w;
  const gint64        n_taps = window->kernel_h * window->kernel_w;

  for (gint64 i = 0; i < test->n * small_h * small_w * n_taps; i++) {
    const gint64 tap = i % n_taps;
    const gint64 small = i / n_taps;
    const gint64 y = small / small_w % small_h * window->stride_h - window->padding.top +
                     tap / window->kernel_w * window->dilation_h;
    const gint64 x = small % small_w * window->stride_w - window->padding.left +
                     tap % window->kernel_w * window->dilation_w;
    const gint64 large = (small / small_w / small_h * large_h + y) * large_w + x;

    if (y >= 0 && y < large_h && x >= 0 && x < large_w)
      add_tap (test, in + (is_back ? small : large) * test->in_c,
               filter + tap * filter_tap_elems (test),
               out + (is_back ? large : small) * test->out_c);
  }
}

static double *
expect (const ConvCase  *test,
        const KomaShape *out_shape,
        const float     *in,
        const float     *filter,
        const float     *bias)
{
  const gsize count = koma_shape_count (out_shape);
  double     *out = g_new0 (double, count);

  connect_pixels (test, out_shape, in, filter, out);
  for (gsize i = 0; i < count; i++) {
    if (bias != NULL)
      out[i] += bias[i % test->out_c];
    if (test->flags & RELU6)
      out[i] = CLAMP (out[i], 0, 6);
  }
  return out;
}

/* In the orders and layouts of op-params.h. */
static void
add_inputs (CpuStepFixture *fixture,
            const ConvCase *test)
{
  const KomaShape in = KOMA_SHAPE (test->n, test->in_h, test->in_w, test->in_c);
  const gboolean  is_constant = (test->flags & VARIABLE) == 0;
  KomaShape       filter = KOMA_SHAPE (test->window.kernel_h, test->window.kernel_w, 0, 0);

  filter.dims[2] = test->op == BACKPROP ? test->out_c : test->in_c / count_groups (test);
  filter.dims[3] = test->op == BACKPROP    ? test->in_c
                   : test->op == DEPTHWISE ? test->out_c / test->in_c
                                           : test->out_c;
  cpu_step_fixture_add_input (fixture, test->op == BACKPROP ? KOMA_SHAPE (4) : in, FALSE);
  cpu_step_fixture_add_input (fixture, filter, is_constant);
  if (test->op == BACKPROP)
    cpu_step_fixture_add_input (fixture, in, FALSE);
  if (test->flags & BIAS)
    cpu_step_fixture_add_input (fixture, KOMA_SHAPE (test->out_c), TRUE);
}

static CpuStepPrepare
find_prepare (KomaOp op)
{
  if (op == CONV)
    return koma_cpu_conv_2d_prepare;
  if (op == DEPTHWISE)
    return koma_cpu_depthwise_conv_2d_prepare;
  return koma_cpu_conv_2d_backprop_input_prepare;
}

static void
add_all (CpuStepFixture *fixture,
         const ConvCase *test)
{
  add_inputs (fixture, test);
  cpu_step_fixture_add_node (fixture, test->op, conv_out_shape (test));
  fixture->node->params.window = test->window;
  fixture->node->params.window.groups = count_groups (test);
  if (test->flags & RELU6)
    fixture->node->clamp = (KomaClamp){ 0, 6 };
}

static void
check (gconstpointer data,
       const char   *level,
       guint         n_threads)
{
  const ConvCase    *test = data;
  g_autofree double *expected = NULL;
  const KomaShape    out_shape = conv_out_shape (test);
  const guint        in = test->op == BACKPROP ? 2 : 0;
  CpuStepFixture     fixture;

  cpu_step_fixture_init (&fixture, level, n_threads);
  add_all (&fixture, test);
  expected = expect (test, &out_shape, fixture.in[in], fixture.in[1],
                     test->flags & BIAS ? fixture.in[fixture.n_inputs - 1] : NULL);
  cpu_step_fixture_prepare (&fixture, find_prepare (test->op));
  cpu_step_fixture_run (&fixture, expected);
  cpu_step_fixture_clear (&fixture);
}

static void
test_case (gconstpointer data)
{
  cpu_step_check_levels (check, data);
}

/* A tile ends in vectors, in half of one or in a part of it, and has any number of rows. Where it
 * writes too much, it is into the next pixel, or behind the last. */
static void
test_widths (void)
{
  for (guint out_c = 1; out_c <= 40; out_c++) {
    const ConvCase line = { "line", CONV, 1, 4, 40, 3, out_c, WINDOW (3, 1, 1), BIAS };

    for (guint n_pixels = 1; n_pixels <= 13; n_pixels++) {
      const ConvCase rows = { "rows", CONV, 1, 1, n_pixels, 7, out_c, WINDOW (1, 1, 1),
                              BIAS | RELU6 };

      cpu_step_check_levels (check, &rows);
    }
    cpu_step_check_levels (check, &line);
  }
}

/* Pixels of a line are computed four or seven together, or one by one. */
static void
test_line_lengths (void)
{
  const KomaWindow2D windows[] = {
    WINDOW (3, 1, 1, PAD (1, 1, 1, 1)),
    WINDOW (3, 2, 1, PAD (0, 0, 1, 1)),
    WINDOW (3, 1, 2, PAD (2, 2, 2, 2)),
    WINDOW (5, 1, 1, PAD (2, 2, 2, 2)),
    WINDOW (5, 2, 1, PAD (2, 2, 2, 2)),
    WINDOW (7, 1, 1, PAD (3, 3, 3, 3)),
  };

  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    for (guint in_w = 1; in_w <= 36; in_w++) {
      const ConvCase line = { "line", DEPTHWISE, 1, 6, in_w, 19, 19, windows[i], BIAS | RELU6 };

      cpu_step_check_levels (check, &line);
    }
}

static void
test_levels (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (koma_cpu_kernels_choose (NULL, NULL));
  g_assert_nonnull (koma_cpu_kernels_choose ("baseline", NULL));
  g_assert_cmpstr (koma_cpu_kernels_choose (NULL, NULL)->name, ==, koma_cpu_kernels_get_level ());
  g_assert_null (koma_cpu_kernels_choose ("mmx", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
  g_test_message ("level: %s", koma_cpu_kernels_get_level ());
}

/* Each step refuses a level that is not there. */
static void
test_unknown_level (void)
{
  const KomaOp ops[] = { CONV, DEPTHWISE, BACKPROP };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++) {
    g_autoptr (GError) error = NULL;
    ConvCase       test = cases[0];
    CpuStepFixture fixture;

    test.op = ops[i];
    cpu_step_fixture_init (&fixture, "mmx", 1);
    add_all (&fixture, &test);
    g_assert_false (find_prepare (test.op) (&fixture.step, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
    cpu_step_fixture_clear (&fixture);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  static const char *const op_names[KOMA_N_OPS] = {
    [CONV] = "conv-2d",
    [DEPTHWISE] = "depthwise-conv-2d",
    [BACKPROP] = "conv-2d-backprop-input",
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu-kernels/levels", test_levels);
  g_test_add_func ("/cpu-kernels/unknown-level", test_unknown_level);
  g_test_add_func ("/cpu-kernels/widths", test_widths);
  g_test_add_func ("/cpu-kernels/line-lengths", test_line_lengths);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path =
      g_strdup_printf ("/cpu-kernels/%s/%s", op_names[cases[i].op], cases[i].name);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  return g_test_run ();
}
