/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models of pictures and words in two files of ONNX, and in one: those of make-onnx-words.py, under
 * the names that exporters give them. */

#include <math.h>
#include <string.h>

#include "engine/formats/onnx/half-names.h"
#include "engine/graph/graph.h"
#include "engine/koma/koma-error.h"
#include "engine/model/doctor.h"
#include "engine/model/model-find.h"
#include "engine/model/model.h"
#include "engine/model/purpose.h"
#include "engine/runtime/session.h"
#include "engine/words/towers.h"
#include "engine/words/word-classes.h"
#include "fixture.h"
#include "tests/test-main.h"

#define SIDE 6

#define CLIP_CONFIG "{'model_type':'clip','projection_dim':3,'logit_scale_init_value':2.6592}"
#define PREPROCESSOR                                                                     \
  "{'image_processor_type':'CLIPImageProcessor','do_normalize':false,'do_rescale':true," \
  "'rescale_factor':0.5,'size':{'shortest_edge':8},'crop_size':{'height':6,'width':6},"  \
  "'resample':3}"
#define VOCABULARY \
  "{'r</w>':1,'g</w>':2,'b</w>':3,'<|startoftext|>':0,'<|endoftext|>':4}"

static void
put (const Folder *folder,
     const char   *model,
     const char   *name)
{
  g_autofree char *source = g_strconcat ("tests/engine/formats/onnx-models/", model, NULL);
  g_autofree char *path = find_source (source);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  folder_write (folder, name, bytes, (gssize) length);
}

static void
put_pair (const Folder *folder)
{
  put (folder, "words-pictures.onnx", "vision_model.onnx");
  put (folder, "words-texts.onnx", "text_model.onnx");
}

static KomaModel *
load (const Folder *folder,
      const char   *name, /* "": the folder */
      GError      **error)
{
  g_autofree char *path = *name != '\0' ? folder_get (folder, name) : g_strdup (folder->path);

  return koma_model_load (path, NULL, NULL, NULL, error);
}

static KomaModel *
load_words (const Folder *folder,
            const char   *name)
{
  g_autoptr (GError) error = NULL;
  KomaModel *model = load (folder, name, &error);

  g_assert_no_error (error);
  g_assert_cmpint (koma_model_get_purpose (model), ==, KOMA_PURPOSE_WORDS);
  return model;
}

static void
assert_fails (const Folder *folder,
              const char   *name,
              int           code,
              const char   *word,
              const char   *other_word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = load (folder, name, &error);

  g_assert_null (model);
  assert_error_says (error, KOMA_ERROR, code, word, other_word, NULL);
}

static KomaTowers *
cut (const KomaModel *model)
{
  g_autoptr (GError) error = NULL;
  KomaTowers *towers = koma_towers_new (model, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_towers_get_width (towers), ==, 3);
  return towers;
}

static KomaSession *
open_session (const KomaGraph *graph,
              guint            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = batch };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_session_get_n_inputs (session), ==, 1);
  return session;
}

static void
run (KomaSession *session)
{
  g_autoptr (GError) error = NULL;

  koma_session_run (session, &error);
  g_assert_no_error (error);
}

static void
assert_vector (const float *found,
               double       x,
               double       y,
               double       z)
{
  g_assert_cmpfloat_with_epsilon (found[0], x, 1e-6);
  g_assert_cmpfloat_with_epsilon (found[1], y, 1e-6);
  g_assert_cmpfloat_with_epsilon (found[2], z, 1e-6);
}

/* Its mean colour, as long as 1. */
static void
check_pictures (const KomaTowers *towers)
{
  g_autoptr (KomaSession) session = open_session (koma_towers_get_pictures (towers), 2);
  float *pixels = koma_session_get_input_data (session, 0);

  for (guint i = 0; i < SIDE * SIDE; i++) {
    memcpy (pixels + 3 * i, (const float[]){ 3, 0, 4 }, 3 * sizeof (float));
    memcpy (pixels + 3 * (SIDE * SIDE + i), (const float[]){ 0, 0.5, 0 }, 3 * sizeof (float));
  }
  run (session);
  assert_vector (koma_session_get_output_data (session, 0), 0.6, 0, 0.8);
  assert_vector ((const float *) koma_session_get_output_data (session, 0) + 3, 0, 1, 0);
}

