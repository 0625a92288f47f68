/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "non-max-suppression.h"

#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/tensor-private.h"

typedef struct
{
  int    max_output_size;
  double iou_threshold;
  double score_threshold;
  double sigma; /* 0: a box that overlaps too much goes, and others stay as they are */
} Rules;

/* A box that is not decided on yet. */
typedef struct
{
  double score;
  gint32 box;
  guint  n_compared; /* with how many chosen ones it was compared */
} Candidate;

typedef struct
{
  GArray *boxes;  /* (owned) gint32 */
  GArray *scores; /* (owned) float */
} Chosen;

static void
chosen_clear (Chosen *self)
{
  g_clear_pointer (&self->boxes, g_array_unref);
  g_clear_pointer (&self->scores, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chosen, chosen_clear)

/* The best last; of equal scores the first box is better. */
static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Candidate *one = a;
  const Candidate *other = b;

  if (one->score != other->score)
    return one->score < other->score ? -1 : 1;
  return one->box > other->box ? -1 : one->box < other->box;
}

static GArray *
list_candidates (const KomaArray *scores,
                 double           threshold)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (gint32 i = 0; i < (gint32) scores->count; i++) {
    const Candidate one = { .score = ((const float *) scores->data)[i], .box = i };

    if (one.score > threshold)
      g_array_append_val (candidates, one);
  }
  g_array_sort (candidates, compare);
  return candidates;
}

static double
get_area (const float *box)
{
  return fabs ((double) box[2] - box[0]) * fabs ((double) box[3] - box[1]);
}

/* How long two intervals overlap, each between two ends in any order. */
static double
get_overlap (const float *a,
             const float *b)
{
  const double low = MAX (MIN (a[0], a[2]), MIN (b[0], b[2]));
  const double high = MIN (MAX (a[0], a[2]), MAX (b[0], b[2]));

  return MAX (high - low, 0);
}

/* Intersection over union of y1, x1, y2, x2; 0 of boxes without an area, or an infinite one. */
static double
get_iou (const float *a,
         const float *b)
{
  const double area_a = get_area (a);
  const double area_b = get_area (b);
  const double common = get_overlap (a, b) * get_overlap (a + 1, b + 1);
  const double iou = common / (area_a + area_b - common);

  return area_a > 0 && area_b > 0 && iou > 0 ? iou : 0;
}

/* Lowers the score by the boxes that were chosen since it was last compared. FALSE: it goes. */
static gboolean
weigh (Candidate    *candidate,
       const float  *boxes,
       const Chosen *chosen,
       const Rules  *rules)
{
  const double scale = rules->sigma > 0 ? -0.5 / rules->sigma : 0;

  for (guint i = chosen->boxes->len; i-- > candidate->n_compared;) {
    const gint32 box = g_array_index (chosen->boxes, gint32, i);
    const double iou = get_iou (boxes + 4 * candidate->box, boxes + 4 * box);

    if (iou >= rules->iou_threshold)
      return FALSE;
    candidate->score *= exp (scale * iou * iou);
    if (candidate->score <= rules->score_threshold)
      return FALSE;
  }
  candidate->n_compared = chosen->boxes->len;
  return TRUE;
}

/* Where the order of @candidates wants it. */
static void
insert (GArray          *candidates,
        const Candidate *candidate)
{
  guint first = 0;
  guint last = candidates->len;

  while (first < last) {
    const guint middle = first + (last - first) / 2;

    if (compare (&g_array_index (candidates, Candidate, middle), candidate) < 0)
      first = middle + 1;
    else
      last = middle;
  }
  g_array_insert_val (candidates, first, *candidate);
}

/* Bodla et al. 2017 (Soft-NMS), in the order of TensorFlow: a box whose score became less waits for
 * its turn. */
static void
choose (const KomaArray *boxes,
        const KomaArray *scores,
        const Rules     *rules,
        Chosen          *chosen)
{
  g_autoptr (GArray) candidates = list_candidates (scores, rules->score_threshold);

  chosen->boxes = g_array_new (FALSE, FALSE, sizeof (gint32));
  chosen->scores = g_array_new (FALSE, FALSE, sizeof (float));
  while ((int) chosen->boxes->len < rules->max_output_size && candidates->len > 0) {
    Candidate    best = g_array_index (candidates, Candidate, candidates->len - 1);
    const double score = best.score;

    g_array_set_size (candidates, candidates->len - 1);
    if (!weigh (&best, boxes->data, chosen, rules))
      continue;
    if (best.score < score) {
      insert (candidates, &best);
    } else {
      const float number = (float) score;

      g_array_append_val (chosen->boxes, best.box);
      g_array_append_val (chosen->scores, number);
    }
  }
}

