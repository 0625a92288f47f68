/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ViT of timm in forms that the shared data does not have, against its definition in double: norms
 * of queries and keys, and a pool that attends. */

#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/session.h"
#include "safetensors-writer.h"
#include "tests/test-main.h"

#define SIDE       8 /* of a picture */
#define PATCH      4
#define N_PATCHES  4
#define N_ROWS     (N_PATCHES + 1)
#define WIDTH      4
#define N_HEADS    2
#define HEAD       (WIDTH / N_HEADS)
#define HIDDEN     6
#define N_CLASSES  2
#define N_PICTURES 2
#define N_PIXELS   (SIDE * SIDE)
#define EPSILON    1e-6

typedef struct
{
  const char *path;
  gboolean    has_pool; /* in place of a class token */
  gboolean    has_head_norms;
  guint       side; /* of the grid of positions; 0: that of the patches */
} Case;

static const Case cases[] = {
  { "/hub-vit/token", FALSE, FALSE },
  { "/hub-vit/pool", TRUE, FALSE },
  { "/hub-vit/token-head-norms", FALSE, TRUE },
  { "/hub-vit/pool-head-norms", TRUE, TRUE },
  { "/hub-vit/token-fewer-positions", FALSE, FALSE, 1 },
  { "/hub-vit/token-more-positions", FALSE, FALSE, 4 },
  { "/hub-vit/pool-more-positions", TRUE, FALSE, 3 },
};

/* ---- The file ---- */

static void
add_layer (SafetensorsWriter *writer,
           const char        *layer,
           KomaShape          weight,
           gint64             n_biases)
{
  g_autofree char *name = g_strconcat (layer, ".weight", NULL);
  g_autofree char *bias = g_strconcat (layer, ".bias", NULL);

  safetensors_add (writer, name, weight);
  safetensors_add (writer, bias, KOMA_SHAPE (n_biases));
}

static void
add_head_norms (SafetensorsWriter *writer,
                const char        *attention)
{
  g_autofree char *query = g_strconcat (attention, ".q_norm", NULL);
  g_autofree char *key = g_strconcat (attention, ".k_norm", NULL);

  add_layer (writer, query, KOMA_SHAPE (HEAD), HEAD);
  add_layer (writer, key, KOMA_SHAPE (HEAD), HEAD);
}

static void
add_block (SafetensorsWriter *writer,
           const Case        *self)
{
  add_layer (writer, "blocks.0.norm1", KOMA_SHAPE (WIDTH), WIDTH);
  add_layer (writer, "blocks.0.attn.qkv", KOMA_SHAPE (3 * WIDTH, WIDTH), 3 * WIDTH);
  add_layer (writer, "blocks.0.attn.proj", KOMA_SHAPE (WIDTH, WIDTH), WIDTH);
  add_layer (writer, "blocks.0.norm2", KOMA_SHAPE (WIDTH), WIDTH);
  add_layer (writer, "blocks.0.mlp.fc1", KOMA_SHAPE (HIDDEN, WIDTH), HIDDEN);
  add_layer (writer, "blocks.0.mlp.fc2", KOMA_SHAPE (WIDTH, HIDDEN), WIDTH);
  if (self->has_head_norms)
    add_head_norms (writer, "blocks.0.attn");
}

static void
add_pool (SafetensorsWriter *writer,
          const Case        *self)
{
  safetensors_add (writer, "attn_pool.latent", KOMA_SHAPE (1, 1, WIDTH));
  add_layer (writer, "attn_pool.q", KOMA_SHAPE (WIDTH, WIDTH), WIDTH);
  add_layer (writer, "attn_pool.kv", KOMA_SHAPE (2 * WIDTH, WIDTH), 2 * WIDTH);
  add_layer (writer, "attn_pool.proj", KOMA_SHAPE (WIDTH, WIDTH), WIDTH);
  add_layer (writer, "attn_pool.norm", KOMA_SHAPE (WIDTH), WIDTH);
  add_layer (writer, "attn_pool.mlp.fc1", KOMA_SHAPE (HIDDEN, WIDTH), HIDDEN);
  add_layer (writer, "attn_pool.mlp.fc2", KOMA_SHAPE (WIDTH, HIDDEN), WIDTH);
  if (self->has_head_norms)
    add_head_norms (writer, "attn_pool");
}