/* Of ids 1 and 3 the rows are red and blue; those of start and end are zeros. */
static void
check_words (const KomaTowers *towers,
             gint64            n_rows)
{
  g_autoptr (KomaSession) session = open_session (koma_towers_get_words (towers), 2);
  const KomaShape *shape = &koma_session_get_input (session, 0)->shape;
  gint32          *ids = koma_session_get_input_data (session, 0);

  g_assert_cmpuint (shape->rank, ==, 2);
  g_assert_cmpint (shape->dims[1], ==, n_rows);
  for (gint64 i = 0; i < 2 * n_rows; i++)
    ids[i] = i % n_rows == 0 ? 0 : 4;
  ids[1] = 1;
  ids[2] = 3;
  ids[n_rows + 1] = 2;
  run (session);
  assert_vector (koma_session_get_output_data (session, 0), G_SQRT2 / 2, 0, G_SQRT2 / 2);
  assert_vector ((const float *) koma_session_get_output_data (session, 0) + 3, 0, 1, 0);
}

/* ---- Layouts ---- */

typedef struct
{
  const char *pictures;
  const char *words;
  const char *name; /* of the model; NULL: the folder's */
} Layout;

static const Layout layouts[] = {
  { "vision_model.onnx", "text_model.onnx" },
  { "vision_model_fp16.onnx", "text_model_fp16.onnx" },
  { "vision_model_quantized.onnx", "text_model_int8.onnx" },
  { "visual.onnx", "textual.onnx" },
  { "Clip-Image.onnx", "Clip-Text.onnx", "Clip-Image" },
  { "mobileclip_s0_image.onnx", "mobileclip_s0_text.onnx", "mobileclip_s0_image" },
  { "image_encoder.onnx", "text_encoder.onnx" },
  { "onnx/vision_model.onnx", "onnx/text_model.onnx" },
  { "onnx/vision_model.onnx", "onnx/text_model_uint8.onnx" },
  { "visual/model.onnx", "textual/model.onnx" },
  { "visual/model_fp16.onnx", "textual/model_int8.onnx" },
};

static void
write_layout (const Folder *folder,
              const Layout *layout)
{
  put (folder, "words-pictures.onnx", layout->pictures);
  put (folder, "words-texts.onnx", layout->words);
  folder_write_json (folder, "config.json", CLIP_CONFIG);
  folder_write_json (folder, "preprocessor_config.json", PREPROCESSOR);
}

static void
check_recipe (const KomaModel *model)
{
  const KomaRecipe *recipe = koma_model_get_picture_recipe (model);

  g_assert_nonnull (recipe);
  g_assert_cmpuint (recipe->width, ==, SIDE);
  g_assert_cmpuint (recipe->height, ==, SIDE);
  g_assert_cmpuint (recipe->scaled_width, ==, 8);
  g_assert_cmpint (recipe->resize, ==, KOMA_RESIZE_BICUBIC);
  g_assert_cmpfloat (recipe->scale[0], ==, 0.5);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_METADATA);
  g_assert_cmpint (recipe->sources[KOMA_PART_SIZE], !=, KOMA_SOURCE_GUESS);
}

/* Folder, one file and the other are one model. */
static void
test_layout (gconstpointer data)
{
  const Layout *layout = data;
  const char   *opened[] = { "", layout->pictures, layout->words };
  g_auto (Folder) folder = { 0 };
  g_autofree char *hash = NULL;

  folder_init (&folder);
  write_layout (&folder, layout);
  for (guint i = 0; i < G_N_ELEMENTS (opened); i++) {
    g_autoptr (KomaModel) model = load_words (&folder, opened[i]);
    g_autoptr (KomaTowers) towers = cut (model);
    g_autofree char *name = g_path_get_basename (folder.path);

    check_recipe (model);
    check_pictures (towers);
    check_words (towers, 77);
    g_assert_cmpfloat_with_epsilon (koma_towers_get_scale (towers), 100, 1e-4);
    g_assert_false (koma_towers_is_sigmoid (towers));
    if (i < 2)
      g_assert_cmpstr (koma_model_get_name (model), ==, layout->name != NULL ? layout->name : name);
    if (hash != NULL)
      g_assert_cmpstr (koma_model_get_hash (model), ==, hash);
    else
      hash = g_strdup (koma_model_get_hash (model));
  }
}

