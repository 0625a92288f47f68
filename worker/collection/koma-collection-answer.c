/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every value is checked: a collection may come from a stranger, or from a program of the user. */
#include "koma-collection-answer-private.h"

#include <string.h>

/* Rounding of scores that are probabilities. */
#define MAX_SCORE   1.001
#define MAX_MS      1e9
#define MAX_SIDE    (1 << 24)
#define SHA256_SIZE 64

/* Columns of KOMA_COLLECTION_ANSWER. */
enum {
  PICTURE,
  SIZE_BYTES,
  MTIME_NS,
  SHA256,
  ANSWER,
  PROVENANCE,
  ERROR_CODE,
  ERROR,
  IS_LASTING,
  TOP_K,
  HALF_TURN,
  WIDTH,
  HEIGHT,
  DECODE_MS,
  PREPROCESS_MS,
  INFERENCE_MS,
  TAKEN_US,
  CAMERA,
  N_COLUMNS,
};

G_STATIC_ASSERT (N_COLUMNS == KOMA_N_ANSWER_COLUMNS);

/* Behind them. */
enum {
  CORRECTION = N_COLUMNS,
  IS_LEFT_OUT = N_COLUMNS + 6,
};

typedef struct
{
  KomaCollection *self;
  sqlite3_stmt   *row;
  gint64          answer;
  guint           least; /* classes; an answer that has fewer is none */
  guint           most;
  gboolean        is_all; /* all that the row says is wanted */
} Find;

static gboolean
fail (Find    *find,
      GError **error)
{
  return koma_collection_fail_row (find->self, "answers", find->answer, error);
}

static gboolean
fail_picture (Find    *find,
              GError **error)
{
  return koma_collection_fail_row (find->self, "pictures",
                                   sqlite3_column_int64 (find->row, PICTURE), error);
}

static gboolean
is_hexadecimal (const char *text)
{
  return strlen (text) == SHA256_SIZE && strspn (text, "0123456789abcdef") == SHA256_SIZE;
}

static gboolean
read_sha256 (Find    *find,
             char   **ret_sha256,
             GError **error)
{
  const char *text = NULL;

  if (sqlite3_column_type (find->row, SHA256) == SQLITE_NULL)
    return TRUE;
  if (!koma_sqlite_read_text (find->row, SHA256, SHA256_SIZE, &text) || !is_hexadecimal (text))
    return fail_picture (find, error);
  *ret_sha256 = g_strdup (text);
  return TRUE;
}

/* The next class; none may be better than the one before. */
static gboolean
read_score (Find           *find,
            sqlite3_stmt   *row,
            GArray         *top,
            KomaClassScore *ret_score)
{
  const double max =
    top->len > 0 ? g_array_index (top, KomaClassScore, top->len - 1).score : MAX_SCORE;
  gint64 rank = 0, class_index = 0;
  double score = 0;

  if (!koma_sqlite_read_int (row, 0, top->len + 1, top->len + 1, &rank) ||
      !koma_sqlite_read_int (row, 1, 0, find->self->info->n_classes - 1, &class_index) ||
      !koma_sqlite_read_double (row, 2, 0, max, &score))
    return FALSE;
  *ret_score = (KomaClassScore){ .index = (guint) class_index, .score = (float) score };
  return TRUE;
}

static gboolean
read_scores (Find    *find,
             GArray  *ret_top,
             GError **error)
{
  sqlite3_stmt *row = koma_collection_get_statement (find->self, KOMA_FIND_SCORES);
  gboolean      has_row = TRUE;

  sqlite3_bind_int64 (row, 1, find->answer);
  while (has_row && ret_top->len < find->most) {
    KomaClassScore score = { 0 };

    if (!koma_sqlite_step (&find->self->sqlite, row, &has_row, error))
      return FALSE;
    if (has_row && !read_score (find, row, ret_top, &score))
      return koma_collection_fail_row (find->self, "scores", find->answer, error);
    if (has_row)
      g_array_append_val (ret_top, score);
  }
  sqlite3_reset (row);
  return ret_top->len > 0 || koma_collection_fail_row (find->self, "scores", find->answer, error);
}

static gboolean
read_values (Find       *find,
             KomaResult *ret_values)
{
  gint64 half_turn = 0, width = 0, height = 0;
  double decode_ms = 0, preprocess_ms = 0, inference_ms = 0;

  if (!koma_sqlite_read_int (find->row, HALF_TURN, 0, 1, &half_turn) ||
      !koma_sqlite_read_int (find->row, WIDTH, 0, MAX_SIDE, &width) ||
      !koma_sqlite_read_int (find->row, HEIGHT, 0, MAX_SIDE, &height) ||
      !koma_sqlite_read_double (find->row, DECODE_MS, 0, MAX_MS, &decode_ms) ||
      !koma_sqlite_read_double (find->row, PREPROCESS_MS, 0, MAX_MS, &preprocess_ms) ||
      !koma_sqlite_read_double (find->row, INFERENCE_MS, 0, MAX_MS, &inference_ms))
    return FALSE;
  ret_values->timing = (KomaResultTiming){ .decode_ms = (float) decode_ms,
                                           .preprocess_ms = (float) preprocess_ms,
                                           .inference_ms = (float) inference_ms };
  ret_values->is_turned = half_turn != 0;
  ret_values->source_width = (guint) width;
  ret_values->source_height = (guint) height;
  ret_values->batch = 1;
  return TRUE;
}