static void
write_model (const Case   *self,
             const Folder *folder,
             gint64        n_positions)
{
  g_auto (SafetensorsWriter) writer = { 0 };

  safetensors_init (&writer);
  add_layer (&writer, "patch_embed.proj", KOMA_SHAPE (WIDTH, 3, PATCH, PATCH), WIDTH);
  safetensors_add (&writer, "pos_embed", KOMA_SHAPE (1, n_positions, WIDTH));
  if (self->has_pool)
    add_pool (&writer, self);
  else
    safetensors_add (&writer, "cls_token", KOMA_SHAPE (1, 1, WIDTH));
  add_block (&writer, self);
  add_layer (&writer, "norm", KOMA_SHAPE (WIDTH), WIDTH);
  add_layer (&writer, "head", KOMA_SHAPE (N_CLASSES, WIDTH), N_CLASSES);
  safetensors_write (&writer, folder);
  folder_write_json (folder, "config.json",
                     "{'architecture':'vit_base_patch4','model_args':{'num_heads':2},"
                     "'label_names':['cat','dog'],'pretrained_cfg':{'input_size':[3,8,8]}}");
}

/* ---- The definition ---- */

static double
get_number (const char *layer,
            const char *part,
            gsize       i)
{
  g_autofree char *name = g_strconcat (layer, ".", part, NULL);

  return safetensors_number (name, i);
}

/* Of @n_out rows of the weight from @first on. */
static void
multiply (const char   *layer,
          const double *x,
          guint         n_in,
          guint         first,
          guint         n_out,
          double       *ret_y)
{
  for (guint o = 0; o < n_out; o++) {
    double sum = get_number (layer, "bias", first + o);

    for (guint i = 0; i < n_in; i++)
      sum += get_number (layer, "weight", (first + o) * n_in + i) * x[i];
    ret_y[o] = sum;
  }
}

static void
normalize (const char *layer,
           double     *x,
           guint       n)
{
  double mean = 0;
  double variance = 0;

  for (guint c = 0; c < n; c++)
    mean += x[c] / n;
  for (guint c = 0; c < n; c++)
    variance += (x[c] - mean) * (x[c] - mean) / n;
  for (guint c = 0; c < n; c++)
    x[c] = (x[c] - mean) / sqrt (variance + EPSILON) * get_number (layer, "weight", c) +
           get_number (layer, "bias", c);
}

static void
normalize_heads (const Case *self,
                 const char *layer,
                 double     *row)
{
  for (guint h = 0; h < N_HEADS && self->has_head_norms; h++)
    normalize (layer, row + h * HEAD, HEAD);
}

/* The row that @query finds among those of keys and values. */
static void
attend (const double *query,
        double (*keys)[WIDTH],
        double (*values)[WIDTH],
        guint   n_rows,
        double *ret_row)
{
  memset (ret_row, 0, WIDTH * sizeof *ret_row);
  for (guint h = 0; h < N_HEADS; h++) {
    double powers[N_ROWS] = { 0 };
    double sum = 0;

    for (guint r = 0; r < n_rows; r++) {
      double product = 0;

      for (guint c = h * HEAD; c < (h + 1) * HEAD; c++)
        product += query[c] * keys[r][c];
      powers[r] = exp (product / sqrt (HEAD));
      sum += powers[r];
    }
    for (guint r = 0; r < n_rows; r++)
      for (guint c = h * HEAD; c < (h + 1) * HEAD; c++)
        ret_row[c] += powers[r] / sum * values[r][c];
  }
}