/* A folder that is dropped is a model where files have usual names, and both halves are there. */
static void
test_usual (void)
{
  static const struct
  {
    const char *pictures;
    const char *words;
    gboolean    is_usual;
  } cases[] = {
    { "vision_model.onnx", "text_model_fp16.onnx", TRUE },
    { "onnx/vision_model_q4.onnx", "onnx/text_model.onnx", TRUE },
    { "visual.onnx", "textual.onnx", TRUE },
    { "onnx/model.onnx", "onnx/other.onnx", TRUE },
    { "vision_model.onnx", "onnx/text_model.onnx", FALSE },
    { "mine_image.onnx", "mine_text.onnx", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autofree char *path = NULL;
    g_autofree char *found = NULL;

    folder_init (&folder);
    put (&folder, "words-pictures.onnx", cases[i].pictures);
    put (&folder, "words-texts.onnx", cases[i].words);
    path = folder_get (&folder, cases[i].pictures);
    found = koma_model_find_usual (folder.path);
    g_assert_cmpstr (found, ==, cases[i].is_usual ? path : NULL);
  }
}

/* Either file is a part of the model, and so is what says how to use it. */
static void
test_hash (void)
{
  static const struct
  {
    const char *model;
    const char *name;
  } changes[] = {
    { "words-texts-pooled.onnx", "text_model.onnx" },
    { "words-pictures-fixed.onnx", "vision_model.onnx" },
    { NULL, "config.json" },
  };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) before = NULL;

  folder_init (&folder);
  put_pair (&folder);
  before = load_words (&folder, "");
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (KomaModel) after = NULL;

    put_pair (&folder);
    if (changes[i].model != NULL)
      put (&folder, changes[i].model, changes[i].name);
    else
      folder_write_json (&folder, changes[i].name, "{'model_type':'siglip'}");
    after = load_words (&folder, "");
    g_assert_cmpstr (koma_model_get_hash (after), !=, koma_model_get_hash (before));
  }
}

/* ---- What files leave out ---- */

static gboolean
has_finding (const KomaModel *model,
             const char      *id)
{
  g_autoptr (GPtrArray) findings = koma_doctor_examine (model, NULL, NULL);

  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (((const KomaFinding *) findings->pdata[i])->id, id))
      return TRUE;
  return FALSE;
}

/* What training begins with is no statement. */
static void
test_scale (void)
{
  static const struct
  {
    const char *config; /* (nullable) */
    double      scale;
    double      bias;
    gboolean    is_guess;
    gint64      n_rows;
  } cases[] = {
    { NULL, 100, 0, TRUE, 77 },
    { CLIP_CONFIG, 100, 0, TRUE, 77 },
    { "{'model_type':'clip','logit_scale_init_value':3,"
      "'text_config':{'max_position_embeddings':16}}",
      20.085537, 0, FALSE, 16 },
    { "{'model_type':'clip','logit_scale_init_value':1000}", 100, 0, TRUE, 77 },
    { "{'model_type':'siglip','text_config':{}}", 117.33, -12.93, TRUE, 64 },
    { "{'model_type':'siglip2','max_position_embeddings':32}", 117.33, -12.93, TRUE, 32 },
    { "{'embed_dim':3,'text_cfg':{'context_length':20}}", 100, 0, TRUE, 20 },
    { "{'embed_dim':3,'init_logit_bias':-10,'text_cfg':{}}", 117.33, -12.93, TRUE, 64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaModel) model = NULL;
    g_autoptr (KomaTowers) towers = NULL;

    folder_init (&folder);
    put_pair (&folder);
    folder_write_json (&folder, "preprocessor_config.json", PREPROCESSOR);
    if (cases[i].config != NULL)
      folder_write_json (&folder, "config.json", cases[i].config);
    model = load_words (&folder, "");
    towers = cut (model);
    g_assert_cmpfloat_with_epsilon (koma_towers_get_scale (towers), cases[i].scale, 1e-4);
    g_assert_cmpfloat_with_epsilon (koma_towers_get_bias (towers), cases[i].bias, 1e-4);
    g_assert_cmpint (koma_towers_is_sigmoid (towers), ==, cases[i].bias != 0);
    g_assert_cmpint (has_finding (model, "scale-guess"), ==, cases[i].is_guess);
    check_words (towers, cases[i].n_rows);
  }
}

