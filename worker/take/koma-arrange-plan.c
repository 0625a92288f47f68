/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-plan.h"

#include <errno.h>

#include "koma-safe-name.h"
#include "koma-xmp.h"
#include "koma-sheet.h"

#define MAX_NUMBER 9999

typedef struct
{
  const KomaArrangeOptions *options;
  KomaArrangePlan          *plan;
  GHashTable               *sources; /* char *: paths that have a step */
  GHashTable               *targets; /* char *: paths that are spoken for */
  GHashTable               *folders; /* folded name → index + 1 */
} Planning;

static void
step_free (gpointer data)
{
  KomaArrangeStep *step = data;

  g_free (step->from);
  g_free (step->to);
  koma_result_unref (step->result);
  koma_correction_unref (step->correction);
  g_free (step);
}

static void
folder_free (gpointer data)
{
  KomaArrangeFolder *folder = data;

  g_free (folder->name);
  g_free (folder->path);
  g_free (folder);
}

KomaArrangePlan *
koma_arrange_plan_ref (KomaArrangePlan *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
koma_arrange_plan_unref (KomaArrangePlan *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->folders);
  g_free (self->into);
  g_free (self);
}

/* What a person says: a class, or its kind. */
static const char *
get_said_name (const Planning      *planning,
               const KomaExportRow *row)
{
  const char *kind = planning->options->is_by_kind
                       ? koma_correction_get_kind (row->correction, row->result)
                       : NULL;

  return kind != NULL ? kind : koma_correction_get_name (row->correction, row->result);
}

/* What a folder is named after: a class, or its kind. A person is sure. */
static const char *
get_folder_name (const Planning      *planning,
                 const KomaExportRow *row,
                 float               *ret_score)
{
  const KomaResult *result = row->result;
  const char       *kind =
    planning->options->is_by_kind ? koma_result_get_kind (result, ret_score) : NULL;

  if (row->correction != NULL) {
    *ret_score = 1.0f;
    return get_said_name (planning, row);
  }

  if (kind != NULL)
    return kind;
  *ret_score = result->classes[0].score;
  return koma_result_get_class (result, 0).name;
}

static gboolean
is_sure (const Planning      *planning,
         const KomaExportRow *row)
{
  const double sure_from = planning->options->sure_from;
  float        score = 0.0f;

  if (row->correction != NULL)
    return TRUE;
  get_folder_name (planning, row, &score);
  return score >=
         (sure_from == KOMA_SURE_BY_MODEL ? row->result->info->values.sure_from : sure_from);
}

static gboolean
exists (const char *path)
{
  KomaFileId id;

  /* What can not be looked at may be there. */
  return koma_file_id_get (path, &id) || errno != ENOENT;
}

/* Two classes that differ in capitals alone share a folder: some file systems see one name. */
static guint
find_folder (Planning            *planning,
             const KomaExportRow *row,
             gboolean             is_sure_one)
{
  const char      *into = planning->options->into;
  float            score = 0.0f;
  const char      *said = get_folder_name (planning, row, &score);
  g_autofree char *number = g_strdup_printf ("%u", row->result->classes[0].index);
  g_autofree char *name =
    into == NULL ? g_strdup (said)
                 : koma_safe_name (is_sure_one ? said : planning->options->not_sure, number);
  g_autofree char   *folded = g_utf8_casefold (name, -1);
  guint              index = GPOINTER_TO_UINT (g_hash_table_lookup (planning->folders, folded));
  KomaArrangeFolder *folder = NULL;

  if (index > 0)
    return index - 1;
  folder = g_new0 (KomaArrangeFolder, 1);
  folder->path = into != NULL ? g_build_filename (into, name, NULL) : NULL;
  folder->name = g_steal_pointer (&name);
  folder->is_new = folder->path != NULL && !g_file_test (folder->path, G_FILE_TEST_IS_DIR);
  g_ptr_array_add (planning->plan->folders, folder);
  g_hash_table_insert (planning->folders, g_steal_pointer (&folded),
                       GUINT_TO_POINTER (planning->plan->folders->len));
  return planning->plan->folders->len - 1;
}

