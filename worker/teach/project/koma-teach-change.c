/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operations of a project: each notes how things were before, for koma-teach-change-undo.c, changes
 * the lists, and writes how they are now. */
#include "koma-teach-class-private.h"
#include "worker/teach/learn/koma-teach-learn.h"
#include "koma-teach-project-private.h"

static KomaTeachStep *
begin (KomaTeachProject *self,
       KomaTeachChange   kind,
       KomaTeachClass   *klass) /* (nullable) */
{
  KomaTeachStep *step = koma_teach_steps_begin (&self->steps, kind);

  koma_teach_step_note_name (step, kind, klass);
  return step;
}

static void
begin_classes (KomaTeachProject *self,
               KomaTeachChange   kind,
               KomaTeachClass   *klass)
{
  KomaTeachStep *step = begin (self, kind, klass);

  koma_teach_step_note_classes (step, self->lists.classes);
}

static void
end_classes (KomaTeachProject *self)
{
  koma_teach_project_write_classes (self);
  koma_teach_project_end_change (self);
}

static GPtrArray *
copy_classes (KomaTeachProject *self)
{
  const GPtrArray *classes = self->lists.classes;
  GPtrArray       *copy = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < classes->len; i++)
    g_ptr_array_add (copy, g_object_ref (classes->pdata[i]));
  return copy;
}

static gboolean
can_change (KomaTeachProject *self,
            KomaTeachClass   *klass)
{
  return koma_teach_project_is_ready (self) && !koma_teach_class_is_removed (klass);
}

/**
 * koma_teach_project_rename:
 * @name: for people
 *
 * Thread: main.
 */
void
koma_teach_project_rename (KomaTeachProject *self,
                           const char       *name)
{
  KomaTeachProjectRecord *record = &self->record;

  if (!koma_teach_project_is_ready (self) || g_strcmp0 (record->name, name) == 0)
    return;
  g_free (record->name);
  record->name = g_strdup (name);
  koma_teach_project_write_project (self);
  g_object_notify (G_OBJECT (self), "name");
}

/**
 * koma_teach_project_set_base:
 * @path: of a model's file
 * @name: for people
 *
 * Chooses the model whose features are used; it is loaded on a thread.
 *
 * Thread: main.
 */
void
koma_teach_project_set_base (KomaTeachProject *self,
                             const char       *path,
                             const char       *name)
{
  const KomaTeachLearner *learner = self->lists.learner;
  KomaTeachProjectRecord *record = &self->record;

  if (!koma_teach_project_is_ready (self) || g_strcmp0 (record->base, path) == 0)
    return;
  /* The first, and one in place of one that is gone, are chosen by themselves. */
  if (record->base != NULL && learner->base_state != KOMA_TEACH_BASE_FAILED)
    koma_teach_step_note_project (begin (self, KOMA_TEACH_CHANGE_BASE, NULL), record);
  g_free (record->base);
  g_free (record->base_name);
  g_clear_pointer (&record->tuned, g_free);
  record->base = g_strdup (path);
  record->base_name = g_strdup (name);
  koma_teach_project_write_project (self);
  koma_teach_lists_set_base (&self->lists, path, NULL);
  koma_teach_project_end_change (self);
}

/**
 * koma_teach_project_set_n_hidden:
 * @n_hidden: units of a layer between features and classes, at most %KOMA_TEACH_MAX_HIDDEN; 0: no
 *   such layer
 *
 * Another head is trained. Thread: main.
 */
void
koma_teach_project_set_n_hidden (KomaTeachProject *self,
                                 guint             n_hidden)
{
  KomaTeachProjectRecord *record = &self->record;

  if (!koma_teach_project_is_ready (self) || record->n_hidden == n_hidden)
    return;
  koma_teach_step_note_project (begin (self, KOMA_TEACH_CHOOSE_HIDDEN, NULL), record);
  record->n_hidden = MIN (n_hidden, KOMA_TEACH_MAX_HIDDEN);
  koma_teach_project_write_project (self);
  koma_teach_learner_set_n_hidden (self->lists.learner, record->n_hidden);
  koma_teach_project_end_change (self);
}