/* NULL: not known. */
static gboolean
read_taken (Find      *find,
            KomaTaken *ret_taken,
            GError   **error)
{
  KomaTaken taken = { 0 };

  if ((sqlite3_column_type (find->row, TAKEN_US) != SQLITE_NULL &&
       !koma_sqlite_read_int (find->row, TAKEN_US, KOMA_TAKEN_MIN_US, KOMA_TAKEN_MAX_US,
                              &taken.time_us)) ||
      (sqlite3_column_type (find->row, CAMERA) != SQLITE_NULL &&
       !koma_sqlite_read_int (find->row, CAMERA, 1, G_MAXINT64, &taken.camera)))
    return fail_picture (find, error);
  *ret_taken = taken;
  return TRUE;
}

static gboolean
read_result (Find        *find,
             KomaResult **ret_result,
             GError     **error)
{
  g_autoptr (GArray) top = g_array_new (FALSE, FALSE, sizeof (KomaClassScore));
  KomaResult values = { .labels = find->self->info->labels };
  gint64     provenance = 0;

  if (!koma_sqlite_read_int (find->row, PROVENANCE, 1, G_MAXINT64, &provenance) ||
      !read_values (find, &values))
    return fail (find, error);
  values.info = koma_collection_get_info (find->self, provenance, error);
  if (values.info == NULL || !read_taken (find, &values.taken, error) ||
      !read_scores (find, top, error))
    return FALSE;
  *ret_result = koma_result_new (&values, (const KomaClassScore *) top->data, top->len);
  return TRUE;
}

static gboolean
read_failure (Find    *find,
              GError **ret_failure,
              GError **error)
{
  const char *code = NULL, *message = NULL;
  gint64      is_lasting = 0;

  if (!koma_sqlite_read_text (find->row, ERROR_CODE, KOMA_COLLECTION_MAX_TEXT, &code) ||
      !koma_sqlite_read_text (find->row, ERROR, KOMA_COLLECTION_MAX_TEXT, &message) ||
      !koma_sqlite_read_int (find->row, IS_LASTING, 0, 1, &is_lasting))
    return fail (find, error);
  if (is_lasting)
    *ret_failure = koma_collection_make_failure (code, message);
  else if (find->is_all)
    *ret_failure = koma_collection_make_any_failure (code, message);
  return !is_lasting || *ret_failure != NULL || fail (find, error);
}

static gboolean
read_answer (Find                *find,
             KomaCollectionKnown *ret_known,
             GError             **error)
{
  gint64 top_k = 0; /* that were asked for then */

  if (!read_sha256 (find, &ret_known->sha256, error))
    return FALSE;
  if (sqlite3_column_type (find->row, ANSWER) == SQLITE_NULL)
    return TRUE;
  find->answer = sqlite3_column_int64 (find->row, ANSWER);
  if (sqlite3_column_type (find->row, ERROR_CODE) != SQLITE_NULL)
    return read_failure (find, &ret_known->failure, error);
  if (!koma_sqlite_read_int (find->row, TOP_K, 1, G_MAXINT64, &top_k))
    return fail (find, error);
  if (find->is_all)
    find->most = (guint) MIN (top_k, find->self->info->n_classes);
  return top_k < find->least || read_result (find, &ret_known->result, error);
}

gboolean
koma_collection_read_known_said (KomaCollection      *self,
                                 sqlite3_stmt        *row,
                                 KomaCollectionKnown *ret_known,
                                 GError             **error)
{
  ret_known->is_left_out = sqlite3_column_int (row, IS_LEFT_OUT) != 0;
  return koma_collection_read_said (self, row, CORRECTION, ret_known, error);
}

gboolean
koma_collection_read_known (KomaCollection      *self,
                            sqlite3_stmt        *row,
                            guint                least,
                            guint                most,
                            KomaCollectionKnown *ret_known,
                            GError             **error)
{
  Find find = { .self = self, .row = row, .least = least, .most = most };

  return read_answer (&find, ret_known, error) &&
         koma_collection_read_known_said (self, row, ret_known, error);
}

gboolean
koma_collection_read_answer (KomaCollection      *self,
                             sqlite3_stmt        *row,
                             KomaCollectionKnown *ret_known,
                             GError             **error)
{
  Find find = { .self = self, .row = row, .is_all = TRUE };
  g_auto (KomaCollectionKnown) known = { 0 };

  if (!read_answer (&find, &known, error))
    return FALSE;
  *ret_known = known;
  known = (KomaCollectionKnown){ 0 };
  return TRUE;
}