static gboolean
check_rules (const Rules *rules,
             const char  *name,
             GError     **error)
{
  if (rules->max_output_size < 0)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: max_output_size is %d, expected 0 or more",
                      name, rules->max_output_size);
  if (!(rules->iou_threshold >= 0 && rules->iou_threshold <= 1))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: iou_threshold is %g, expected 0 to 1", name,
                      rules->iou_threshold);
  if (!(rules->sigma >= 0 && rules->sigma <= 1))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: soft_nms_sigma is %g, expected 0 to 1", name,
                      rules->sigma);
  return TRUE;
}

static gboolean
call (KomaTensor  *boxes,
      KomaTensor  *scores,
      const Rules *rules,
      Chosen      *chosen,
      const char  *name,
      GError     **error)
{
  g_autoptr (KomaArray) places = NULL;
  g_autoptr (KomaArray) numbers = NULL;

  if (!koma_at_once_begin ((KomaTensor *[]){ boxes, scores }, 2, name, error) ||
      !check_rules (rules, name, error))
    return FALSE;
  if (boxes->shape.rank != 2 || boxes->shape.dims[1] != 4)
    return koma_at_once_fail_shape (name, "self", boxes, "[n,4]", error);
  if (scores->shape.rank != 1 || scores->shape.dims[0] != boxes->shape.dims[0])
    return koma_at_once_fail_shape (name, "scores", scores, "[n], as many as boxes", error);
  places = koma_at_once_read (boxes, KOMA_DTYPE_FLOAT32, name, error);
  numbers = places != NULL ? koma_at_once_read (scores, KOMA_DTYPE_FLOAT32, name, error) : NULL;
  if (numbers == NULL)
    return FALSE;
  choose (places, numbers, rules, chosen);
  return TRUE;
}

static KomaTensor *
make_list (KomaDType     dtype,
           const GArray *list,
           GError      **error)
{
  return koma_at_once_make (dtype, KOMA_SHAPE (list->len), list->data, error);
}

/* Both results, or none. */
static gboolean
give_two (KomaTensor  *first,
          KomaTensor  *second,
          KomaTensor **ret_first,
          KomaTensor **ret_second)
{
  if (first == NULL || second == NULL) {
    if (first != NULL)
      koma_at_once_drop (first);
    return FALSE;
  }
  koma_formula_return (first, ret_first);
  koma_formula_return (second, ret_second);
  return TRUE;
}

/**
 * koma_tensor_non_max_suppression:
 * @self: (nullable): float32 [n, 4]: boxes, by two opposite corners: y1, x1, y2, x2
 * @scores: (nullable): float32 [n]
 * @max_output_size: how many are chosen at most
 * @iou_threshold: 0 to 1, often 0.5: from which intersection over union on a box goes
 * @score_threshold: scores up to it do not count; -infinity: all count
 * @error: return location for an error
 *
 * Chooses boxes by their scores, the best first, but for those that overlap a chosen one too much.
 * The numbers are read at once. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a shape is another; %KOMA_ERROR_ARGUMENT if a number is out of its
 * range, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32 [chosen]: which boxes, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_non_max_suppression (KomaTensor *self,
                                 KomaTensor *scores,
                                 int         max_output_size,
                                 double      iou_threshold,
                                 double      score_threshold,
                                 GError    **error)
{
  const Rules rules = { max_output_size, iou_threshold, score_threshold, 0 };
  g_auto (Chosen) chosen = { 0 };

  return call (self, scores, &rules, &chosen, G_STRFUNC, error)
           ? make_list (KOMA_DTYPE_INT32, chosen.boxes, error)
           : NULL;
}

/**
 * koma_tensor_non_max_suppression_with_score:
 * @self: (nullable): float32 [n, 4]: boxes, by two opposite corners: y1, x1, y2, x2
 * @scores: (nullable): float32 [n]
 * @max_output_size: how many are chosen at most
 * @iou_threshold: 0 to 1: from which intersection over union on a box goes
 * @score_threshold: scores up to it do not count; -infinity: all count
 * @soft_nms_sigma: 0 to 1: the scores of boxes that overlap a chosen one by o are multiplied by
 *   exp (-o² / (2 sigma)) (Bodla et al. 2017); 0: they stay
 * @ret_indices: (out) (transfer none) (optional): int32 [chosen]: which boxes, floating, or the
 *   scope's in force
 * @ret_scores: (out) (transfer none) (optional): float32 [chosen]: their scores then, floating, or
 *   the scope's in force
 * @error: return location for an error
 *
 * koma_tensor_non_max_suppression() where boxes that overlap do not go at once. Thread: that of the
 * tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a shape is another; %KOMA_ERROR_ARGUMENT if a number is out of its
 * range, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where a tensor is %NULL
 */
