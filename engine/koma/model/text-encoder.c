/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-encoder.h"

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/tensor-private.h"
#include "engine/words/tokenizer.h"
#include "graph-model-vectors-private.h"

struct _KomaTextEncoder
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaGraphModel      *model; /* it compiles, and keeps both below */
  const KomaTowers    *towers;
  const KomaTokenizer *tokenizer;
};

G_DEFINE_FINAL_TYPE (KomaTextEncoder, koma_text_encoder, G_TYPE_OBJECT)

static void
koma_text_encoder_finalize (GObject *object)
{
  KomaTextEncoder *self = KOMA_TEXT_ENCODER (object);

  g_clear_object (&self->model);
  G_OBJECT_CLASS (koma_text_encoder_parent_class)->finalize (object);
}

static void
koma_text_encoder_class_init (KomaTextEncoderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_text_encoder_finalize;
}

static void
koma_text_encoder_init (KomaTextEncoder *self)
{
}

static const KomaTokenizer *
get_tokenizer (KomaGraphModel *model,
               GError        **error)
{
  const char *path = koma_model_get_path (model->model);

  g_mutex_lock (&model->lock);
  if (model->tokenizer == NULL)
    model->tokenizer = koma_tokenizer_new_for_model (path, error);
  g_mutex_unlock (&model->lock);
  if (model->tokenizer == NULL)
    g_prefix_error (error, "%s: ", path);
  return model->tokenizer;
}

/**
 * koma_text_encoder_new:
 * @model: one that compares pictures with words: see koma_graph_model_knows_words()
 * @error: return location for an error
 *
 * The tokenizer is read from the files beside the model: `tokenizer.json`, else `vocab.json` and
 * `merges.txt`, else `spiece.model`; once for all encoders of @model. Thread: any; blocks on the
 * disk.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the model knows no words, or its tokenizer is of a kind that
 * Koma does not have; %KOMA_ERROR_MODEL if there is no tokenizer, or one is damaged;
 * %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY; #GFileError. All begin with the path of the model.
 *
 * Returns: (transfer full) (nullable): its encoder
 */
KomaTextEncoder *
koma_text_encoder_new (KomaGraphModel *model,
                       GError        **error)
{
  g_autoptr (KomaTextEncoder) self = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (model), NULL);

  if (koma_model_get_purpose (model->model) != KOMA_PURPOSE_WORDS) {
    koma_fail (error, KOMA_ERROR_UNSUPPORTED,
               "%s: the model knows no words: it does not compare pictures with them",
               koma_model_get_path (model->model));
    return NULL;
  }
  self = g_object_new (KOMA_TYPE_TEXT_ENCODER, NULL);
  self->model = g_object_ref (model);
  self->towers = koma_graph_model_get_towers (model, error);
  if (self->towers == NULL)
    return NULL;
  self->tokenizer = get_tokenizer (model, error);
  return self->tokenizer != NULL ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_text_encoder_get_context_length:
 * @self: an encoder
 *
 * Thread: any.
 *
 * Returns: how many tokens the model takes of a text, with those that begin and end it
 */
guint
koma_text_encoder_get_context_length (KomaTextEncoder *self)
{
  g_return_val_if_fail (KOMA_IS_TEXT_ENCODER (self), 0);

  return koma_towers_get_context_length (self->towers);
}

/**
 * koma_text_encoder_get_width:
 * @self: an encoder
 *
 * Thread: any.
 *
 * Returns: how many numbers the vector of a text has, and that of a picture
 */
guint
koma_text_encoder_get_width (KomaTextEncoder *self)
{
  g_return_val_if_fail (KOMA_IS_TEXT_ENCODER (self), 0);

  return koma_towers_get_width (self->towers);
}

static gboolean
check_texts (KomaTextEncoder   *self,
             const char *const *texts,
             GError           **error)
{
  const char *path = koma_model_get_path (self->model->model);

  if (texts == NULL || texts[0] == NULL)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: no texts are given", path);
  for (guint i = 0; texts[i] != NULL; i++)
    if (!g_utf8_validate (texts[i], -1, NULL))
      return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: text %u is not UTF-8", path, i + 1);
  return TRUE;
}

/* [n_texts, context length] */
static KomaArray *
tokenize (KomaTextEncoder   *self,
          const char *const *texts,
          guint              n_texts,
          GError           **error)
{
  const guint     n = koma_towers_get_context_length (self->towers);
  const KomaShape shape = KOMA_SHAPE (n_texts, n);
  KomaArray      *array = koma_array_new (KOMA_DTYPE_INT32, &shape, error);

  for (guint i = 0; array != NULL && i < n_texts; i++)
    koma_tokenizer_encode (self->tokenizer, texts[i], (gint32 *) array->data + (gsize) i * n, n);
  return array;
}

/**
 * koma_text_encoder_tokenize:
 * @self: an encoder
 * @texts: (array zero-terminated=1): one or more
 * @error: return location for an error
 *
 * The numbers of tokens that the model takes of texts, with what begins, ends and fills up each.
 * What is longer than koma_text_encoder_get_context_length() is cut off. Thread: any.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there are no texts, or one is not UTF-8; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32 `[texts, context length]`; floating, or the scope's in
 *   force
 */
KomaTensor *
koma_text_encoder_tokenize (KomaTextEncoder   *self,
                            const char *const *texts,
                            GError           **error)
{
  g_autoptr (KomaArray) ids = NULL;

  g_return_val_if_fail (KOMA_IS_TEXT_ENCODER (self), NULL);

  if (!check_texts (self, texts, error))
    return NULL;
  ids = tokenize (self, texts, g_strv_length ((char **) texts), error);
  return ids != NULL ? koma_tensor_new_from_array (ids) : NULL;
}

/**
 * koma_text_encoder_encode:
 * @self: an encoder
 * @texts: (array zero-terminated=1): one or more
 * @error: return location for an error
 *
 * The vectors of texts, each of length 1: the product of one with that of a picture,
 * koma_graph_model_embed_image(), is the cosine of the angle between them. A text without any token
 * of meaning may have a vector of zeros. Runs on the backend of the calling thread's
 * #KomaEnvironment. Thread: any.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there are no texts, or one is not UTF-8; %KOMA_ERROR_MODEL,
 * %KOMA_ERROR_BACKEND, %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY. All begin with the path of the model.
 *
 * Returns: (transfer none) (nullable): float32 `[texts, width]`; floating, or the scope's in force
 */
KomaTensor *
koma_text_encoder_encode (KomaTextEncoder   *self,
                          const char *const *texts,
                          GError           **error)
{
  KomaVectorPart part = { .name = 'w' };
  g_auto (KomaVectorRows) rows = { 0 };

  g_return_val_if_fail (KOMA_IS_TEXT_ENCODER (self), NULL);

  if (!check_texts (self, texts, error))
    return NULL;
  part.graph = koma_towers_get_words (self->towers);
  koma_vector_rows_init (&rows);
  for (guint i = 0; texts[i] != NULL; i++) {
    g_autoptr (KomaArray) ids = tokenize (self, texts + i, 1, error);

    if (ids == NULL || !koma_vector_rows_add (&rows, self->model, &part, ids, error))
      return NULL;
  }
  return koma_vector_rows_end (&rows, error);
}
