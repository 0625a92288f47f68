/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "sentence-piece.h"

#include <math.h>

#include "engine/formats/file.h"
#include "engine/formats/model-folder.h"
#include "engine/formats/protobuf-file.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "text-cleaner.h"
#include "engine/words/sentence-piece.pb-c.h"

/* Types of pieces. */
enum {
  PIECE_NORMAL = 1,
  PIECE_UNKNOWN = 2,
  PIECE_CONTROL = 3,
  PIECE_USER_DEFINED = 4,
  PIECE_UNUSED = 5,
  PIECE_BYTE = 6,
};

/* Kinds of models. */
#define UNIGRAM 1

/* Below the worst piece: the score of a character that is in none. */
#define UNKNOWN_PENALTY 10.0f

typedef Sentencepiece__Model      Model;
typedef Sentencepiece__Piece      Piece;
typedef Sentencepiece__Trainer    Trainer;
typedef Sentencepiece__Normalizer Normalizer;

static void
model_free (Model *model)
{
  sentencepiece__model__free_unpacked (model, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Model, model_free)

static float
get_score (const Piece *piece)
{
  return piece->has_score ? piece->score : 0.0f;
}

/* Of the pieces of a model. */
typedef struct
{
  float  worst;
  float  best;
  gint32 unknown;
} Scores;

static gboolean
find_scores (const Model *model,
             Scores      *ret_scores,
             GError     **error)
{
  /* As SentencePiece has it, the best score is never below zero. */
  Scores scores = { .worst = G_MAXFLOAT, .best = G_MINFLOAT, .unknown = KOMA_NO_TOKEN };

  for (gsize i = 0; i < model->n_pieces; i++) {
    const Piece *piece = model->pieces[i];
    const float  score = get_score (piece);

    if (!isfinite (score))
      return koma_fail (error, KOMA_ERROR_MODEL, "piece %zu: its score is no number", i);
    if (piece->type == PIECE_UNKNOWN)
      scores.unknown = (gint32) MIN (i, G_MAXINT32);
    if (piece->type != PIECE_NORMAL)
      continue;
    scores.worst = MIN (scores.worst, score);
    scores.best = MAX (scores.best, score);
  }
  if (scores.unknown == KOMA_NO_TOKEN)
    return koma_fail (error, KOMA_ERROR_MODEL, "there is no piece for what is unknown");
  *ret_scores = scores;
  return TRUE;
}

/* One that the user defined is always better than what it could be split into. */
static double
get_weight (const Piece  *piece,
            const Scores *scores)
{
  if (piece->type == PIECE_USER_DEFINED)
    return (double) ((float) piece->piece.len * scores->best) - 0.1;
  return (double) get_score (piece);
}

static gboolean
add_pieces (const Model    *model,
            const Scores   *scores,
            KomaVocabulary *vocabulary,
            KomaVocabulary *kept,
            GError        **error)
{
  for (gsize i = 0; i < model->n_pieces; i++) {
    const Piece    *piece = model->pieces[i];
    const gboolean  is_own = piece->type == PIECE_USER_DEFINED;
    const KomaToken token = {
      .text = (const char *) piece->piece.data,
      .n_bytes = (guint) MIN (piece->piece.len, G_MAXUINT),
      .id = (gint32) MIN (i, G_MAXINT32),
      .flags = piece->type == PIECE_NORMAL || is_own ? KOMA_TOKEN_TEXT : 0,
      .score = get_weight (piece, scores),
    };

    if (!koma_vocabulary_add (vocabulary, &token, error) ||
        (is_own && !koma_vocabulary_add (kept, &token, error)))
      return FALSE;
  }
  return koma_vocabulary_close (vocabulary, error) && koma_vocabulary_close (kept, error);
}

static KomaSentenceRules *
make_rules (const Model *model,
            GError     **error)
{
  static const Normalizer usual_normalizer = SENTENCEPIECE__NORMALIZER__INIT;
  static const Trainer    usual_trainer = SENTENCEPIECE__TRAINER__INIT;
  const Normalizer       *normalizer =
    model->normalizer_spec != NULL ? model->normalizer_spec : &usual_normalizer;
  const Trainer *trainer =
    model->trainer_spec != NULL ? model->trainer_spec : &usual_trainer;
  const ProtobufCBinaryData *table = &normalizer->precompiled_charsmap;
  g_autoptr (KomaSentenceRules) rules = g_new0 (KomaSentenceRules, 1);

  if (trainer->model_type != UNIGRAM) {
    koma_fail (error, KOMA_ERROR_UNSUPPORTED,
               "a model of kind %d, only unigram models (kind %d) are supported",
               trainer->model_type, UNIGRAM);
    return NULL;
  }
  *rules = (KomaSentenceRules){
    .kept = koma_vocabulary_new (),
    .adds_blank = normalizer->add_dummy_prefix != 0,
    .is_suffix = trainer->treat_whitespace_as_suffix != 0,
    .joins_blanks = normalizer->remove_extra_whitespaces != 0,
    .shows_blanks = normalizer->escape_whitespaces != 0,
  };
  if (table->len > 0) {
    rules->map = koma_chars_map_new (table->data, table->len, error);
    if (rules->map == NULL)
      return NULL;
  }
  return g_steal_pointer (&rules);
}

static KomaTextNormalizer *
make_siglip_normalizer (gboolean keeps_case)
{
  KomaTextNormalizer *normalizer = koma_text_normalizer_new ();

  koma_text_cleaner_canonicalize (normalizer, keeps_case);
  return normalizer;
}

static gboolean
read_model (const Model        *model,
            KomaTokenizerParts *parts,
            GError            **error)
{
  g_autoptr (KomaVocabulary) vocabulary = koma_vocabulary_new ();
  Scores scores = { 0 };

  parts->sentence = make_rules (model, error);
  if (parts->sentence == NULL || !find_scores (model, &scores, error) ||
      !add_pieces (model, &scores, vocabulary, parts->sentence->kept, error))
    return FALSE;
  parts->unigram = koma_unigram_new (
    g_steal_pointer (&vocabulary),
    &(KomaUnigramOptions){
      .unknown = scores.unknown,
      .unknown_score = (double) (scores.worst - UNKNOWN_PENALTY),
      .has_byte_fall_back = model->trainer_spec != NULL && model->trainer_spec->byte_fallback,
      .sums_floats = TRUE,
    });
  return TRUE;
}

/**
 * koma_sentence_piece_read:
 * @folder: of the model
 * @special: what lies beside it says of tokens
 * @checksum: (nullable): is fed the file's bytes
 * @parts: (inout): is filled
 * @error: return location
 *
 * Thread: any; blocks on the disk. Errors: those of koma_protobuf_file_read(),
 * koma_vocabulary_add() and koma_chars_map_new(); %KOMA_ERROR_MODEL where scores are no numbers, or
 * the unknown piece or the end token is missing; %KOMA_ERROR_UNSUPPORTED where it is no unigram
 * model. They name the file.
 */
gboolean
koma_sentence_piece_read (const char              *folder,
                          const KomaSpecialTokens *special,
                          KomaContentHash         *checksum,
                          KomaTokenizerParts      *parts,
                          GError                 **error)
{
  g_autofree char *path = g_build_filename (folder, KOMA_SENTENCE_PIECE_FILE, NULL);
  g_autoptr (Model) model = koma_protobuf_file_read (path, KOMA_MAX_NAMES_BYTES,
                                                     &sentencepiece__model__descriptor,
                                                     "a SentencePiece model", checksum, error);

  if (model == NULL)
    return FALSE;
  parts->normalizer = make_siglip_normalizer (special->keeps_case);
  if (read_model (model, parts, error) &&
      koma_tokenizer_parts_set_ends (parts, NULL, special->end != NULL ? special->end : "</s>",
                                     special->padding, error))
    return TRUE;
  return koma_file_prefix_error (path, error);
}
