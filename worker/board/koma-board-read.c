/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A thread decodes the picture, searches the board and cuts its squares; the worker classifies them
 * all at once; if they are no pieces, the next guess at the board has its turn. */
#include "koma-board-error.h"
#include "koma-board-reading.h"

#include <math.h>

#include "engine/koma-app.h"
#include "worker/box/koma-box.h"

/* Pixels of the shorter side from which squares are cut, at least, if the file has them. */
#define DECODE_SIDE 1200
/* Of a square that is cut out: as the bundled model takes them. */
#define SQUARE_SIDE 96
/* Of a square, around it: pieces lean out of theirs. */
#define MARGIN 0.05
/* Mean score of the squares: other things that have such lines are no pieces, nor empty squares. */
#define SURE_MIN 0.83
/* From here on no other guess is tried. */
#define SURE_ENOUGH 0.88
/* Each guess at the corners, as it is and turned by a quarter. */
#define N_TURNS 2

typedef struct
{
  KomaWorker  *worker;
  KomaRequest *request;
  gboolean     is_given; /* the corners */
  KomaPoint    given[4]; /* in pixels of the file's picture */

  KomaPicture       *picture; /* (nullable) decoded by the first attempt */
  KomaBoardCandidate candidates[KOMA_BOARD_MAX_CANDIDATES];
  guint              n_candidates;
  guint              attempt; /* candidate × N_TURNS + turn */
  KomaPoint          corners[4];
  GPtrArray         *squares; /* (nullable) [81] of KomaPicture */

  guint             n_left; /* squares without an answer */
  GError           *error;  /* (nullable) the first */
  KomaSquareScores  scores[KOMA_POSITION_SQUARES];
  char             *backend; /* (nullable) */
  KomaBoardReading *best;    /* (nullable) */
} Read;

G_DEFINE_QUARK (koma - board - error - quark, koma_board_error)

static void
read_free (gpointer data)
{
  Read *self = data;

  g_object_unref (self->worker);
  koma_request_unref (self->request);
  g_clear_pointer (&self->picture, koma_picture_unref);
  g_clear_pointer (&self->squares, g_ptr_array_unref);
  g_clear_pointer (&self->best, koma_board_reading_free);
  g_clear_error (&self->error);
  g_free (self->backend);
  g_free (self);
}

static KomaPicture *
decode (KomaRequest  *request,
        GCancellable *cancellable,
        GError      **error)
{
  if (request->file != NULL)
    return koma_box_decode_file (request->file, DECODE_SIDE, cancellable, error);
  if (request->bytes != NULL)
    return koma_box_decode_bytes (request->bytes, DECODE_SIDE, cancellable, error);
  return koma_picture_ref (request->picture);
}

static char *
dup_name (KomaRequest *request)
{
  return request->file != NULL ? g_file_get_basename (request->file) : g_strdup ("picture");
}

static void
take_given (Read *self)
{
  for (guint i = 0; i < 4; i++) {
    KomaPoint *corner = &self->candidates[0].corners[i];

    corner->x = self->given[i].x * self->picture->width / self->picture->source_width;
    corner->y = self->given[i].y * self->picture->height / self->picture->source_height;
  }
  self->n_candidates = 1;
}

static gboolean
open (Read         *self,
      GCancellable *cancellable,
      GError      **error)
{
  g_autofree char *name = dup_name (self->request);

  self->picture = decode (self->request, cancellable, error);
  if (self->picture == NULL)
    return FALSE;
  koma_picture_drop_share (self->picture);
  if (self->is_given)
    take_given (self);
  else
    self->n_candidates = koma_board_search (self->picture, self->candidates);
  if (self->n_candidates > 0 &&
      (self->is_given || self->candidates[0].lines >= KOMA_BOARD_LINES_MIN))
    return TRUE;
  g_set_error (error, KOMA_BOARD_ERROR, KOMA_BOARD_ERROR_NO_BOARD,
               "%s: there is no shogi board in this picture (its lines: %.2f of %.2f)", name,
               self->n_candidates > 0 ? MAX (self->candidates[0].lines, 0) : 0.0,
               KOMA_BOARD_LINES_MIN);
  return FALSE;
}

