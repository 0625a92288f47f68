/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "classifier.h"

#include "engine/koma/koma-error.h"
#include "picture-session.h"
#include "session-pool.h"
#include "top-k.h"

/* Batches of each thread between two looks at whether anybody still waits. */
#define N_AT_ONCE 8

struct _KomaClassifier
{
  KomaPictureSession *own;
  KomaSessionPool    *pool; /* (nullable) @own is one of it */

  KomaSessionOptions options; /* immutable: for other threads; none where @own is borrowed */
};

/**
 * koma_classifier_new:
 * @graph: a classifier of pictures
 * @output: index of the output with the scores
 * @options: backend, batch and threads; the recipe must live longer
 *
 * Compiles @graph. Errors: those of koma_session_new(); %KOMA_ERROR_SHAPE where inputs or scores
 * are not one block for each picture.
 *
 * Thread: the one that is going to run it.
 *
 * Returns: (transfer full): ready to run
 */
KomaClassifier *
koma_classifier_new (const KomaGraph          *graph,
                     guint                     output,
                     const KomaSessionOptions *options,
                     GError                  **error)
{
  KomaPictureSession *own = koma_picture_session_new (graph, output, options, error);
  KomaClassifier     *self = NULL;

  if (own == NULL)
    return NULL;
  self = g_new0 (KomaClassifier, 1);
  self->own = own;
  self->options = *options;
  self->options.backend = koma_session_get_backend (own->session)->name;
  self->options.is_range_known = TRUE;
  self->options.progress = NULL;
  return self;
}

/**
 * koma_classifier_borrow:
 * @session: (transfer none): a classifier of pictures, which must live longer
 * @output: index of the output with the scores
 *
 * Errors: %KOMA_ERROR_SHAPE, as for koma_classifier_new(). Thread: that of @session.
 *
 * Returns: (transfer full): one that runs @session, and is never spread
 */
KomaClassifier *
koma_classifier_borrow (KomaSession *session,
                        guint        output,
                        GError     **error)
{
  KomaPictureSession *own = koma_picture_session_borrow (session, output, error);
  KomaClassifier     *self = NULL;

  if (own == NULL)
    return NULL;
  self = g_new0 (KomaClassifier, 1);
  self->own = own;
  return self;
}

/**
 * koma_classifier_spread:
 * @classifier: with a session of its own, on one thread
 * @graph: (transfer none): that it was made of; it must live longer
 * @n_threads: how many are to compute, the caller's included
 *
 * From now on pictures are shared out: each thread computes batches of its own. Each other thread
 * compiles the graph for itself, and until it has, the rest do without it. 1 changes nothing.
 */
void
koma_classifier_spread (KomaClassifier  *classifier,
                        const KomaGraph *graph,
                        guint            n_threads)
{
  KomaSessionOptions options = classifier->options;

  g_assert (!classifier->own->is_borrowed && classifier->pool == NULL);

  options.n_threads = n_threads;
  if (n_threads > 1)
    classifier->pool = koma_session_pool_new (graph, &options, classifier->own);
}

/**
 * koma_classifier_free:
 * @classifier: (nullable) (transfer full): a classifier
 *
 * Ends its threads.
 */
void
koma_classifier_free (KomaClassifier *classifier)
{
  if (classifier == NULL)
    return;

  koma_session_pool_free (classifier->pool);
  koma_picture_session_free (classifier->own);
  g_free (classifier);
}

/**
 * koma_classifier_get_session:
 *
 * Returns: (transfer none): that of the thread that made it
 */
KomaSession *
koma_classifier_get_session (KomaClassifier *classifier)
{
  return classifier->own->session;
}

/**
 * koma_classifier_get_batch:
 *
 * Returns: pictures that a session computes together
 */
guint
koma_classifier_get_batch (const KomaClassifier *classifier)
{
  return classifier->own->batch;
}

/**
 * koma_classifier_get_input_size:
 *
 * Returns: elements of one picture: height × width × channels
 */
gsize
koma_classifier_get_input_size (const KomaClassifier *classifier)
{
  return classifier->own->input_size;
}

/**
 * koma_classifier_get_n_classes:
 *
 * Returns: scores of one picture
 */
guint
koma_classifier_get_n_classes (const KomaClassifier *classifier)
{
  return classifier->own->n_classes;
}

/**
 * koma_classifier_get_n_threads:
 *
 * Returns: those that it was spread over, 1 before that; fewer than asked for where the system has
 *   no more
 */
guint
koma_classifier_get_n_threads (const KomaClassifier *classifier)
{
  return classifier->pool != NULL ? koma_session_pool_get_n (classifier->pool) : 1;
}

/**
 * koma_classifier_get_make_ms:
 *
 * Returns: milliseconds that compiling it took
 */
double
koma_classifier_get_make_ms (const KomaClassifier *classifier)
{
  return classifier->own->make_ms;
}