/* The size of pictures: of preprocessor_config.json, of config.json, of the graph, or guessed. */
static void
test_size (void)
{
  static const struct
  {
    const char      *pictures;
    const char      *config;
    const char      *preprocessor;
    guint            side;
    KomaRecipeSource source;
  } cases[] = {
    { "words-pictures.onnx", CLIP_CONFIG, PREPROCESSOR, 6, KOMA_SOURCE_GRAPH },
    { "words-pictures.onnx", "{'vision_config':{'image_size':12}}", NULL, 12, KOMA_SOURCE_GRAPH },
    { "words-pictures.onnx", "{'model_type':'clip'}", NULL, 224, KOMA_SOURCE_GUESS },
    { "words-pictures-fixed.onnx", "{'vision_config':{'image_size':12}}", NULL, 6,
      KOMA_SOURCE_GRAPH },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaModel) model = NULL;
    const KomaRecipe *recipe = NULL;

    folder_init (&folder);
    put (&folder, cases[i].pictures, "visual.onnx");
    put (&folder, "words-texts.onnx", "textual.onnx");
    folder_write_json (&folder, "config.json", cases[i].config);
    if (cases[i].preprocessor != NULL)
      folder_write_json (&folder, "preprocessor_config.json", cases[i].preprocessor);
    model = load_words (&folder, "");
    recipe = koma_model_get_picture_recipe (model);
    g_assert_nonnull (recipe);
    g_assert_cmpuint (recipe->width, ==, cases[i].side);
    g_assert_cmpint (recipe->sources[KOMA_PART_SIZE], ==, cases[i].source);
  }
}

/* Without preprocessor_config.json: as nearly all models of the kind, which stays a guess. */
static void
test_usual_picture (void)
{
  static const struct
  {
    const char *config;
    double      scale;  /* of red */
    double      offset; /* of blue */
  } cases[] = {
    { CLIP_CONFIG, 1 / (255 * 0.26862954), -0.40821073 / 0.27577711 },
    { "{}", 1 / (255 * 0.26862954), -0.40821073 / 0.27577711 },
    { "{'model_type':'siglip'}", 1 / 127.5, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaModel) model = NULL;
    const KomaRecipe *recipe = NULL;

    folder_init (&folder);
    put (&folder, "words-pictures-fixed.onnx", "vision_model.onnx");
    put (&folder, "words-texts.onnx", "text_model.onnx");
    folder_write_json (&folder, "config.json", cases[i].config);
    model = load_words (&folder, "");
    recipe = koma_model_get_picture_recipe (model);
    g_assert_nonnull (recipe);
    g_assert_cmpfloat_with_epsilon (recipe->scale[0], cases[i].scale, 1e-9);
    g_assert_cmpfloat_with_epsilon (recipe->offset[2], cases[i].offset, 1e-9);
    g_assert_cmpint (recipe->resize, ==, KOMA_RESIZE_BICUBIC);
    g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GUESS);
    g_assert_cmpint (recipe->sources[KOMA_PART_FIT], ==, KOMA_SOURCE_GUESS);
  }
}

/* SigLIP's vectors are those that CLIP projects. */
static void
test_pooled (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaTowers) towers = NULL;

  folder_init (&folder);
  put (&folder, "words-pictures-pooled.onnx", "vision_model.onnx");
  put (&folder, "words-texts-pooled.onnx", "text_model.onnx");
  folder_write_json (&folder, "preprocessor_config.json", PREPROCESSOR);
  folder_write_json (&folder, "config.json", "{'model_type':'siglip'}");
  model = load_words (&folder, "");
  towers = cut (model);
  check_pictures (towers);
  check_words (towers, 64);
  folder_write_json (&folder, "config.json", CLIP_CONFIG);
  assert_fails (&folder, "", KOMA_ERROR_SHAPE, "vision_model.onnx", "pooler_output");
}

