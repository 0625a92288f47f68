/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The user's choices for the model in use: each loads it once more. */

#include "koma-model-control-private.h"

#include "worker/koma-thread.h"
#include "worker/model/koma-model-settings.h"

/**
 * koma_model_control_can_choose:
 * @self: a control
 *
 * Returns: whether there is a model whose labels and range can be chosen now
 */
gboolean
koma_model_control_can_choose (KomaModelControl *self)
{
  return self->info != NULL && (self->loading == NULL || self->is_reload);
}

gboolean
koma_model_control_is_choosing (KomaModelControl *self)
{
  return self->labels_path != NULL || self->range != NULL;
}

/* A choice that has not taken effect yet is made once more with this one. */
static void
choose (KomaModelControl *self,
        char            **member,
        const char       *value)
{
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (koma_model_control_can_choose (self));

  g_free (*member);
  *member = g_strdup (value);
  koma_model_control_start_load (self, self->info->path, TRUE);
}

/**
 * koma_model_control_set_labels:
 * @self: a control
 * @path: (nullable): of a list of labels; %NULL: the model's own
 *
 * Names the classes of the model in use, from now on and at later starts.
 */
void
koma_model_control_set_labels (KomaModelControl *self,
                               const char       *path)
{
  choose (self, &self->labels_path, path != NULL ? path : "");
}

/**
 * koma_model_control_set_range:
 * @self: a control
 * @range: of koma_recipe_set_range()
 *
 * Makes the input of the model in use, from now on and at later starts.
 */
void
koma_model_control_set_range (KomaModelControl *self,
                              const char       *range)
{
  choose (self, &self->range, range);
}

/**
 * koma_model_control_accept_range:
 * @self: a control
 *
 * Makes the range of the model in use one that the user has chosen.
 */
void
koma_model_control_accept_range (KomaModelControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->info != NULL && self->info->range != NULL)
    koma_model_settings_accept_range (self->info->hash, self->info->range);
}

/**
 * koma_model_control_can_measure_again:
 * @self: a control
 *
 * Returns: whether automatic choice has measured backends for the model in use
 */
gboolean
koma_model_control_can_measure_again (KomaModelControl *self)
{
  return self->loading == NULL && self->choice.backend == NULL && self->info != NULL &&
         self->info->autotune != NULL;
}

/**
 * koma_model_control_measure_again:
 * @self: a control
 *
 * Loads the model in use once more, and has the backends tried for it whatever
 * is kept of that. Answers go on meanwhile.
 */
void
koma_model_control_measure_again (KomaModelControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_measured_anew = TRUE;
  koma_model_control_reload (self);
}