/* "cat.jpg" → "cat (2).jpg" */
static char *
number_name (const char *base,
             guint       number)
{
  const char      *dot = strrchr (base, '.');
  const gsize      length = dot != NULL && dot != base ? (gsize) (dot - base) : strlen (base);
  g_autofree char *stem = g_strndup (base, length);

  return g_strdup_printf ("%s (%u)%s", stem, number, base + length);
}

/* A name in the folder that nobody has; NULL: there is none. */
static char *
find_target (Planning   *planning,
             const char *folder,
             const char *base,
             gboolean   *ret_is_renamed)
{
  for (guint i = 1; i <= (planning->options->is_numbered ? MAX_NUMBER : 1); i++) {
    g_autofree char *name = i == 1 ? g_strdup (base) : number_name (base, i);
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (!g_hash_table_contains (planning->targets, path) && !exists (path)) {
      *ret_is_renamed = i > 1;
      return g_steal_pointer (&path);
    }
  }
  return NULL;
}

static void
add_step (Planning            *planning,
          const char          *from,
          char                *to, /* (transfer full) */
          guint                index,
          gboolean             is_renamed,
          const KomaFileId    *id,
          const KomaExportRow *row)
{
  KomaArrangeStep   *step = g_new0 (KomaArrangeStep, 1);
  KomaArrangeFolder *folder = planning->plan->folders->pdata[index];

  step->from = g_strdup (from);
  step->to = to;
  step->folder = index;
  step->is_renamed = is_renamed;
  step->id = *id;
  step->result = koma_result_ref (row->result);
  step->correction = row->correction != NULL ? koma_correction_ref (row->correction) : NULL;
  step->stars = koma_rating_get_stars (row->rating);
  folder->n_steps++;
  folder->n_renamed += is_renamed;
  g_ptr_array_add (planning->plan->steps, step);
  g_hash_table_add (planning->sources, g_strdup (from));
  g_hash_table_add (planning->targets, g_strdup (to));
}

static gboolean
is_in (const char *path,
       const char *folder)
{
  g_autofree char *its = g_path_get_dirname (path);
  KomaFileId       a, b;

  return g_str_equal (its, folder) ||
         (koma_file_id_get (its, &a) && koma_file_id_get (folder, &b) && a.device == b.device &&
          a.inode == b.inode);
}

/* A sidecar lies beside its picture and goes with it. What a link leads to is not the picture's,
 * and stays where it is. */
static void
plan_sidecar (Planning            *planning,
              const char          *from,
              const char          *to,
              guint                index,
              const KomaExportRow *row)
{
  g_autofree char *sidecar = koma_xmp_dup_path (from);
  g_autofree char *target = koma_xmp_dup_path (to);
  struct stat      info = { 0 };
  KomaFileId       id;

  if (lstat (sidecar, &info) != 0 || g_hash_table_contains (planning->sources, sidecar) ||
      exists (target))
    return;
  if (!S_ISREG (info.st_mode)) {
    planning->plan->n_skipped[KOMA_SKIP_SIDECAR]++;
    return;
  }
  id = koma_file_id_from_stat (&info);
  add_step (planning, sidecar, g_steal_pointer (&target), index, FALSE, &id, row);
  /* It is no picture of its own. */
  ((KomaArrangeFolder *) planning->plan->folders->pdata[index])->n_steps--;
}