static void
add_mlp (const char *norm,
         const char *fc1,
         const char *fc2,
         double     *row)
{
  double x[WIDTH];
  double hidden[HIDDEN];

  memcpy (x, row, sizeof x);
  normalize (norm, x, WIDTH);
  multiply (fc1, x, WIDTH, 0, HIDDEN, hidden);
  for (guint i = 0; i < HIDDEN; i++)
    hidden[i] = hidden[i] / 2 * (1 + erf (hidden[i] / G_SQRT2));
  multiply (fc2, hidden, HIDDEN, 0, WIDTH, x);
  for (guint c = 0; c < WIDTH; c++)
    row[c] += x[c];
}

static void
compute_block (const Case *self,
               double (*rows)[WIDTH],
               guint n_rows)
{
  double parts[3][N_ROWS][WIDTH];

  for (guint r = 0; r < n_rows; r++) {
    double x[WIDTH];

    memcpy (x, rows[r], sizeof x);
    normalize ("blocks.0.norm1", x, WIDTH);
    for (guint i = 0; i < 3; i++)
      multiply ("blocks.0.attn.qkv", x, WIDTH, i * WIDTH, WIDTH, parts[i][r]);
    normalize_heads (self, "blocks.0.attn.q_norm", parts[0][r]);
    normalize_heads (self, "blocks.0.attn.k_norm", parts[1][r]);
  }
  for (guint r = 0; r < n_rows; r++) {
    double found[WIDTH];
    double x[WIDTH];

    attend (parts[0][r], parts[1], parts[2], n_rows, found);
    multiply ("blocks.0.attn.proj", found, WIDTH, 0, WIDTH, x);
    for (guint c = 0; c < WIDTH; c++)
      rows[r][c] += x[c];
    add_mlp ("blocks.0.norm2", "blocks.0.mlp.fc1", "blocks.0.mlp.fc2", rows[r]);
  }
}

static void
compute_pool (const Case *self,
              double (*rows)[WIDTH],
              double *ret_row)
{
  double latent[WIDTH];
  double query[WIDTH];
  double found[WIDTH];
  double parts[2][N_ROWS][WIDTH];

  for (guint c = 0; c < WIDTH; c++)
    latent[c] = safetensors_number ("attn_pool.latent", c);
  multiply ("attn_pool.q", latent, WIDTH, 0, WIDTH, query);
  normalize_heads (self, "attn_pool.q_norm", query);
  for (guint r = 0; r < N_PATCHES; r++) {
    for (guint i = 0; i < 2; i++)
      multiply ("attn_pool.kv", rows[r], WIDTH, i * WIDTH, WIDTH, parts[i][r]);
    normalize_heads (self, "attn_pool.k_norm", parts[0][r]);
  }
  attend (query, parts[0], parts[1], N_PATCHES, found);
  multiply ("attn_pool.proj", found, WIDTH, 0, WIDTH, ret_row);
  add_mlp ("attn_pool.norm", "attn_pool.mlp.fc1", "attn_pool.mlp.fc2", ret_row);
}

/* What the position @from of @side weighs in @index of two, by hand: PyTorch's cubic with a = -1/2
 * at distances 1/4, 1/4, 3/4 and 5/4 of four, at 1/6, 1/2 and 7/6 of three, divided by its sum. */
static double
get_weight (guint side,
            guint index,
            guint from)
{
  static const double of_4[] = { 111. / 242, 111. / 242, 29. / 242, -9. / 242 };
  static const double of_3[] = { 405. / 623, 243. / 623, -25. / 623 };

  if (index == 1)
    from = side - 1 - from;
  if (side == 1)
    return 1;
  return side == 4 ? of_4[from] : of_3[from];
}

