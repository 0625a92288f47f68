/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The graph of the file has both halves and what compares them:
 *
 *   pictures ─► half ─► image_embeds ─┐
 *                                     ├─► scale · product + bias ─► logits
 *   ids ──────► half ─► text_embeds ──┘
 *
 * Files keep scale and bias in various forms. So the comparison is cut out, too, and computed for a
 * picture and two texts whose products are 1 and -1: these two scores give both numbers. */

#include "towers.h"

#include "engine/graph/graph.h"
#include "engine/model/picture-layout.h"
#include "engine/passes/passes.h"
#include "engine/runtime/session.h"

/* Of a graph that takes texts of any length: what all published models were trained with. */
#define CLIP_ROWS   77
#define SIGLIP_ROWS 64

struct _KomaTowers
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  KomaGraph *pictures;
  KomaGraph *words;
  KomaRecipe recipe;
  guint      width;
  double     scale;
  double     bias;
};

/* What the scores are called, of our readers and of others. */
static const char *const score_names[] = { "logits", "logits_per_image" };

/* Scores [pictures,texts] of two inputs, vectors of both. */
static KomaGraph *
cut_comparison (const KomaGraph *graph,
                guint            width,
                GError         **error)
{
  static const char *const vectors[] = { KOMA_PICTURE_VECTORS, KOMA_WORD_VECTORS };
  const KomaShape          shape = KOMA_SHAPE (KOMA_DIM_UNKNOWN, width);
  g_autoptr (KomaGraph) copy = koma_graph_copy (graph);
  const char             *scores = koma_graph_find_output (copy, score_names[0]) != KOMA_VALUE_NONE
                                     ? score_names[0]
                                     : score_names[1];
  KomaValueId             from[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaValueId             inputs[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  g_autofree KomaValueId *to = NULL;

  for (guint i = 0; i < 2; i++) {
    from[i] = koma_graph_find_output (copy, vectors[i]);
    inputs[i] = koma_graph_add_input (copy, vectors[i], KOMA_DTYPE_FLOAT32, &shape);
  }
  to = g_new (KomaValueId, koma_graph_get_n_values (copy));
  for (KomaValueId id = 0; id < koma_graph_get_n_values (copy); id++)
    to[id] = id == from[0] ? inputs[0] : id == from[1] ? inputs[1]
                                                       : id;
  koma_graph_replace_uses (copy, to);
  return koma_graph_extract_output (copy, scores, error);
}

static gboolean
find_comparison (KomaTowers      *self,
                 const KomaGraph *graph,
                 GError         **error)
{
  const KomaShape          shapes[] = { KOMA_SHAPE (1, self->width), KOMA_SHAPE (2, self->width) };
  const KomaSessionOptions options = {
    .backend = "cpu",
    .n_threads = 1,
    .precision = KOMA_PRECISION_FLOAT32,
    .input_shapes = shapes,
    .n_input_shapes = 2,
  };
  g_autoptr (KomaGraph) comparison = cut_comparison (graph, self->width, error);
  g_autoptr (KomaSession) session = NULL;
  const float *scores = NULL;
  float       *picture = NULL;
  float       *texts = NULL;

  if (comparison == NULL)
    return FALSE;
  if (koma_graph_get_n_inputs (comparison) != 2)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "the scores of pictures and words are not made from their vectors");
  session = koma_session_new (comparison, &options, error);
  if (session == NULL)
    return FALSE;
  picture = koma_session_get_input_data (session, 0);
  texts = koma_session_get_input_data (session, 1);
  memset (picture, 0, self->width * sizeof *picture);
  memset (texts, 0, 2 * self->width * sizeof *texts);
  picture[0] = 1;
  texts[0] = 1;
  texts[self->width] = -1;
  if (!koma_session_run (session, error) || !koma_session_check_output (session, 0, 2, error))
    return FALSE;
  scores = koma_session_get_output_data (session, 0);
  self->scale = ((double) scores[0] - scores[1]) / 2;
  self->bias = ((double) scores[0] + scores[1]) / 2;
  return TRUE;
}

static gboolean
cut_halves (KomaTowers      *self,
            const KomaGraph *graph,
            GError         **error)
{
  g_autoptr (KomaGraph) inferred = NULL;
  const KomaShape *shape = NULL;

  self->pictures = koma_graph_extract_output (graph, KOMA_PICTURE_VECTORS, error);
  if (self->pictures == NULL || !koma_picture_to_channels_last (self->pictures, error))
    return FALSE;
  if (koma_picture_is_open (self->pictures))
    koma_picture_settle_size (self->pictures, self->recipe.width, self->recipe.height);
  self->words = koma_graph_extract_output (graph, KOMA_WORD_VECTORS, error);
  if (self->words == NULL)
    return FALSE;
  inferred = koma_passes_copy_output (self->pictures, 0, error);
  if (inferred == NULL)
    return FALSE;
  shape = &koma_graph_get_value (inferred, koma_graph_get_output (inferred, 0))->shape;
  if (shape->rank != 2 || shape->dims[1] < 1)
    return koma_fail (error, KOMA_ERROR_SHAPE, "output “" KOMA_PICTURE_VECTORS "” has no vectors");
  self->width = (guint) shape->dims[1];
  return TRUE;
}

/**
 * koma_towers_new:
 * @model: whose koma_model_get_purpose() is %KOMA_PURPOSE_WORDS
 *
 * Cuts a model that compares pictures with words into its halves, which share its weights. That of
 * pictures takes float32 [n,h,w,3] as koma_preprocess() makes them; that of words takes "input_ids"
 * int32 [texts,rows]. Where a half gives vectors of another length than 1, whoever compares them
 * makes them unit. Thread: any.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED where it is no such model, or compares in another way;
 * %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY where its graph is damaged.
 *
 * Returns: (transfer full): both halves, which need @model no more
 */
KomaTowers *
koma_towers_new (const KomaModel *model,
                 GError         **error)
{
  g_autoptr (KomaTowers) self = g_new0 (KomaTowers, 1);
  const KomaRecipe *recipe = koma_model_get_picture_recipe (model);
  const KomaGraph  *graph = koma_model_get_graph (model);

  g_atomic_ref_count_init (&self->ref_count);
  if (koma_model_get_purpose (model) != KOMA_PURPOSE_WORDS || recipe == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "%s: does not compare pictures with words", koma_model_get_path (model));
    return NULL;
  }
  self->recipe = *recipe;
  if (!cut_halves (self, graph, error) || !find_comparison (self, graph, error)) {
    g_prefix_error (error, "%s: ", koma_model_get_path (model));
    return NULL;
  }
  return g_steal_pointer (&self);
}

