/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Some models are several files of which each looks like a model. */

#include "join-files.h"

#include <string.h>

#include "engine/formats/checkpoint/names.h"
#include "engine/formats/onnx/half-names.h"

/* An architecture of Keras and its weights are one model. */
static void
join_pair (GPtrArray *paths)
{
  for (guint i = 0; paths->len == 2 && i < 2; i++)
    if (g_str_has_suffix (paths->pdata[i], ".json") &&
        g_str_has_suffix (paths->pdata[1 - i], ".h5")) {
      g_ptr_array_remove_index (paths, i);
      return;
    }
}

/* ---- Checkpoints ---- */

static gboolean
is_state (const char *path)
{
  const char *slash = strrchr (path, '/');

  return g_str_equal (slash != NULL ? slash + 1 : path, KOMA_CHECKPOINT_STATE);
}

static gboolean
is_index (const char *path)
{
  return g_str_has_suffix (path, KOMA_CHECKPOINT_INDEX);
}

static gboolean
is_graph (const char *path)
{
  return g_str_has_suffix (path, KOMA_CHECKPOINT_META) ||
         g_str_has_suffix (path, KOMA_CHECKPOINT_TEXT);
}

static gboolean
is_of_checkpoint (const char *path)
{
  return is_state (path) || is_index (path) || is_graph (path);
}

static gboolean
is_no_state (const char *path)
{
  return is_index (path) || is_graph (path);
}

static guint
count (const GPtrArray *paths,
       gboolean (*is_kind) (const char *path))
{
  guint n = 0;

  for (guint i = 0; i < paths->len; i++)
    n += is_kind (paths->pdata[i]) ? 1 : 0;
  return n;
}

static void
remove_all (GPtrArray *paths,
            gboolean (*is_kind) (const char *path))
{
  for (guint i = paths->len; i-- > 0;)
    if (is_kind (paths->pdata[i]))
      g_ptr_array_remove_index (paths, i);
}

/* "model.ckpt-1500.index" is step 1500 of "model.ckpt"; -1 where a name has no step. */
static gint64
get_step (const char *path,
          gsize      *ret_stem_length)
{
  const gsize      length = strlen (path) - strlen (KOMA_CHECKPOINT_INDEX);
  g_autofree char *prefix = g_strndup (path, length);
  const char      *dash = strrchr (prefix, '-');
  gint64           step = -1;

  *ret_stem_length = length;
  if (dash != NULL && g_ascii_string_to_signed (dash + 1, 10, 0, G_MAXINT64, &step, NULL))
    *ret_stem_length = (gsize) (dash - prefix);
  return step;
}

static gboolean
is_later (const char *path,
          const char *than)
{
  gsize        length = 0;
  gsize        than_length = 0;
  const gint64 step = get_step (path, &length);
  const gint64 than_step = get_step (than, &than_length);

  return length == than_length && strncmp (path, than, length) == 0 && step > than_step;
}

/* Training keeps several steps. */
static void
remove_earlier_steps (GPtrArray *paths)
{
  for (guint i = paths->len; i-- > 0;) {
    gboolean is_earlier = FALSE;

    for (guint k = 0; k < paths->len && !is_earlier; k++)
      is_earlier = is_later (paths->pdata[k], paths->pdata[i]);
    if (is_earlier)
      g_ptr_array_remove_index (paths, i);
  }
}

/* What was exported from a training stands for it. Of the training itself, the file "checkpoint"
 * names what is the newest; without it, the highest step is. */
static void
join_checkpoints (GPtrArray *paths)
{
  const guint n_parts = count (paths, is_of_checkpoint);

  if (n_parts < paths->len)
    remove_all (paths, is_of_checkpoint);
  else if (count (paths, is_state) == 1)
    remove_all (paths, is_no_state);
  else if (count (paths, is_index) > 0)
    remove_all (paths, is_graph);
  if (count (paths, is_index) == paths->len)
    remove_earlier_steps (paths);
}

/* ---- Halves ---- */

static gboolean
has_path (const GPtrArray *paths,
          const char      *path)
{
  for (guint i = 0; i < paths->len; i++)
    if (g_str_equal (paths->pdata[i], path))
      return TRUE;
  return FALSE;
}

/* Whether the half for pictures of what @path is the half for words of is there, in any
 * precision; and the other way round. */
static gboolean
has_other_half (const GPtrArray *paths,
                const char      *path)
{
  for (guint v = 0; v < koma_half_names_get_n_variants (); v++) {
    g_autoptr (GPtrArray) others = koma_half_names_list_others (path, v);

    for (guint i = 0; i < others->len; i++)
      if (has_path (paths, others->pdata[i]))
        return TRUE;
  }
  return FALSE;
}

/* Whether the same is there in a precision that is to be preferred. */
static gboolean
has_better (const GPtrArray *paths,
            const char      *path)
{
  for (guint v = 0; v < koma_half_names_get_variant (path); v++) {
    g_autofree char *better = koma_half_names_set_variant (path, v);

    if (better != NULL && has_path (paths, better))
      return TRUE;
  }
  return FALSE;
}

/* The half for pictures stands for both, and the best precision of it for the others. */
static gboolean
is_stood_for (const GPtrArray *paths,
              const char      *path)
{
  const KomaHalf half = koma_half_names_find (path);

  return half != KOMA_HALF_NONE && has_other_half (paths, path) &&
         (half == KOMA_HALF_WORDS || has_better (paths, path));
}

static void
join_halves (GPtrArray *paths)
{
  g_autofree gboolean *is_removed = g_new0 (gboolean, paths->len + 1);

  for (guint i = 0; i < paths->len; i++)
    is_removed[i] = is_stood_for (paths, paths->pdata[i]);
  for (guint i = paths->len; i-- > 0;)
    if (is_removed[i])
      g_ptr_array_remove_index (paths, i);
}

/**
 * koma_model_join_files:
 * @paths: (element-type filename): files that look like models; may lie in several folders
 *
 * Takes those out that are a part of another's model, or that another one stands for.
 *
 * Thread: any.
 */
void
koma_model_join_files (GPtrArray *paths)
{
  join_pair (paths);
  join_checkpoints (paths);
  join_halves (paths);
}
