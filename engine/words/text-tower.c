/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-tower.h"

#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/model/model-reader.h"
#include "engine/runtime/session.h"
#include "kept-vectors.h"
#include "tokenizer.h"

struct _KomaTextTower
{
  KomaTowers    *towers;
  KomaTokenizer *tokenizer;
  KomaSession   *session; /* (nullable) of one text at a time, from the first one on */
  guint          n_rows;  /* ids of a text */
  guint          n_computed;
  /* (nullable) */
  KomaKeptVectors *kept;
};

static KomaSession *
open_session (const KomaTextTower *self,
              GError             **error)
{
  const KomaShape          shape = KOMA_SHAPE (1, self->n_rows);
  const KomaSessionOptions options = {
    .backend = "cpu",
    .precision = KOMA_PRECISION_FLOAT32,
    .input_shapes = &shape,
    .n_input_shapes = 1,
  };
  g_autoptr (KomaSession) session =
    koma_session_new (koma_towers_get_words (self->towers), &options, error);

  if (session != NULL &&
      !koma_session_check_output (session, 0, koma_towers_get_width (self->towers), error))
    return NULL;
  return g_steal_pointer (&session);
}

/* By whatever read the model. */
static KomaTokenizer *
read_tokenizer (const KomaModel *model,
                GError         **error)
{
  const KomaModelReader *reader = koma_model_get_reader (model);
  const char            *path = koma_model_get_path (model);

  return reader != NULL ? reader->read_tokenizer (path, error)
                        : koma_tokenizer_new_for_model (path, error);
}

/**
 * koma_text_tower_new:
 * @towers: the halves of …
 * @model: … beside whose file those of its tokenizer lie
 *
 * Thread: any; reads files. Errors: those of koma_tokenizer_new(), and those of the model's own
 * reader.
 *
 * Returns: (transfer full):
 */
KomaTextTower *
koma_text_tower_new (KomaTowers      *towers,
                     const KomaModel *model,
                     GError         **error)
{
  g_autoptr (KomaTextTower) self = g_new0 (KomaTextTower, 1);

  self->towers = koma_towers_ref (towers);
  self->n_rows = koma_towers_get_context_length (towers);
  self->tokenizer = read_tokenizer (model, error);
  if (self->tokenizer == NULL)
    return NULL;
  self->kept = koma_kept_vectors_new (koma_model_get_hash (model), koma_towers_get_width (towers));
  return g_steal_pointer (&self);
}

void
koma_text_tower_free (KomaTextTower *self)
{
  if (self == NULL)
    return;
  if (self->session != NULL)
    koma_session_adopt (self->session);
  g_clear_pointer (&self->session, koma_session_free);
  g_clear_pointer (&self->kept, koma_kept_vectors_free);
  g_clear_pointer (&self->tokenizer, koma_tokenizer_free);
  g_clear_pointer (&self->towers, koma_towers_unref);
  g_free (self);
}

/**
 * koma_vector_make_unit:
 * @vector: (inout) (array length=n): is divided by its length; zeros stay
 *
 * Thread: any.
 */
void
koma_vector_make_unit (float *vector,
                       guint  n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += (double) vector[i] * vector[i];
  for (guint i = 0; i < n && sum > 0; i++)
    vector[i] = (float) (vector[i] / sqrt (sum));
}

static gboolean
ensure_session (KomaTextTower *self,
                GError       **error)
{
  if (self->session == NULL)
    self->session = open_session (self, error);
  else
    koma_session_adopt (self->session);
  return self->session != NULL;
}

static gboolean
compute (KomaTextTower *self,
         const gint32  *ids,
         float         *ret_vector,
         GError       **error)
{
  const guint n = koma_towers_get_width (self->towers);

  if (!ensure_session (self, error))
    return FALSE;
  memcpy (koma_session_get_input_data (self->session, 0), ids, self->n_rows * sizeof *ids);
  if (!koma_session_run (self->session, error))
    return FALSE;
  memcpy (ret_vector, koma_session_get_output_data (self->session, 0), n * sizeof *ret_vector);
  koma_vector_make_unit (ret_vector, n);
  self->n_computed++;
  return TRUE;
}

/* What is longer than the model takes is cut off. */
static gboolean
encode (KomaTextTower *self,
        const char    *text,
        float         *ret_vector,
        GError       **error)
{
  g_autofree gint32 *ids = g_new (gint32, self->n_rows);
  const float       *kept = NULL;

  koma_tokenizer_encode (self->tokenizer, text, ids, self->n_rows);
  if (self->kept != NULL)
    kept = koma_kept_vectors_find (self->kept, ids, self->n_rows);
  if (kept != NULL) {
    memcpy (ret_vector, kept, koma_towers_get_width (self->towers) * sizeof *kept);
    return TRUE;
  }
  if (!compute (self, ids, ret_vector, error))
    return FALSE;
  if (self->kept != NULL)
    koma_kept_vectors_add (self->kept, ids, self->n_rows, ret_vector);
  return TRUE;
}

/**
 * koma_text_tower_get_n_computed:
 *
 * Returns: texts that went through the model, and were not kept
 */
guint
koma_text_tower_get_n_computed (const KomaTextTower *self)
{
  return self->n_computed;
}

/**
 * koma_text_tower_encode_mean:
 *
 * The usual way to make one class of several sentences (OpenAI, “Prompt engineering for ImageNet”
 * of CLIP). What is longer than the model takes is cut off. Thread: one at a time; reads and writes
 * files, see kept-vectors.h. Errors: those of koma_session_new() and koma_session_run();
 * %KOMA_ERROR_SHAPE where the half for words gives other vectors than that for pictures.
 */
gboolean
koma_text_tower_encode_mean (KomaTextTower     *self,
                             const char *const *texts,
                             float             *ret_vector,
                             GError           **error)
{
  const guint       n = koma_towers_get_width (self->towers);
  g_autofree float *one = g_new (float, n);

  memset (ret_vector, 0, n * sizeof *ret_vector);
  for (guint t = 0; texts[t] != NULL; t++) {
    if (!encode (self, texts[t], one, error))
      return FALSE;
    for (guint i = 0; i < n; i++)
      ret_vector[i] += one[i];
  }
  koma_vector_make_unit (ret_vector, n);
  return TRUE;
}
