/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "text-tower.h"

#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/session.h"
#include "tokenizer.h"

struct _KomaTextTower
{
  KomaTowers    *towers;
  KomaTokenizer *tokenizer;
  KomaSession   *session; /* one text at a time */
  guint          n_rows;  /* ids of a text */
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

/**
 * koma_text_tower_new:
 * @model_path: of the model, beside which the files of its tokenizer lie
 *
 * Thread: any; reads files. Errors: those of koma_tokenizer_new() and koma_session_new();
 * %KOMA_ERROR_SHAPE where the half for words gives other vectors than that for pictures.
 *
 * Returns: (transfer full):
 */
KomaTextTower *
koma_text_tower_new (KomaTowers *towers,
                     const char *model_path,
                     GError    **error)
{
  g_autofree char *folder = koma_tokenizer_find_folder (model_path);
  g_autoptr (KomaTextTower) self = g_new0 (KomaTextTower, 1);

  self->towers = koma_towers_ref (towers);
  self->n_rows = koma_towers_get_context_length (towers);
  self->tokenizer = koma_tokenizer_new (folder, NULL, error);
  if (self->tokenizer == NULL)
    return NULL;
  self->session = open_session (self, error);
  return self->session != NULL ? g_steal_pointer (&self) : NULL;
}

void
koma_text_tower_free (KomaTextTower *self)
{
  if (self == NULL)
    return;
  if (self->session != NULL)
    koma_session_adopt (self->session);
  g_clear_pointer (&self->session, koma_session_free);
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

/**
 * koma_text_tower_encode:
 *
 * What is longer than the model takes is cut off. Thread: one at a time. Errors: those of
 * koma_session_run().
 */
gboolean
koma_text_tower_encode (KomaTextTower *self,
                        const char    *text,
                        float         *ret_vector,
                        GError       **error)
{
  const guint n = koma_towers_get_width (self->towers);

  koma_session_adopt (self->session);
  koma_tokenizer_encode (self->tokenizer, text, koma_session_get_input_data (self->session, 0),
                         self->n_rows);
  if (!koma_session_run (self->session, error))
    return FALSE;
  memcpy (ret_vector, koma_session_get_output_data (self->session, 0), n * sizeof *ret_vector);
  koma_vector_make_unit (ret_vector, n);
  return TRUE;
}

/**
 * koma_text_tower_encode_mean:
 *
 * The usual way to make one class of several sentences (OpenAI, “Prompt engineering for ImageNet”
 * of CLIP). Thread: one at a time. Errors: those of koma_session_run().
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
    if (!koma_text_tower_encode (self, texts[t], one, error))
      return FALSE;
    for (guint i = 0; i < n; i++)
      ret_vector[i] += one[i];
  }
  koma_vector_make_unit (ret_vector, n);
  return TRUE;
}
