/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the start of Koma is compared with: a program that can do one thing, as short as it can be
 * written with XNNPACK and libjpeg-turbo. It reads the shards of MobileNetV2 1.0 224 for
 * TensorFlow.js, whose order it knows, decodes one JPEG, resizes it, and prints the best class
 * and its score.
 *
 *   bench-start-xnnpack FOLDER PHOTO.jpg
 *
 * It does not free what the end of the process frees. */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <glib.h>
#include <jpeglib.h>
#include <xnnpack.h>

#include "mobilenet-v2-stages.h"

#define SIDE       224
#define N_CLASSES  1000
#define N_SHARDS   4
#define MAX_BYTES  (16u << 20)
#define PAD_VALUES 8 /* “pad/paddings” and … */
#define AXES       2 /* … “pool/axes” lie among the weights */

typedef struct
{
  xnn_subgraph_t subgraph;
  const float   *weights; /* the next */
  uint32_t       value;   /* the end of the chain so far … */
  size_t         side;    /* … and its shape */
  size_t         channels;
} Net;

static void
check (enum xnn_status status)
{
  if (status != xnn_status_success)
    g_error ("XNNPACK: %d", (int) status);
}

static float *
read_shards (const char *folder)
{
  char  *data = malloc (MAX_BYTES + XNN_EXTRA_BYTES);
  size_t size = 0;

  for (int i = 1; i <= N_SHARDS; i++) {
    g_autofree char *path = g_strdup_printf ("%s/group1-shard%dof%d.bin", folder, i, N_SHARDS);
    FILE            *file = fopen (path, "rb");

    if (file == NULL)
      g_error ("%s: %s", path, g_strerror (errno));
    setvbuf (file, NULL, _IONBF, 0);
    size += fread (data + size, 1, MAX_BYTES - size, file);
    (void) fclose (file);
  }
  return (float *) data;
}

static uint32_t
define (Net         *net,
        size_t       rank,
        const size_t dims[],
        const void  *data)
{
  uint32_t id = 0;

  check (xnn_define_tensor_value (net->subgraph, xnn_datatype_fp32, rank, dims, data,
                                  XNN_INVALID_VALUE_ID, 0, &id));
  return id;
}

static uint32_t
define_picture (Net *net)
{
  return define (net, 4, (size_t[]){ 1, net->side, net->side, net->channels }, NULL);
}

/* TensorFlow's [taps][out] as XNNPACK's [out][taps]. */
static const float *
transpose (Net   *net,
           size_t taps,
           size_t out)
{
  float *to = malloc (taps * out * sizeof (float) + XNN_EXTRA_BYTES);

  for (size_t i = 0; i < taps; i++)
    for (size_t k = 0; k < out; k++)
      to[k * taps + i] = net->weights[i * out + k];
  net->weights += taps * out;
  return to;
}

static uint32_t
define_bias (Net   *net,
             size_t n)
{
  const float *bias = net->weights;

  net->weights += n;
  return define (net, 1, &n, bias);
}

static void
add_convolution (Net   *net,
                 size_t kernel,
                 size_t stride,
                 size_t out,
                 float  limit)
{
  const size_t   dims[] = { out, kernel, kernel, net->channels };
  const uint32_t from = net->value;
  const uint32_t filter =
    define (net, 4, dims, transpose (net, kernel * kernel * net->channels, out));
  const uint32_t bias = define_bias (net, out);
  const uint32_t pad = (uint32_t) kernel / 2;
  const size_t   in = net->channels;

  net->side /= stride;
  net->channels = out;
  net->value = define_picture (net);
  check (xnn_define_convolution_2d (net->subgraph, pad, pad, pad, pad, kernel, kernel, stride,
                                    stride, 1, 1, 1, in, out, limit > 0 ? 0 : -INFINITY,
                                    limit > 0 ? limit : INFINITY, from, filter, bias, net->value,
                                    0));
}

static void
add_depthwise (Net   *net,
               size_t stride)
{
  const size_t   dims[] = { 1, 3, 3, net->channels };
  const uint32_t from = net->value;
  const uint32_t filter = define (net, 4, dims, net->weights);
  uint32_t       bias = 0;

  net->weights += 9 * net->channels;
  bias = define_bias (net, net->channels);
  net->side /= stride;
  net->value = define_picture (net);
  check (xnn_define_depthwise_convolution_2d (net->subgraph, 1, 1, 1, 1, 3, 3, stride, stride, 1, 1,
                                              1, net->channels, 0, 6, from, filter, bias,
                                              net->value, 0));
}

static void
add_block (Net   *net,
           size_t expansion,
           size_t stride,
           size_t out)
{
  const uint32_t start = net->value;
  const size_t   in = net->channels;

  if (expansion > 1)
    add_convolution (net, 1, 1, expansion * in, 6);
  add_depthwise (net, stride);
  add_convolution (net, 1, 1, out, 0);
  if (stride == 1 && in == out) {
    const uint32_t branch = net->value;

    net->value = define_picture (net);
    check (xnn_define_add2 (net->subgraph, -INFINITY, INFINITY, start, branch, net->value, 0));
  }
}