/* A text's vector is that of its end token, whose row is another in each text. */
static void
test_end (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaTowers) towers = NULL;

  folder_init (&folder);
  put (&folder, "words-pictures.onnx", "vision_model.onnx");
  put (&folder, "words-texts-end.onnx", "text_model.onnx");
  model = load_words (&folder, "");
  towers = cut (model);
  check_words (towers, 77);
}

/* One file has its own scale, unless it leaves the scores out. */
static void
test_both (void)
{
  static const char *const files[] = { "words-both.onnx", "words-both-plain.onnx" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaModel) model = NULL;
    g_autoptr (KomaTowers) towers = NULL;

    folder_init (&folder);
    put (&folder, files[i], "onnx/model.onnx");
    folder_write_json (&folder, "config.json", CLIP_CONFIG);
    folder_write_json (&folder, "preprocessor_config.json", PREPROCESSOR);
    model = load_words (&folder, "");
    towers = cut (model);
    check_recipe (model);
    check_pictures (towers);
    check_words (towers, 77);
    g_assert_cmpfloat_with_epsilon (koma_towers_get_scale (towers), i == 0 ? 20 : 100, 1e-4);
    g_assert_cmpint (has_finding (model, "scale-guess"), ==, i == 1);
  }
}

/* ---- What is wrong ---- */

/* A half without the other is what it was before. */
static void
test_alone (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  put (&folder, "words-pictures-fixed.onnx", "vision_model.onnx");
  model = load (&folder, "", &error);
  g_assert_no_error (error);
  g_assert_cmpint (koma_model_get_purpose (model), !=, KOMA_PURPOSE_WORDS);
  g_assert_cmpstr (koma_model_get_format (model), ==, "ONNX");
  put (&folder, "words-texts.onnx", "other.onnx");
  assert_fails (&folder, "other.onnx", KOMA_ERROR_UNSUPPORTED, "input_ids", "open in size");
}

/* Two models whose names differ in a word. */
static void
test_others (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaModel) scores = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  put (&folder, "words-pictures-fixed.onnx", "image.onnx");
  put (&folder, "words-pictures-fixed.onnx", "text.onnx");
  model = load (&folder, "image.onnx", &error);
  g_assert_no_error (error);
  g_assert_cmpint (koma_model_get_purpose (model), !=, KOMA_PURPOSE_WORDS);
  put (&folder, "words-pictures-scores.onnx", "image.onnx");
  put (&folder, "words-texts.onnx", "text.onnx");
  scores = load (&folder, "image.onnx", &error);
  g_assert_no_error (error);
  g_assert_cmpint (koma_model_get_purpose (scores), !=, KOMA_PURPOSE_WORDS);
}