static gboolean
cut (Read         *self,
     GCancellable *cancellable,
     GError      **error)
{
  const KomaBoardCandidate *candidate = &self->candidates[self->attempt / N_TURNS];
  KomaSquareGrid            grid = { .n_rows = KOMA_POSITION_SIDE,
                                     .n_columns = KOMA_POSITION_SIDE,
                                     .margin = MARGIN };

  for (guint i = 0; i < 4; i++)
    grid.corners[i] = self->corners[i] = candidate->corners[(i + self->attempt % N_TURNS) % 4];
  g_clear_pointer (&self->squares, g_ptr_array_unref);
  self->squares = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_picture_unref);
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++) {
    KomaPicture *square = NULL;

    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    square = koma_square_cut (self->picture, &grid, i, SQUARE_SIDE, SQUARE_SIDE, error);
    if (square == NULL)
      return FALSE;
    g_ptr_array_add (self->squares, square);
  }
  return TRUE;
}

static void
cut_thread (GTask        *task,
            gpointer      source,
            gpointer      task_data,
            GCancellable *cancellable)
{
  Read   *self = g_task_get_task_data (task_data);
  GError *error = NULL;

  if ((self->picture != NULL || open (self, cancellable, &error)) &&
      cut (self, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
take_scores (KomaSquareScores *scores,
             const KomaResult *result)
{
  *scores = (KomaSquareScores){ 0 };
  for (guint i = 0; i < result->n_classes; i++) {
    KomaPiece piece = { 0 };

    if (!koma_piece_from_label (koma_result_get_class (result, i).label, &piece))
      return FALSE;
    scores->of[piece.kind][piece.side] = result->classes[i].score;
  }
  return TRUE;
}

static KomaBoardReading *
make_reading (const Read *self)
{
  KomaBoardReading  *reading = g_new0 (KomaBoardReading, 1);
  const KomaPicture *picture = self->picture;

  koma_position_read (self->scores, &reading->position, reading->sure);
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    reading->mean_sure += reading->sure[i] / KOMA_POSITION_SQUARES;
  for (guint i = 0; i < 4; i++)
    reading->corners[i] =
      (KomaPoint){ self->corners[i].x * picture->source_width / picture->width,
                   self->corners[i].y * picture->source_height / picture->height };
  reading->lines = self->candidates[self->attempt / N_TURNS].lines;
  reading->backend = g_strdup (self->backend);
  reading->source_width = picture->source_width;
  reading->source_height = picture->source_height;
  return reading;
}

static void try_next (GTask *task);

static gboolean
has_next (const Read *self)
{
  return !self->is_given && self->best->mean_sure < SURE_ENOUGH &&
         self->attempt + 1 < self->n_candidates * N_TURNS &&
         self->candidates[(self->attempt + 1) / N_TURNS].lines >= KOMA_BOARD_LINES_MIN;
}

static void
finish (GTask *task)
{
  Read            *self = g_task_get_task_data (task);
  g_autofree char *name = dup_name (self->request);

  if (self->is_given || self->best->mean_sure >= SURE_MIN)
    g_task_return_pointer (task, g_steal_pointer (&self->best),
                           (GDestroyNotify) koma_board_reading_free);
  else
    g_task_return_new_error (task, KOMA_BOARD_ERROR, KOMA_BOARD_ERROR_NO_BOARD,
                             "%s: there is no shogi board in this picture (its squares: "
                             "%.2f of %.2f)",
                             name, self->best->mean_sure, SURE_MIN);
}

/* A guess that is off by a row has fewer pieces to be unsure of, but worse lines. */
static gboolean
is_better (const KomaBoardReading *a,
           const KomaBoardReading *b) /* (nullable) */
{
  return b == NULL || a->mean_sure + a->lines > b->mean_sure + b->lines;
}

/* All squares have their answers. */
static void
judge (GTask *task)
{
  Read             *self = g_task_get_task_data (task);
  KomaBoardReading *reading = NULL;

  if (self->error != NULL) {
    g_task_return_error (task, g_steal_pointer (&self->error));
    return;
  }
  reading = make_reading (self);
  if (is_better (reading, self->best)) {
    g_clear_pointer (&self->best, koma_board_reading_free);
    self->best = reading;
  } else
    koma_board_reading_free (reading);
  if (has_next (self)) {
    self->attempt++;
    try_next (task);
  } else
    finish (task);
}

static void
classified_cb (GObject      *object,
               GAsyncResult *result,
               gpointer      data)
{
  g_autoptr (GTask) task = data;
  Read   *self = g_task_get_task_data (task);
  guint64 key = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaResult) answer =
    koma_worker_classify_finish (KOMA_WORKER (object), result, &key, &error);

  if (answer != NULL && !take_scores (&self->scores[key], answer))
    g_set_error (&error, KOMA_BOARD_ERROR, KOMA_BOARD_ERROR_MODEL,
                 "the model does not know the pieces of shogi: its class “%s” is none of them",
                 koma_result_get_class (answer, 0).label);
  if (error != NULL && self->error == NULL)
    self->error = g_steal_pointer (&error);
  if (answer != NULL && self->backend == NULL)
    self->backend = g_strdup (answer->info->backend);
  if (--self->n_left == 0)
    judge (task);
}

static void
cut_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (GTask) task = data;
  Read   *self = g_task_get_task_data (task);
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    g_task_return_error (task, error);
    return;
  }
  self->n_left = self->squares->len;
  for (guint i = 0; i < self->squares->len; i++) {
    const KomaRequest values = { .key = i,
                                 .priority = KOMA_PRIORITY_BULK,
                                 .top_k = 2 * KOMA_N_PIECES,
                                 .picture = self->squares->pdata[i] };
    g_autoptr (KomaRequest) request = koma_request_new (&values);

    koma_worker_classify_async (self->worker, request, g_task_get_cancellable (task),
                                classified_cb, g_object_ref (task));
  }
}

