/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The user's choices for the model in use: each loads it once more. */

#include "koma-model-control-private.h"

#include "worker/koma-thread.h"
#include "worker/models/koma-model-settings.h"

/**
 * koma_model_control_can_choose:
 * @self: a control
 *
 * Returns: whether there is a model for which something can be chosen now
 */
gboolean
koma_model_control_can_choose (KomaModelControl *self)
{
  return self->info != NULL && (self->loading == NULL || self->is_reload);
}

gboolean
koma_model_control_is_choosing (KomaModelControl *self)
{
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    if (self->parts[i] != NULL)
      return TRUE;
  return FALSE;
}

/**
 * koma_model_control_set_parts:
 * @self: a control
 * @parts: (array fixed-size=KOMA_N_PARTS): words of koma_recipe_set_part(), of the labels a path;
 *   %NULL: as it is, "": as the model says
 *
 * Chooses what the model in use expects, from now on and at later starts. A choice that has not
 * taken effect yet is made once more with this one.
 */
void
koma_model_control_set_parts (KomaModelControl  *self,
                              const char *const *parts)
{
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (koma_model_control_can_choose (self));

  for (guint i = 0; i < KOMA_N_PARTS; i++)
    if (parts[i] != NULL) {
      g_free (self->parts[i]);
      self->parts[i] = g_strdup (parts[i]);
    }
  koma_model_control_start_load (self, self->info->path, TRUE);
}

/**
 * koma_model_control_set_part:
 * @self: a control
 * @part: which
 * @word: as in koma_model_control_set_parts()
 *
 * Chooses one part.
 */
void
koma_model_control_set_part (KomaModelControl *self,
                             KomaRecipePart    part,
                             const char       *word)
{
  const char *parts[KOMA_N_PARTS] = { NULL };

  parts[part] = word;
  koma_model_control_set_parts (self, parts);
}

/**
 * koma_model_control_set_words:
 * @self: a control whose model in use compares pictures with words
 * @classes: as koma_word_classes_parse() takes them
 * @prompts: sentences for them, one a line
 *
 * Chooses what pictures are compared with.
 */
void
koma_model_control_set_words (KomaModelControl *self,
                              const char       *classes,
                              const char       *prompts)
{
  const char *parts[KOMA_N_PARTS] = { [KOMA_PART_CLASSES] = classes,
                                      [KOMA_PART_PROMPTS] = prompts };

  koma_model_control_set_parts (self, parts);
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