static gboolean
plan_file (Planning            *planning,
           const char          *from,
           const KomaFileId    *id,
           const KomaExportRow *row,
           gboolean             is_sure_one,
           KomaArrangeSkip     *ret_skip)
{
  const guint        index = find_folder (planning, row, is_sure_one);
  KomaArrangeFolder *folder = planning->plan->folders->pdata[index];
  g_autofree char   *base = g_path_get_basename (from);
  gboolean           is_renamed = FALSE;
  g_autofree char   *to = NULL;

  *ret_skip = KOMA_SKIP_IN_PLACE;
  if (is_in (from, folder->path))
    return FALSE;
  *ret_skip = KOMA_SKIP_TAKEN;
  to = find_target (planning, folder->path, base, &is_renamed);
  if (to == NULL)
    return FALSE;
  add_step (planning, from, g_strdup (to), index, is_renamed, id, row);
  if (planning->plan->kind != KOMA_ARRANGE_LINK)
    plan_sidecar (planning, from, to, index, row);
  return TRUE;
}

static gboolean
plan_label (Planning            *planning,
            const char          *from,
            const KomaFileId    *id,
            const KomaExportRow *row)
{
  g_autofree char *to = koma_xmp_dup_path (from);
  const gboolean   is_there = exists (to);

  add_step (planning, from, g_steal_pointer (&to), find_folder (planning, row, TRUE), is_there,
            id, row);
  return TRUE;
}

/* A link that is moved may point elsewhere then. */
static gboolean
is_movable (const Planning *planning,
            const char     *path,
            KomaFileId     *ret_id)
{
  struct stat info = { 0 };
  const int   code = planning->plan->kind == KOMA_ARRANGE_MOVE ? lstat (path, &info)
                                                               : stat (path, &info);

  *ret_id = koma_file_id_from_stat (&info);
  return code == 0 && S_ISREG (info.st_mode);
}

static gboolean
plan_row (Planning            *planning,
          const KomaExportRow *row,
          KomaArrangeSkip     *ret_skip)
{
  g_autofree char *path = row->file != NULL ? g_file_get_path (row->file) : NULL;
  gboolean         is_sure_one = FALSE;
  KomaFileId       id;

  *ret_skip = KOMA_SKIP_NO_FILE;
  if (path == NULL || row->grid != NULL)
    return FALSE;
  *ret_skip = KOMA_SKIP_NO_ANSWER;
  if (row->result == NULL || row->result->n_classes == 0)
    return FALSE;
  is_sure_one = is_sure (planning, row);
  *ret_skip = KOMA_SKIP_NOT_SURE;
  if (!is_sure_one && planning->options->not_sure == NULL)
    return FALSE;
  *ret_skip = KOMA_SKIP_TWICE;
  if (g_hash_table_contains (planning->sources, path))
    return FALSE;
  *ret_skip = KOMA_SKIP_VANISHED;
  if (!is_movable (planning, path, &id))
    return FALSE;
  if (planning->plan->kind == KOMA_ARRANGE_LABEL)
    return plan_label (planning, path, &id, row);
  return plan_file (planning, path, &id, row, is_sure_one, ret_skip);
}

KomaArrangePlan *
koma_arrange_plan_new (const GPtrArray          *rows,
                       const KomaArrangeOptions *options,
                       GCancellable             *cancellable)
{
  g_autoptr (GHashTable) sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) targets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KomaArrangePlan *plan = g_new0 (KomaArrangePlan, 1);
  Planning         planning = { options, plan, sources, targets, folders };

  g_atomic_ref_count_init (&plan->ref_count);
  plan->kind = options->kind;
  plan->n_labels = MAX (options->n_labels, 1);
  plan->into = g_strdup (options->into);
  plan->steps = g_ptr_array_new_with_free_func (step_free);
  plan->folders = g_ptr_array_new_with_free_func (folder_free);
  for (guint i = 0; i < rows->len && !g_cancellable_is_cancelled (cancellable); i++) {
    KomaArrangeSkip skip = KOMA_SKIP_NO_FILE;

    if (!plan_row (&planning, rows->pdata[i], &skip))
      plan->n_skipped[skip]++;
  }
  return plan;
}