static void
try_next (GTask *task)
{
  g_autoptr (GTask) cutting =
    g_task_new (NULL, g_task_get_cancellable (task), cut_cb, g_object_ref (task));

  g_task_set_source_tag (cutting, try_next);
  g_task_set_task_data (cutting, g_object_ref (task), g_object_unref);
  g_task_run_in_thread (cutting, cut_thread);
}

/**
 * koma_board_read_async:
 * @worker: with a model loaded
 * @request: the picture: a file, encoded bytes or pixels
 * @corners: (nullable): [4] of the playing field, as in #KomaBoardReading; %NULL: they are searched
 * @cancellable: (nullable): ends it
 * @callback: called once
 * @user_data: for @callback
 *
 * Reads the position on a shogi board in a picture. With @corners it always is one.
 *
 * Thread: any with a main context; @callback runs in it.
 */
void
koma_board_read_async (KomaWorker         *worker,
                       KomaRequest        *request,
                       const KomaPoint    *corners,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Read *self = g_new0 (Read, 1);

  g_return_if_fail (request->grid == NULL);

  self->worker = g_object_ref (worker);
  self->request = koma_request_ref (request);
  self->is_given = corners != NULL;
  if (corners != NULL)
    memcpy (self->given, corners, sizeof self->given);
  g_task_set_source_tag (task, koma_board_read_async);
  g_task_set_task_data (task, self, read_free);
  try_next (task);
}

/**
 * koma_board_read_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Errors:
 *
 * - %KOMA_BOARD_ERROR_NO_BOARD: the picture shows none; not where corners were given
 * - %KOMA_BOARD_ERROR_MODEL: a class of the model is no piece of shogi
 * - %KOMA_ERROR_DECODE: the picture can not be decoded, or the corners that were given do not
 *   go around a board clockwise
 * - all others of koma_worker_classify_finish()
 *
 * Returns: (transfer full): the board
 */
KomaBoardReading *
koma_board_read_finish (GAsyncResult *result,
                        GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