static void
add_classifier (Net     *net,
                uint32_t scores)
{
  const size_t   in = net->channels;
  const uint32_t pooled = define (net, 4, (size_t[]){ 1, 1, 1, in }, NULL);
  const uint32_t logits = define (net, 2, (size_t[]){ 1, N_CLASSES }, NULL);
  uint32_t       filter = 0;

  check (xnn_define_global_average_pooling_2d (net->subgraph, -INFINITY, INFINITY, net->value,
                                               pooled, 0));
  net->weights += AXES;
  filter = define (net, 2, (size_t[]){ N_CLASSES, in }, transpose (net, in, N_CLASSES));
  check (xnn_define_fully_connected (net->subgraph, -INFINITY, INFINITY, pooled, filter,
                                     define_bias (net, N_CLASSES), logits,
                                     XNN_FLAG_TENSORFLOW_RESHAPE_2D));
  check (xnn_define_softmax (net->subgraph, logits, scores, 0));
}

static void
add_blocks (Net *net)
{
  for (size_t i = 0; i < G_N_ELEMENTS (mobilenet_v2_stages); i++)
    for (size_t k = 0; k < mobilenet_v2_stages[i].n_repeats; k++)
      add_block (net, mobilenet_v2_stages[i].expansion, k == 0 ? mobilenet_v2_stages[i].stride : 1,
                 mobilenet_v2_stages[i].out_c);
}

static xnn_runtime_t
compile (const float *weights)
{
  Net           net = { .weights = weights + PAD_VALUES, .side = SIDE, .channels = 3 };
  xnn_runtime_t runtime = NULL;
  uint32_t      scores = 0;

  check (xnn_initialize (NULL));
  check (xnn_create_subgraph (2, 0, &net.subgraph));
  check (xnn_define_tensor_value (net.subgraph, xnn_datatype_fp32, 4,
                                  (size_t[]){ 1, SIDE, SIDE, 3 }, NULL, 0,
                                  XNN_VALUE_FLAG_EXTERNAL_INPUT, &net.value));
  check (xnn_define_tensor_value (net.subgraph, xnn_datatype_fp32, 2, (size_t[]){ 1, N_CLASSES },
                                  NULL, 1, XNN_VALUE_FLAG_EXTERNAL_OUTPUT, &scores));
  add_convolution (&net, 3, 2, 32, 6);
  add_blocks (&net);
  add_convolution (&net, 1, 1, 1280, 6);
  add_classifier (&net, scores);
  check (xnn_create_runtime_v2 (net.subgraph, NULL, 0, &runtime));
  check (xnn_delete_subgraph (net.subgraph));
  return runtime;
}

static guint8 *
decode (const char                    *path,
        struct jpeg_decompress_struct *jpeg)
{
  struct jpeg_error_mgr errors;
  guint8               *pixels = NULL;
  FILE                 *file = fopen (path, "rb");

  if (file == NULL)
    g_error ("%s: %s", path, g_strerror (errno));
  jpeg->err = jpeg_std_error (&errors);
  jpeg_create_decompress (jpeg);
  jpeg_stdio_src (jpeg, file);
  (void) jpeg_read_header (jpeg, TRUE);
  jpeg->out_color_space = JCS_RGB;
  (void) jpeg_start_decompress (jpeg);
  pixels = malloc ((size_t) jpeg->output_width * jpeg->output_height * 3);
  while (jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW row = pixels + (size_t) jpeg->output_scanline * jpeg->output_width * 3;

    (void) jpeg_read_scanlines (jpeg, &row, 1);
  }
  (void) fclose (file);
  return pixels;
}

/* The square in the middle, bilinear; ImageNet's mean and deviation. */
static void
resize (const guint8 *pixels,
        size_t        width,
        size_t        height,
        float        *to)
{
  static const float mean[] = { 0.485f, 0.456f, 0.406f }, deviation[] = { 0.229f, 0.224f, 0.225f };
  const size_t       square = MIN (width, height);
  const guint8      *corner = pixels + ((height - square) / 2 * width + (width - square) / 2) * 3;

  for (size_t i = 0; i < SIDE; i++)
    for (size_t k = 0; k < SIDE; k++) {
      const float   y = MAX ((i + 0.5f) * square / SIDE - 0.5f, 0);
      const float   x = MAX ((k + 0.5f) * square / SIDE - 0.5f, 0);
      const size_t  top = (size_t) y, left = (size_t) x;
      const size_t  down = top + 1 < square ? width * 3 : 0, right = left + 1 < square ? 3 : 0;
      const guint8 *at = corner + (top * width + left) * 3;

      for (size_t c = 0; c < 3; c++) {
        const float above = at[c] + (at[right + c] - at[c]) * (x - left);
        const float below = at[down + c] + (at[down + right + c] - at[down + c]) * (x - left);

        *to++ = ((above + (below - above) * (y - top)) / 255 - mean[c]) / deviation[c];
      }
    }
}

int
main (int    argc,
      char **argv)
{
  static float                    input[SIDE * SIDE * 3 + XNN_EXTRA_BYTES];
  static float                    scores[N_CLASSES + XNN_EXTRA_BYTES];
  struct jpeg_decompress_struct   jpeg = { 0 };
  const struct xnn_external_value values[] = { { 0, input }, { 1, scores } };
  xnn_runtime_t                   runtime = NULL;
  int                             best = 0;

  if (argc != 3)
    g_error ("usage: bench-start-xnnpack FOLDER PHOTO.jpg");
  runtime = compile (read_shards (argv[1]));
  {
    g_autofree guint8 *pixels = decode (argv[2], &jpeg);

    resize (pixels, jpeg.output_width, jpeg.output_height, input);
  }
  check (xnn_setup_runtime (runtime, G_N_ELEMENTS (values), values));
  check (xnn_invoke_runtime (runtime));
  for (int i = 1; i < N_CLASSES; i++)
    if (scores[i] > scores[best])
      best = i;
  printf ("%d %.4f\n", best, scores[best]);
  return 0;
}