gboolean
koma_tensor_non_max_suppression_with_score (KomaTensor  *self,
                                            KomaTensor  *scores,
                                            int          max_output_size,
                                            double       iou_threshold,
                                            double       score_threshold,
                                            double       soft_nms_sigma,
                                            KomaTensor **ret_indices,
                                            KomaTensor **ret_scores,
                                            GError     **error)
{
  const Rules rules = { max_output_size, iou_threshold, score_threshold, soft_nms_sigma };
  g_auto (Chosen) chosen = { 0 };
  KomaTensor *indices = NULL;

  if (!call (self, scores, &rules, &chosen, G_STRFUNC, error))
    return FALSE;
  indices = make_list (KOMA_DTYPE_INT32, chosen.boxes, error);
  return give_two (
    indices, indices != NULL ? make_list (KOMA_DTYPE_FLOAT32, chosen.scores, error) : NULL,
    ret_indices, ret_scores);
}

/**
 * koma_tensor_non_max_suppression_padded:
 * @self: (nullable): float32 [n, 4]: boxes, by two opposite corners: y1, x1, y2, x2
 * @scores: (nullable): float32 [n]
 * @max_output_size: how many are chosen at most
 * @iou_threshold: 0 to 1: from which intersection over union on a box goes
 * @score_threshold: scores up to it do not count; -infinity: all count
 * @is_padded: whether zeros follow, so that the result has min (@max_output_size, n) elements
 * @ret_indices: (out) (transfer none) (optional): int32 [chosen], with zeros behind: which boxes,
 *   floating, or the scope's in force
 * @ret_n_valid: (out) (transfer none) (optional): int32, a scalar: how many were chosen, floating,
 *   or the scope's in force
 * @error: return location for an error
 *
 * koma_tensor_non_max_suppression() with a result whose shape is always the same. Thread: that of
 * the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a shape is another; %KOMA_ERROR_ARGUMENT if a number is out of its
 * range, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where a tensor is %NULL
 */
gboolean
koma_tensor_non_max_suppression_padded (KomaTensor  *self,
                                        KomaTensor  *scores,
                                        int          max_output_size,
                                        double       iou_threshold,
                                        double       score_threshold,
                                        gboolean     is_padded,
                                        KomaTensor **ret_indices,
                                        KomaTensor **ret_n_valid,
                                        GError     **error)
{
  const Rules  rules = { max_output_size, iou_threshold, score_threshold, 0 };
  const gint32 none = 0;
  g_auto (Chosen) chosen = { 0 };
  KomaTensor *indices = NULL;
  gint32      n_valid = 0;
  gint64      n = 0;

  if (!call (self, scores, &rules, &chosen, G_STRFUNC, error))
    return FALSE;
  n_valid = chosen.boxes->len;
  n = MIN (max_output_size, self->shape.dims[0]);
  while (is_padded && chosen.boxes->len < n)
    g_array_append_val (chosen.boxes, none);
  indices = make_list (KOMA_DTYPE_INT32, chosen.boxes, error);
  return give_two (
    indices,
    indices != NULL ? koma_at_once_make (KOMA_DTYPE_INT32, KOMA_SHAPE_SCALAR, &n_valid, error)
                    : NULL,
    ret_indices, ret_n_valid);
}
