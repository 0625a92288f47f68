/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tower of pictures as a classifier, against its definition in double; and files that are to be
 * refused. What blocks compute is compared in test-hub-golden. */

#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/session.h"
#include "safetensors-writer.h"
#include "tests/test-main.h"

#define SIDE       8 /* of a picture */
#define PATCH      4
#define N_PATCHES  4
#define WIDTH      3
#define N_CLASSES  2
#define N_PICTURES 2
#define N_PIXELS   (SIDE * SIDE)

#define EMBEDDINGS "vision_model.embeddings."
#define CONV       EMBEDDINGS "patch_embedding"
#define POSITIONS  EMBEDDINGS "position_embedding.weight"

#define STEM "visual.trunk.stem.0."

typedef struct
{
  const char *path;
  const char *type;
  const char *norm; /* the one that is used */
  double      epsilon;
  gint64      n_first; /* rows before the patches */
} Case;

static const Case clip = { "/hub-towers/clip-classifier", "clip", "vision_model.pre_layrnorm", 1e-5,
                           1 };
static const Case siglip = { "/hub-towers/siglip-classifier", "siglip",
                             "vision_model.post_layernorm", 1e-6, 0 };

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
  if (n_biases > 0)
    safetensors_add (writer, bias, KOMA_SHAPE (n_biases));
}

/* What a checkpoint has and nothing uses: no warning. */
static void
add_unused (SafetensorsWriter *writer,
            const Case        *self)
{
  if (self->n_first > 0) {
    add_layer (writer, "vision_model.post_layernorm", KOMA_SHAPE (WIDTH), WIDTH);
    return;
  }
  safetensors_add (writer, "vision_model.head.probe", KOMA_SHAPE (1, 1, WIDTH));
  add_layer (writer, "vision_model.head.layernorm", KOMA_SHAPE (WIDTH), WIDTH);
}