/**
 * koma_towers_ref:
 *
 * Returns: (transfer full): the same. Thread: any.
 */
KomaTowers *
koma_towers_ref (KomaTowers *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * koma_towers_unref:
 *
 * @self may be %NULL. The last one frees it. Thread: any.
 */
void
koma_towers_unref (KomaTowers *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->pictures, koma_graph_free);
  g_clear_pointer (&self->words, koma_graph_free);
  g_free (self);
}

/**
 * koma_towers_get_pictures:
 *
 * Returns: (transfer none): float32 [n,h,w,3], as koma_towers_get_recipe() makes pictures, to
 *   [n,width]; not inferred. Thread: any.
 */
const KomaGraph *
koma_towers_get_pictures (const KomaTowers *self)
{
  return self->pictures;
}

/**
 * koma_towers_get_words:
 *
 * Returns: (transfer none): int32 [texts,rows] to [texts,width]; not inferred. Thread: any.
 */
const KomaGraph *
koma_towers_get_words (const KomaTowers *self)
{
  return self->words;
}

/**
 * koma_towers_get_width:
 *
 * Returns: numbers of a vector. Thread: any.
 */
guint
koma_towers_get_width (const KomaTowers *self)
{
  return self->width;
}

/**
 * koma_towers_get_context_length:
 *
 * Returns: ids of a text. Thread: any.
 */
guint
koma_towers_get_context_length (const KomaTowers *self)
{
  const KomaShape *shape =
    &koma_graph_get_value (self->words, koma_graph_get_input (self->words, 0))->shape;

  if (shape->rank == 2 && shape->dims[1] > 0)
    return (guint) shape->dims[1];
  return koma_towers_is_sigmoid (self) ? SIGLIP_ROWS : CLIP_ROWS;
}

/**
 * koma_towers_get_recipe:
 *
 * Returns: (transfer none): how pictures become numbers; what it says of scores means nothing.
 *   Thread: any.
 */
const KomaRecipe *
koma_towers_get_recipe (const KomaTowers *self)
{
  return &self->recipe;
}

/**
 * koma_towers_get_scale:
 *
 * Returns: what the product of two unit vectors is multiplied with. Thread: any.
 */
double
koma_towers_get_scale (const KomaTowers *self)
{
  return self->scale;
}

/**
 * koma_towers_get_bias:
 *
 * Returns: what is added then. Thread: any.
 */
double
koma_towers_get_bias (const KomaTowers *self)
{
  return self->bias;
}

/**
 * koma_towers_is_sigmoid:
 *
 * Models that were trained with a sigmoid have a bias; those that were trained with a softmax, to
 * which a bias means nothing, have none.
 *
 * Returns: whether texts are judged one by one. Thread: any.
 */
gboolean
koma_towers_is_sigmoid (const KomaTowers *self)
{
  return self->bias != 0;
}