/**
 * koma_classifier_get_run_ms:
 *
 * Returns: milliseconds of the fastest run of one batch so far; %INFINITY before the first
 */
double
koma_classifier_get_run_ms (const KomaClassifier *classifier)
{
  return classifier->own->run_ms;
}

/**
 * koma_classifier_check_recipe:
 *
 * Errors: %KOMA_ERROR_SHAPE where what @recipe makes of a picture is no input of @classifier.
 */
gboolean
koma_classifier_check_recipe (const KomaClassifier *classifier,
                              const KomaRecipe     *recipe,
                              GError              **error)
{
  const guint n_channels = koma_recipe_get_n_channels (recipe);

  return (gsize) recipe->width * recipe->height * n_channels == classifier->own->input_size ||
         koma_fail (error, KOMA_ERROR_SHAPE,
                    "The recipe makes %ux%u pictures of %u channels, the input takes %zu values",
                    recipe->width, recipe->height, n_channels, classifier->own->input_size);
}

/**
 * koma_classifier_warm:
 * @classifier: that has not run yet
 * @progress: (nullable): told how far it is
 *
 * Runs once on zeros. It is slow: memory is touched, code and weights are fetched, drivers compile.
 * Takes the time too, which stands until a faster run. Errors: %KOMA_ERROR_BACKEND, if a device was
 * lost; %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_classifier_warm (KomaClassifier     *classifier,
                      const KomaProgress *progress,
                      GError            **error)
{
  return koma_picture_session_warm (classifier->own, progress, error);
}

/**
 * koma_classifier_run:
 * @n_pictures: any number
 * @work: gives inputs, [input_size] each, and takes scores as the model makes them, [n_classes]
 *
 * Computes pictures 0 … @n_pictures − 1; in this order, unless it is spread. Errors:
 * %KOMA_ERROR_BACKEND, if a device was lost; those of koma_session_check_output() where scores are
 * not finite. Some pictures are computed then and some are not.
 *
 * Returns: whether all scores were taken
 */
gboolean
koma_classifier_run (KomaClassifier        *classifier,
                     guint                  n_pictures,
                     const KomaPictureWork *work,
                     GError               **error)
{
  const guint batch = classifier->own->batch;

  if (classifier->pool != NULL)
    return koma_session_pool_run (classifier->pool, work, n_pictures, error);
  for (guint first = 0; first < n_pictures; first += batch)
    if (!koma_picture_session_run (classifier->own, work, first, MIN (batch, n_pictures - first),
                                   error))
      return FALSE;
  return TRUE;
}

/**
 * koma_classifier_choose:
 * @classifier: a model for a batch, or spread
 * @rest: (nullable): the same for one picture, or fewer
 * @n_pictures: how many there are
 *
 * A rest of a batch: padded, or picture by picture?
 *
 * Returns: (transfer none): whichever was faster
 */
KomaClassifier *
koma_classifier_choose (KomaClassifier *classifier,
                        KomaClassifier *rest,
                        guint           n_pictures)
{
  if (rest == NULL || n_pictures >= classifier->own->batch)
    return classifier;
  return n_pictures * rest->own->run_ms < classifier->own->run_ms ? rest : classifier;
}

/* ---- Classifying ---- */

/* One look at pictures: the first, or the second. */
typedef struct
{
  const KomaClassification *what;
  const guint              *again; /* (nullable) indices of the pictures; NULL: they are all */
  guint                     n_classes;
  guint                     first; /* of what is computed now */
  float                    *rows;  /* of that */
} Look;

static guint
get_picture (const Look *look,
             guint       index)
{
  return look->again != NULL ? look->again[look->first + index] : look->first + index;
}

static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Look *look = user_data;

  look->what->fill_input (get_picture (look, index), ret_input, look->what->user_data);
  if (look->again != NULL)
    koma_tta_turn_input (look->what->recipe, ret_input);
}

static void
take_scores (guint        index,
             const float *scores,
             gpointer     user_data)
{
  const Look *look = user_data;
  float      *row = look->rows + (gsize) index * look->n_classes;

  memcpy (row, scores, look->n_classes * sizeof *row);
  koma_recipe_read_scores (look->what->recipe, row, look->n_classes);
}

static void
take_vector (guint        index,
             const float *vector,
             guint        width,
             gpointer     user_data)
{
  const Look *look = user_data;

  look->what->take_vector (get_picture (look, index), vector, width, look->what->user_data);
}

static void
tell_run (const Look *look,
          guint       n_pictures,
          gint64      start_us)
{
  const double            ms = (double) (g_get_monotonic_time () - start_us) / 1000;
  const KomaClassifierRun run = { start_us, ms / n_pictures, n_pictures, look->again != NULL };

  for (guint i = 0; look->what->ran != NULL && i < n_pictures; i++)
    look->what->ran (get_picture (look, i), &run, look->what->user_data);
}