static void
test_bad (void)
{
  static const struct
  {
    const char *words;
    int         code;
    const char *says[2];
  } cases[] = {
    { "words-texts-wide.onnx", KOMA_ERROR_SHAPE, { "_embeds” has 3", "text_model.onnx has 4" } },
    { "words-texts-hidden.onnx", KOMA_ERROR_SHAPE, { "text_model.onnx", "last_hidden_state" } },
    { "words-texts-places.onnx", KOMA_ERROR_UNSUPPORTED, { "text_model.onnx", "position_ids" } },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  put_pair (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    put (&folder, cases[i].words, "text_model.onnx");
    assert_fails (&folder, "", cases[i].code, cases[i].says[0], cases[i].says[1]);
    assert_fails (&folder, "text_model.onnx", cases[i].code, cases[i].says[0], cases[i].says[1]);
  }
  folder_write (&folder, "text_model.onnx", "\xff\xff\xff", 3);
  assert_fails (&folder, "", KOMA_ERROR_MODEL, "text_model.onnx", "damaged");
  put_pair (&folder);
  folder_write (&folder, "config.json", "[]", -1);
  assert_fails (&folder, "", KOMA_ERROR_MODEL, "config.json", "object");
  folder_write_json (&folder, "config.json", "{'model_type':");
  assert_fails (&folder, "", KOMA_ERROR_MODEL, "config.json", "");
}

/* Nobody can tell which one is meant. */
static void
test_several (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (Folder) two = { 0 };

  folder_init (&folder);
  put (&folder, "words-pictures.onnx", "visual.onnx");
  put (&folder, "words-texts.onnx", "textual.onnx");
  put (&folder, "words-texts.onnx", "text.onnx");
  assert_fails (&folder, "visual.onnx", KOMA_ERROR_SEVERAL_MODELS, "visual.onnx", "text.onnx");
  folder_init (&two);
  put (&two, "words-pictures.onnx", "a_image.onnx");
  put (&two, "words-texts.onnx", "a_text_fp16.onnx");
  put (&two, "words-texts.onnx", "a_text_int8.onnx");
  assert_fails (&two, "", KOMA_ERROR_SEVERAL_MODELS, "a_text_fp16.onnx", "a_text_int8.onnx");
  put (&two, "words-texts.onnx", "a_text.onnx");
  put (&two, "words-pictures.onnx", "b_image.onnx");
  put (&two, "words-texts.onnx", "b_text.onnx");
  assert_fails (&two, "", KOMA_ERROR_SEVERAL_MODELS, "a_image.onnx, b_image.onnx", "folder");
}

/* The files of several precisions are one model, the best of which is taken. */
static void
test_variants (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;

  folder_init (&folder);
  put_pair (&folder);
  put (&folder, "words-pictures.onnx", "vision_model_quantized.onnx");
  put (&folder, "words-texts.onnx", "text_model_quantized.onnx");
  put (&folder, "words-texts.onnx", "text_model_int8.onnx");
  model = load_words (&folder, "");
  g_assert_true (g_str_has_suffix (koma_model_get_path (model), "/vision_model.onnx"));
}

/* ---- Words ---- */

static void
test_tokenizer (void)
{
  static const char *const words[] = { "r", "g", "b", NULL };
  static const char *const prompts[] = { "{}", NULL };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaModel) none = NULL;
  g_autoptr (KomaModel) classes = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;
  float *pixels = NULL;

  folder_init (&folder);
  write_layout (&folder, &layouts[7]);
  model = load_words (&folder, "");
  none = koma_word_classes_new (model, words, prompts, &error);
  g_assert_null (none);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "tokenizer.json", "vocab.json", NULL);
  g_clear_error (&error);
  folder_write_json (&folder, "vocab.json", VOCABULARY);
  folder_write (&folder, "merges.txt", "", 0);
  classes = koma_word_classes_new (model, words, prompts, &error);
  g_assert_no_error (error);
  session = open_session (koma_model_get_graph (classes), 1);
  pixels = koma_session_get_input_data (session, 0);
  for (guint i = 0; i < SIDE * SIDE * 3; i++)
    pixels[i] = (const float[]){ 3, 0, 4 }[i % 3];
  run (session);
  g_assert_cmpfloat_with_epsilon (((float *) koma_session_get_output_data (session, 0))[0], 60,
                                  1e-3);
  g_assert_cmpfloat_with_epsilon (((float *) koma_session_get_output_data (session, 0))[2], 80,
                                  1e-3);
}

/* What Immich keeps beside each half is found from both. */
static void
test_immich (void)
{
  static const char *const words[] = { "r", "g", "b", NULL };
  static const char *const files[] = { "visual/model.onnx", "textual/model.onnx" };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  put (&folder, "words-pictures.onnx", files[0]);
  put (&folder, "words-texts.onnx", files[1]);
  folder_write_json (&folder, "config.json", "{'embed_dim':3,'text_cfg':{'context_length':20}}");
  folder_write_json (&folder, "visual/preprocess_cfg.json",
                     "{'size':[6,6],'mean':[0.5,0.5,0.5],'std':[0.25,0.25,0.25],"
                     "'interpolation':'bicubic','resize_mode':'squash'}");
  folder_write_json (&folder, "textual/vocab.json", VOCABULARY);
  folder_write (&folder, "textual/merges.txt", "", 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (KomaModel) model = load_words (&folder, files[i]);
    const KomaRecipe *recipe = koma_model_get_picture_recipe (model);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) classes = koma_word_classes_new (model, words, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (classes)), ==, 3);
    g_assert_cmpuint (recipe->width, ==, 6);
    g_assert_cmpint (recipe->fit, ==, KOMA_FIT_STRETCH);
    g_assert_cmpfloat_with_epsilon (recipe->scale[0], 1 / (255 * 0.25), 1e-9);
    g_assert_cmpfloat_with_epsilon (recipe->offset[0], -2, 1e-9);
    g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_METADATA);
  }
  folder_write_json (&folder, "visual/preprocess_cfg.json", "[]");
  assert_fails (&folder, files[1], KOMA_ERROR_MODEL, "preprocess_cfg.json", "object");
}