static void
write_model (const Case   *self,
             const Folder *folder)
{
  g_auto (SafetensorsWriter) writer = { 0 };
  g_autofree char *config = g_strdup_printf (
    "{'model_type':'%s','id2label':{'0':'cat','1':'dog'},'vision_config':{'hidden_size':%d,"
    "'num_attention_heads':1,'patch_size':%d,'image_size':%d}}",
    self->type, WIDTH, PATCH, SIDE);

  safetensors_init (&writer);
  add_layer (&writer, CONV, KOMA_SHAPE (WIDTH, 3, PATCH, PATCH), self->n_first > 0 ? 0 : WIDTH);
  safetensors_add (&writer, POSITIONS, KOMA_SHAPE (self->n_first + N_PATCHES, WIDTH));
  if (self->n_first > 0)
    safetensors_add (&writer, EMBEDDINGS "class_embedding", KOMA_SHAPE (WIDTH));
  add_layer (&writer, self->norm, KOMA_SHAPE (WIDTH), WIDTH);
  add_layer (&writer, "classifier", KOMA_SHAPE (N_CLASSES, WIDTH), N_CLASSES);
  add_unused (&writer, self);
  safetensors_write (&writer, folder);
  folder_write_json (folder, "config.json", config);
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

static void
embed (const Case  *self,
       const float *picture, /* [3,SIDE,SIDE] */
       gint64       patch,
       double      *ret_row) /* [WIDTH] */
{
  const gint64 top = patch / (SIDE / PATCH) * PATCH;
  const gint64 left = patch % (SIDE / PATCH) * PATCH;
  const gint64 n = 3 * PATCH * PATCH;

  for (gint64 c = 0; c < WIDTH; c++) {
    double sum = self->n_first > 0 ? 0 : get_number (CONV, "bias", c);

    for (gint64 i = 0; i < n; i++) {
      const gint64 y = top + i / PATCH % PATCH;
      const gint64 x = left + i % PATCH;

      sum += get_number (CONV, "weight", c * n + i) *
             picture[i / (PATCH * PATCH) * N_PIXELS + y * SIDE + x];
    }
    ret_row[c] = sum + safetensors_number (POSITIONS, (self->n_first + patch) * WIDTH + c);
  }
}

static void
normalize (const Case *self,
           double     *row)
{
  double mean = 0;
  double variance = 0;

  for (guint c = 0; c < WIDTH; c++)
    mean += row[c] / WIDTH;
  for (guint c = 0; c < WIDTH; c++)
    variance += (row[c] - mean) * (row[c] - mean) / WIDTH;
  for (guint c = 0; c < WIDTH; c++)
    row[c] = (row[c] - mean) / sqrt (variance + self->epsilon) *
               get_number (self->norm, "weight", c) +
             get_number (self->norm, "bias", c);
}

static void
classify (const Case  *self,
          const float *picture,
          double      *ret_scores) /* [N_CLASSES] */
{
  double mean[WIDTH] = { 0 };

  for (gint64 patch = 0; patch < N_PATCHES; patch++) {
    double row[WIDTH] = { 0 };

    embed (self, picture, patch, row);
    normalize (self, row);
    for (guint c = 0; c < WIDTH; c++)
      mean[c] += row[c] / N_PATCHES;
  }
  for (guint i = 0; i < N_CLASSES; i++) {
    ret_scores[i] = get_number ("classifier", "bias", i);
    for (guint c = 0; c < WIDTH; c++)
      ret_scores[i] += get_number ("classifier", "weight", i * WIDTH + c) * mean[c];
  }
}

static void
test_classifier (gconstpointer data)
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
  write_model (self, &folder);
  path = folder_get (&folder, "model.safetensors");
  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (raw.warning, ==, NULL);
  g_assert_cmpstr (raw.label_lines, ==, "cat\ndog\n");
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

/* ---- What open_clip has and Koma has not ---- */

static const struct
{
  const char *tower;
  const char *setting;
  const char *says;
} refused[] = {
  { "vision_cfg", "'pool_type':'avg'", "“pool_type” of vision_cfg is avg" },
  { "vision_cfg", "'timm_model_name':'eva02'", "“timm_model_name” of vision_cfg is “eva02”" },
  { "vision_cfg", "'timm_model_name':'convnext_zepto_rms'", "convnext_zepto_rms has norms of" },
  { "vision_cfg", "'timm_model_name':'vit_x','timm_pool':'max'", "“timm_pool” of vision_cfg is" },
  { "vision_cfg", "'timm_model_name':'resnet50','timm_pool':'map'", "“timm_pool” of vision_cfg" },
  { "vision_cfg", "'timm_model_name':'vit_x','timm_proj':'x'", "“timm_proj” of vision_cfg is" },
  { "vision_cfg", "'timm_model_name':'vit','timm_model_kwargs':{'x':1}", "kwargs” of vision" },
  { "vision_cfg", "'no_ln_pre':true", "“no_ln_pre” of vision_cfg" },
  { "vision_cfg", "'norm_kwargs':{'eps':1e-6,'bias':true}", "“norm_kwargs” of vision_cfg" },
  { "vision_cfg", "'act_kwargs':{'approximate':'tan'}", "“act_kwargs” of vision_cfg is tan" },
  { "vision_cfg", "'qk_norm':true", "“qk_norm” of vision_cfg" },
  { "vision_cfg", "'timm_model_name':'vit_x','qk_norm':true", "“qk_norm” of vision_cfg" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_auto (Folder) folder = { 0 };
    g_auto (SafetensorsWriter) writer = { 0 };
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;
    g_autofree char *path = NULL;
    g_autofree char *config = g_strdup_printf (
      "{'model_cfg':{'%s':{'image_size':8,%s}}}", refused[i].tower, refused[i].setting);

    folder_init (&folder);
    safetensors_init (&writer);
    safetensors_add (&writer, "visual.class_embedding", KOMA_SHAPE (WIDTH));
    safetensors_write (&writer, &folder);
    folder_write_json (&folder, "open_clip_config.json", config);
    path = folder_get (&folder, "model.safetensors");
    g_assert_false (read_raw_model (path, &raw, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, refused[i].says, NULL);
  }
}

/* ---- Convolutions in branches that are no sum ---- */

static const struct
{
  gint64      side;       /* of the second branch's window */
  gint64      n_channels; /* of the first one's norm */
  const char *says;
} bad_branches[] = {
  { 1, 3, "“stem.0.conv_kxk.0.bn.weight” has 3 channels, expected 2" },
  { 5, 2, "“stem.0.conv_scale.conv.weight” does not fit" },
  { 2, 2, "“stem.0.conv_scale.conv.weight” does not fit" },
};

static void
add_norm (SafetensorsWriter *writer,
          const char        *norm,
          gint64             n_channels)
{
  static const char *const parts[] = { "running_mean", "running_var" };

  add_layer (writer, norm, KOMA_SHAPE (n_channels), n_channels);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *name = g_strconcat (norm, ".", parts[i], NULL);

    safetensors_add (writer, name, KOMA_SHAPE (n_channels));
  }
}

static void
test_branches (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_branches); i++) {
    const gint64 side = bad_branches[i].side;
    g_auto (Folder) folder = { 0 };
    g_auto (SafetensorsWriter) writer = { 0 };
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;
    g_autofree char *path = NULL;

    folder_init (&folder);
    safetensors_init (&writer);
    safetensors_add (&writer, STEM "conv_kxk.0.conv.weight", KOMA_SHAPE (2, 3, 3, 3));
    add_norm (&writer, STEM "conv_kxk.0.bn", bad_branches[i].n_channels);
    safetensors_add (&writer, STEM "conv_scale.conv.weight", KOMA_SHAPE (2, 3, side, side));
    safetensors_write (&writer, &folder);
    folder_write_json (&folder, "open_clip_config.json",
                       "{'model_cfg':{'vision_cfg':{'timm_model_name':'fastvit_mci0'}}}");
    path = folder_get (&folder, "model.safetensors");
    g_assert_false (read_raw_model (path, &raw, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_SHAPE, bad_branches[i].says, NULL);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func (clip.path, &clip, test_classifier);
  g_test_add_data_func (siglip.path, &siglip, test_classifier);
  g_test_add_func ("/hub-towers/refused", test_refused);
  g_test_add_func ("/hub-towers/branches", test_branches);
  return g_test_run ();
}