/*< private >
 * koma_teach_project_set_tuned:
 * @hash: of weights in the project's folder, for its base
 *
 * All features are computed anew.
 */
void
koma_teach_project_set_tuned (KomaTeachProject *self,
                              const char       *hash)
{
  KomaTeachProjectRecord *record = &self->record;

  koma_teach_step_note_project (begin (self, KOMA_TEACH_FINE_TUNE, NULL), record);
  g_free (record->tuned);
  record->tuned = g_strdup (hash);
  koma_teach_project_write_project (self);
  koma_teach_lists_set_base (&self->lists, record->base,
                             record->tuned);
  koma_teach_project_end_change (self);
}

/**
 * koma_teach_project_find_class:
 * @name: for people
 *
 * Thread: main. Returns: (transfer none) (nullable): the first of that name
 */
KomaTeachClass *
koma_teach_project_find_class (KomaTeachProject *self,
                               const char       *name)
{
  const GPtrArray *classes = self->lists.classes;

  for (guint i = 0; i < classes->len; i++)
    if (g_str_equal (koma_teach_class_get_name (classes->pdata[i]), name))
      return classes->pdata[i];
  return NULL;
}

/*< private >
 * koma_teach_project_add_class_in:
 * @step: that it belongs to
 *
 * Returns: (transfer none) (nullable): %NULL: there are too many
 */
KomaTeachClass *
koma_teach_project_add_class_in (KomaTeachProject *self,
                                 KomaTeachStep    *step,
                                 const char       *name)
{
  KomaTeachLists *lists = &self->lists;
  GPtrArray      *classes = NULL;
  KomaTeachClass *klass = NULL;

  if (lists->classes->len >= KOMA_TEACH_MAX_CLASSES)
    return NULL;
  koma_teach_step_note_classes (step, lists->classes);
  classes = copy_classes (self);
  klass = koma_teach_lists_new_class (lists, name);
  koma_teach_step_note_name (step, KOMA_TEACH_ADD_CLASS, klass);
  g_ptr_array_add (classes, g_object_ref (klass));
  koma_teach_lists_set_classes (lists, classes);
  end_classes (self);
  return klass;
}

/**
 * koma_teach_project_add_class:
 * @name: for people; UTF-8
 *
 * Adds a class behind the others, of a colour that few have.
 *
 * Thread: main. Returns: (transfer none) (nullable): it; %NULL: the project is not ready, or has
 *   %KOMA_TEACH_MAX_CLASSES
 */
KomaTeachClass *
koma_teach_project_add_class (KomaTeachProject *self,
                              const char       *name)
{
  KomaTeachStep *step = NULL;

  if (!koma_teach_project_is_ready (self) ||
      self->lists.classes->len >= KOMA_TEACH_MAX_CLASSES)
    return NULL;
  step = koma_teach_steps_begin (&self->steps, KOMA_TEACH_ADD_CLASS);
  return koma_teach_project_add_class_in (self, step, name);
}

/**
 * koma_teach_project_rename_class:
 * @name: for people; UTF-8
 *
 * Thread: main.
 */
void
koma_teach_project_rename_class (KomaTeachProject *self,
                                 KomaTeachClass   *klass,
                                 const char       *name)
{
  if (!can_change (self, klass) || g_str_equal (koma_teach_class_get_name (klass), name))
    return;
  begin_classes (self, KOMA_TEACH_RENAME_CLASS, klass);
  koma_teach_class_set_name (klass, name);
  end_classes (self);
}

/**
 * koma_teach_project_recolour_class:
 * @colour: a place in the window's palette
 *
 * Thread: main.
 */
void
koma_teach_project_recolour_class (KomaTeachProject *self,
                                   KomaTeachClass   *klass,
                                   guint             colour)
{
  if (!can_change (self, klass) || koma_teach_class_get_colour (klass) == colour)
    return;
  begin_classes (self, KOMA_TEACH_RECOLOUR_CLASS, klass);
  koma_teach_class_set_colour (klass, colour);
  end_classes (self);
}

/**
 * koma_teach_project_move_class:
 * @position: it has afterwards; at most the last
 *
 * Thread: main.
 */