/* ---- Names ---- */

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    KomaHalf    half;
    gboolean    is_usual;
    const char *others; /* of no variant, in a line */
  } cases[] = {
    { "a/b/vision_model.onnx", KOMA_HALF_PICTURES, TRUE, "a/b/text_model.onnx" },
    { "text_model_q4f16.onnx", KOMA_HALF_WORDS, TRUE,
      "vision_model.onnx visual_model.onnx image_model.onnx img_model.onnx" },
    { "Visual.ONNX", KOMA_HALF_PICTURES, TRUE, "Textual.onnx Text.onnx" },
    { "x-IMG-2.onnx", KOMA_HALF_PICTURES, FALSE, "x-TXT-2.onnx x-TEXT-2.onnx" },
    { "texture.onnx", KOMA_HALF_NONE, FALSE, "" },
    { "a/visual/model.onnx", KOMA_HALF_PICTURES, FALSE, "a/textual/model.onnx" },
    { "textual/model_fp16.onnx", KOMA_HALF_WORDS, FALSE, "visual/model.onnx" },
    { "visual/readme.txt", KOMA_HALF_NONE, FALSE, "" },
    { "audiovisual/model.onnx", KOMA_HALF_NONE, FALSE, "" },
    { "context.onnx", KOMA_HALF_NONE, FALSE, "" },
    { "image_text.onnx", KOMA_HALF_NONE, FALSE, "" },
    { "vision_model.tflite", KOMA_HALF_NONE, FALSE, "" },
    { "text/model.onnx", KOMA_HALF_NONE, FALSE, "" },
    { ".onnx", KOMA_HALF_NONE, FALSE, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) others = koma_half_names_list_others (cases[i].name, 0);
    g_autofree char *line = NULL;

    g_test_message ("%s", cases[i].name);
    g_ptr_array_add (others, NULL);
    line = g_strjoinv (" ", (char **) others->pdata);
    g_assert_cmpint (koma_half_names_find (cases[i].name), ==, cases[i].half);
    g_assert_cmpint (koma_half_names_is_usual (cases[i].name), ==, cases[i].is_usual);
    g_assert_cmpstr (line, ==, cases[i].others);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++) {
    g_autofree char *test = g_strdup_printf ("/onnx-words/layout/%s", layouts[i].words);

    g_test_add_data_func (test, &layouts[i], test_layout);
  }
  g_test_add_func ("/onnx-words/usual", test_usual);
  g_test_add_func ("/onnx-words/hash", test_hash);
  g_test_add_func ("/onnx-words/scale", test_scale);
  g_test_add_func ("/onnx-words/size", test_size);
  g_test_add_func ("/onnx-words/usual-picture", test_usual_picture);
  g_test_add_func ("/onnx-words/pooled", test_pooled);
  g_test_add_func ("/onnx-words/end", test_end);
  g_test_add_func ("/onnx-words/both", test_both);
  g_test_add_func ("/onnx-words/alone", test_alone);
  g_test_add_func ("/onnx-words/others", test_others);
  g_test_add_func ("/onnx-words/bad", test_bad);
  g_test_add_func ("/onnx-words/several", test_several);
  g_test_add_func ("/onnx-words/variants", test_variants);
  g_test_add_func ("/onnx-words/tokenizer", test_tokenizer);
  g_test_add_func ("/onnx-words/immich", test_immich);
  g_test_add_func ("/onnx-words/names", test_names);
  return g_test_run ();
}