static guint
get_n_at_once (const KomaClassifier *self)
{
  return self->own->batch * (self->pool != NULL ? N_AT_ONCE * koma_session_pool_get_n (self->pool)
                                                : 1);
}

/* Computes some of the @n_left pictures from look->first on. Returns how many, 0 with @error. */
static guint
compute_some (KomaClassifier *self,
              Look           *look,
              guint           n_left,
              GError        **error)
{
  KomaClassifier       *chosen = koma_classifier_choose (self, look->what->rest, n_left);
  const guint           n = MIN (get_n_at_once (chosen), n_left);
  const gboolean        has_vectors = look->what->take_vector != NULL && look->again == NULL;
  const KomaPictureWork work = { fill_input, take_scores, look, has_vectors ? take_vector : NULL };
  const gint64          start_us = g_get_monotonic_time ();

  if (!koma_classifier_run (chosen, n, &work, error))
    return 0;
  tell_run (look, n, start_us);
  return n;
}

static gboolean
look_at_all (KomaClassifier           *self,
             guint                     n_pictures,
             const KomaClassification *what,
             float                    *ret_scores,
             GError                  **error)
{
  Look look = { .what = what, .n_classes = self->own->n_classes };

  while (look.first < n_pictures) {
    const double fraction = (double) look.first / n_pictures;
    guint        n = 0;

    look.rows = ret_scores + (gsize) look.first * look.n_classes;
    if (!koma_progress_report (what->progress, fraction, error) ||
        (n = compute_some (self, &look, n_pictures - look.first, error)) == 0)
      return FALSE;
    look.first += n;
  }
  return TRUE;
}

static guint
list_unsure (guint                     n_pictures,
             const KomaClassification *what,
             const float              *scores,
             guint                    *ret_again)
{
  const KomaTta *tta = what->tta;
  guint          n = 0;

  for (guint i = 0; i < n_pictures; i++)
    if ((what->is_wanted == NULL || what->is_wanted (i, what->user_data)) &&
        koma_tta_is_unsure (tta, what->recipe, scores + (gsize) i * tta->n_classes))
      ret_again[n++] = i;
  return n;
}

static gboolean
look_again (KomaClassifier           *self,
            guint                     n_pictures,
            const KomaClassification *what,
            float                    *scores,
            GError                  **error)
{
  const guint       n_classes = self->own->n_classes;
  g_autofree guint *again = g_new (guint, n_pictures);
  const guint       n_again = list_unsure (n_pictures, what, scores, again);
  const guint       n_rows = MIN (n_again, get_n_at_once (self));
  g_autofree float *rows = g_new (float, (gsize) n_rows *n_classes);
  Look              look = { .what = what, .again = again, .n_classes = n_classes, .rows = rows };

  while (look.first < n_again) {
    guint n = 0;

    if (!koma_progress_report (what->progress, 1, error) ||
        (n = compute_some (self, &look, n_again - look.first, error)) == 0)
      return FALSE;
    for (guint i = 0; i < n; i++)
      koma_tta_average (what->tta, scores + (gsize) get_picture (&look, i) * n_classes,
                        rows + (gsize) i * n_classes);
    look.first += n;
  }
  return TRUE;
}

static gboolean
check_classification (const KomaClassifier     *self,
                      const KomaClassification *what,
                      GError                  **error)
{
  const guint n_classes = self->own->n_classes;

  if (!koma_classifier_check_recipe (self, what->recipe, error))
    return FALSE;
  if (what->n_classes != n_classes)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "The model makes %u scores of a picture; expected %u", n_classes,
                      what->n_classes);
  return what->tta == NULL || what->tta->n_classes == n_classes ||
         koma_fail (error, KOMA_ERROR_SHAPE,
                    "Test-time augmentation is of %u classes, the model has %u",
                    what->tta->n_classes, n_classes);
}

/**
 * koma_classifier_classify:
 * @n_pictures: any number
 * @what: gives inputs, `[height, width, channels]` of its recipe, and says how scores are read
 * @ret_scores: (out caller-allocates) (array): probabilities, `[n_pictures, n_classes]`
 *
 * Computes pictures 0 … @n_pictures − 1 once, and those that test-time augmentation applies to
 * twice: their rows are the mean.
 *
 * Errors: %KOMA_ERROR_SHAPE where the recipe or the number of classes is not that of this model;
 * those of koma_classifier_run(); %G_IO_ERROR_CANCELLED if what->progress stops it.
 *
 * Thread: the one that made @classifier.
 *
 * Returns: whether all scores are there
 */
gboolean
koma_classifier_classify (KomaClassifier           *classifier,
                          guint                     n_pictures,
                          const KomaClassification *what,
                          float                    *ret_scores,
                          GError                  **error)
{
  return check_classification (classifier, what, error) &&
         look_at_all (classifier, n_pictures, what, ret_scores, error) &&
         (what->tta == NULL ||
          look_again (classifier, n_pictures, what, ret_scores, error));
}