void
koma_teach_project_move_class (KomaTeachProject *self,
                               KomaTeachClass   *klass,
                               guint             position)
{
  g_autoptr (GPtrArray) classes = NULL;
  guint before = 0;

  if (!can_change (self, klass))
    return;
  classes = copy_classes (self);
  g_ptr_array_find (classes, klass, &before);
  position = MIN (position, classes->len - 1);
  if (position == before)
    return;
  begin_classes (self, KOMA_TEACH_MOVE_CLASS, klass);
  g_ptr_array_insert (classes, (gint) position, g_ptr_array_steal_index (classes, before));
  koma_teach_lists_set_classes (&self->lists, g_steal_pointer (&classes));
  end_classes (self);
}

/**
 * koma_teach_project_remove_class:
 *
 * Removes it with its examples. Thread: main.
 */
void
koma_teach_project_remove_class (KomaTeachProject *self,
                                 KomaTeachClass   *klass)
{
  g_autoptr (GPtrArray) classes = NULL;

  if (!can_change (self, klass))
    return;
  begin_classes (self, KOMA_TEACH_REMOVE_CLASS, klass);
  classes = copy_classes (self);
  g_ptr_array_remove (classes, klass);
  koma_teach_lists_set_classes (&self->lists, g_steal_pointer (&classes));
  end_classes (self);
}

static void
place_examples (KomaTeachProject *self,
                KomaTeachChange   kind,
                GPtrArray        *examples,
                KomaTeachClass   *klass) /* (nullable) */
{
  g_autofree KomaTeachPlace *places = g_new (KomaTeachPlace, examples->len);
  KomaTeachStep             *step = NULL;
  guint                      n = 0;

  for (guint i = 0; i < examples->len; i++) {
    KomaTeachClass *before = koma_teach_example_get_class (examples->pdata[i]);

    if (before == NULL || before == klass)
      continue;
    step = begin (self, kind, before);
    koma_teach_step_note_place (step, examples->pdata[i], before);
    places[n++] = (KomaTeachPlace){ examples->pdata[i], klass };
  }
  if (n == 0)
    return;
  koma_teach_places_take (places, n);
  koma_teach_project_write_moves (self, places, n);
  koma_teach_project_end_change (self);
}

/**
 * koma_teach_project_begin_step:
 *
 * All that begins from now on is one step for koma_teach_project_undo().
 *
 * Thread: main.
 */
void
koma_teach_project_begin_step (KomaTeachProject *self)
{
  koma_teach_steps_open (&self->steps);
}

/**
 * koma_teach_project_end_step:
 *
 * Ends what koma_teach_project_begin_step() began.
 *
 * Thread: main.
 */
void
koma_teach_project_end_step (KomaTeachProject *self)
{
  koma_teach_steps_close (&self->steps);
  koma_teach_project_end_change (self);
}

/* All of them are one step. */
static void
place_as_step (KomaTeachProject *self,
               KomaTeachChange   kind,
               GPtrArray        *examples,
               KomaTeachClass   *klass)
{
  koma_teach_project_begin_step (self);
  place_examples (self, kind, examples, klass);
  koma_teach_project_end_step (self);
}

/**
 * koma_teach_project_remove_examples:
 * @examples: (element-type KomaTeachExample): of any classes; those that were removed are left out
 *
 * Thread: main.
 */
void
koma_teach_project_remove_examples (KomaTeachProject *self,
                                    GPtrArray        *examples)
{
  if (koma_teach_project_is_ready (self))
    place_as_step (self, KOMA_TEACH_REMOVE_EXAMPLES, examples, NULL);
}

/**
 * koma_teach_project_move_examples:
 * @examples: (element-type KomaTeachExample): of any classes
 * @klass: that they show
 *
 * Thread: main.
 */
void
koma_teach_project_move_examples (KomaTeachProject *self,
                                  GPtrArray        *examples,
                                  KomaTeachClass   *klass)
{
  if (can_change (self, klass))
    place_as_step (self, KOMA_TEACH_MOVE_EXAMPLES, examples, klass);
}