/* By PyTorch's definition, where the grid is of another size. */
static double
get_position (const Case *self,
              guint       patch,
              guint       c)
{
  const guint n_first = self->has_pool ? 0 : 1;
  double      sum = 0;

  if (self->side == 0)
    return safetensors_number ("pos_embed", (n_first + patch) * WIDTH + c);
  for (guint y = 0; y < self->side; y++)
    for (guint x = 0; x < self->side; x++)
      sum += get_weight (self->side, patch / 2, y) * get_weight (self->side, patch % 2, x) *
             safetensors_number ("pos_embed", (n_first + y * self->side + x) * WIDTH + c);
  return sum;
}

static void
embed (const float *picture, /* [3,SIDE,SIDE] */
       guint        patch,
       double      *ret_row)
{
  const guint top = patch / (SIDE / PATCH) * PATCH;
  const guint left = patch % (SIDE / PATCH) * PATCH;
  double      pixels[3 * PATCH * PATCH];

  for (guint i = 0; i < G_N_ELEMENTS (pixels); i++)
    pixels[i] = picture[i / (PATCH * PATCH) * N_PIXELS + (top + i / PATCH % PATCH) * SIDE + left +
                        i % PATCH];
  multiply ("patch_embed.proj", pixels, G_N_ELEMENTS (pixels), 0, WIDTH, ret_row);
}

static void
classify (const Case  *self,
          const float *picture,
          double      *ret_scores) /* [N_CLASSES] */
{
  const guint n_first = self->has_pool ? 0 : 1;
  const guint n_rows = n_first + N_PATCHES;
  double      rows[N_ROWS][WIDTH];
  double      answer[WIDTH];

  for (guint r = 0; r < n_rows; r++) {
    if (r >= n_first)
      embed (picture, r - n_first, rows[r]);
    for (guint c = 0; c < WIDTH; c++)
      rows[r][c] = r < n_first ? (double) safetensors_number ("cls_token", c) +
                                   safetensors_number ("pos_embed", c)
                               : rows[r][c] + get_position (self, r - n_first, c);
  }
  compute_block (self, rows, n_rows);
  for (guint r = 0; r < n_rows; r++)
    normalize ("norm", rows[r], WIDTH);
  if (self->has_pool)
    compute_pool (self, rows, answer);
  else
    memcpy (answer, rows[0], sizeof answer);
  multiply ("head", answer, WIDTH, 0, N_CLASSES, ret_scores);
}

static void
test_case (gconstpointer data)
{
  const Case              *self = data;
  const KomaSessionOptions options = { .backend = "cpu", .batch = N_PICTURES };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  float           *pictures = NULL;
  const float     *scores = NULL;

  folder_init (&folder);
  write_model (self, &folder,
               (self->has_pool ? 0 : 1) + (self->side > 0 ? self->side * self->side : N_PATCHES));
  path = folder_get (&folder, "model.safetensors");
  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (raw.warning, ==, NULL);
  session = koma_session_new (raw.graph, &options, &error);
  g_assert_no_error (error);
  pictures = koma_session_get_input_data (session, 0);
  for (gsize i = 0; i < N_PICTURES * 3 * N_PIXELS; i++)
    pictures[i] = safetensors_number ("pictures", i);
  koma_session_run (session, &error);
  g_assert_no_error (error);
  scores = koma_session_get_output_data (session, 0);
  for (guint n = 0; n < N_PICTURES; n++) {
    double expected[N_CLASSES] = { 0 };

    classify (self, pictures + n * 3 * N_PIXELS, expected);
    for (guint i = 0; i < N_CLASSES; i++)
      g_assert_cmpfloat_with_epsilon (scores[n * N_CLASSES + i], expected[i], 1e-4);
  }
}

/* A table of positions that is no square. */
static void
test_other_positions (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  folder_init (&folder);
  write_model (&cases[1], &folder, 8);
  path = folder_get (&folder, "model.safetensors");
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_SHAPE, "pos_embed", "8 positions", "4 patches",
                     NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add_data_func (cases[i].path, &cases[i], test_case);
  g_test_add_func ("/hub-vit/other-positions", test_other_positions);
  return g_test_run ();
}
