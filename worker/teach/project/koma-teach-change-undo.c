/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Undoing the last step: things become as it noted them, and that is written like an operation. */
#include "koma-teach-class-private.h"
#include "koma-teach-project-private.h"

static void
undo_places (KomaTeachProject *self,
             const GArray     *places)
{
  g_autofree KomaTeachPlace *backwards = g_new (KomaTeachPlace, places->len);

  for (guint i = 0; i < places->len; i++)
    backwards[i] = g_array_index (places, KomaTeachPlace, places->len - 1 - i);
  koma_teach_places_take (backwards, places->len);
  koma_teach_project_write_moves (self, backwards, places->len);
}

static void
undo_classes (KomaTeachProject *self,
              const GPtrArray  *before)
{
  GPtrArray *classes = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < before->len; i++) {
    const KomaTeachClassBefore *as = before->pdata[i];

    koma_teach_class_set_name (as->klass, as->name);
    koma_teach_class_set_colour (as->klass, as->colour);
    g_ptr_array_add (classes, g_object_ref (as->klass));
  }
  koma_teach_lists_set_classes (&self->lists, classes);
  koma_teach_project_write_classes (self);
}

/* Its name, and where it was saved, stay as they are. */
static void
undo_project (KomaTeachProject       *self,
              KomaTeachProjectRecord *before)
{
  KomaTeachProjectRecord *record = &self->record;
  KomaTeachLists         *lists = &self->lists;
  const gboolean          is_other_base = g_strcmp0 (record->base, before->base) != 0 ||
                                 g_strcmp0 (record->tuned, before->tuned) != 0;

  g_free (record->base);
  g_free (record->base_name);
  g_free (record->tuned);
  record->base = g_steal_pointer (&before->base);
  record->base_name = g_steal_pointer (&before->base_name);
  record->tuned = g_steal_pointer (&before->tuned);
  record->n_hidden = before->n_hidden;
  koma_teach_project_write_project (self);
  if (is_other_base)
    koma_teach_lists_set_base (lists, record->base, record->tuned);
  koma_teach_learner_set_n_hidden (lists->learner, record->n_hidden);
}

/**
 * koma_teach_project_get_undo:
 *
 * Thread: main. Returns: (transfer none) (nullable): the step that would be undone; %NULL where
 *   there is none, one is open, or the project is not
 */
const KomaTeachUndo *
koma_teach_project_get_undo (KomaTeachProject *self)
{
  const KomaTeachStep *step = koma_teach_steps_get_last (&self->steps);

  return koma_teach_project_is_ready (self) && step != NULL ? &step->words : NULL;
}

/**
 * koma_teach_project_undo:
 *
 * Undoes the last step, and cancels what it still adds.
 *
 * Thread: main. Returns: whether there was one
 */
gboolean
koma_teach_project_undo (KomaTeachProject *self)
{
  g_autoptr (KomaTeachStep) step = NULL;

  if (koma_teach_project_get_undo (self) == NULL)
    return FALSE;
  step = koma_teach_steps_take_last (&self->steps);
  step->is_undone = TRUE;
  for (guint i = 0; i < step->running->len; i++)
    g_cancellable_cancel (step->running->pdata[i]);
  if (step->places->len > 0)
    undo_places (self, step->places);
  if (step->classes != NULL)
    undo_classes (self, step->classes);
  if (step->project != NULL)
    undo_project (self, step->project);
  koma_teach_project_end_change (self);
  return TRUE;
}
