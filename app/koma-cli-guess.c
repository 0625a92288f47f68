/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-guess.h"

#include <glib/gi18n.h>

#include "koma-cli-range.h"
#include "koma-cli.h"

/* The same model, whose pictures become other numbers. */
static gboolean
take_range (const KomaCliGuess *self,
            const char         *range,
            guint               n_pictures,
            KomaModelInfo     **info)
{
  KomaWorkerModel model = self->model;

  model.found_range = range;
  model.n_pictures = n_pictures;
  g_clear_pointer (info, koma_model_info_unref);
  *info = koma_cli_worker_load_again (self->worker, &model);
  return *info != NULL;
}

/* The range that the collection's answers have, so that nothing is computed where nothing is new.
 * One that pictures told stays. A guess is compared again once there are other pictures. */
static const char *
find_kept_range (const KomaCliGuess *self,
                 GPtrArray          *found,
                 KomaModelInfo      *info)
{
  const char      *range = koma_cli_collection_find_range (self->collection, info);
  g_autofree char *guess = koma_recipe_dup_range (&info->values);

  if (range == NULL || info->classes != NULL)
    return NULL;
  if (g_str_equal (range, guess) &&
      (!koma_cli_collection_choose_model (self->collection, info,
                                          MIN (self->options->top_k, (int) info->n_classes)) ||
       !koma_cli_collection_knows_all (self->collection, found)))
    return NULL;
  /* Translators: a range of values, such as “-1,1” or “imagenet”, and a file that keeps answers */
  koma_cli_warn (_ ("the file does not say the range of values: “%s”, as in %s (--range settles "
                    "it)"),
                 range, self->collection->path);
  return range;
}

gboolean
koma_cli_guess_settle (const KomaCliGuess *self,
                       GPtrArray          *found,
                       KomaModelInfo     **info,
                       KomaRangeTrial     *ret_trial)
{
  const char *range = find_kept_range (self, found, *info);

  /* How many pictures told it is not kept, and is not shown here. */
  if (range != NULL)
    return take_range (self, range, 0, info);
  range = koma_cli_range_find (self->options, self->worker, found, ret_trial);
  return range == NULL || take_range (self, range, ret_trial->n_pictures, info);
}
