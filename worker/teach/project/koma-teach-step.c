/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-step.h"

static void
class_before_free (gpointer data)
{
  KomaTeachClassBefore *before = data;

  g_object_unref (before->klass);
  g_free (before->name);
  g_free (before);
}

static void
place_clear (gpointer data)
{
  KomaTeachPlace *place = data;

  g_clear_object (&place->example);
  g_clear_object (&place->klass);
}

/*< private >
 * koma_teach_step_new:
 *
 * Thread: main. Returns: (transfer full): one that has changed nothing yet
 */
KomaTeachStep *
koma_teach_step_new (KomaTeachChange kind)
{
  KomaTeachStep *self = g_rc_box_new0 (KomaTeachStep);

  self->words.kind = kind;
  self->places = g_array_new (FALSE, FALSE, sizeof (KomaTeachPlace));
  g_array_set_clear_func (self->places, place_clear);
  self->running = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

/*< private >*/
KomaTeachStep *
koma_teach_step_ref (KomaTeachStep *self)
{
  return g_rc_box_acquire (self);
}

static void
step_clear (gpointer data)
{
  KomaTeachStep *self = data;

  g_free (self->words.name);
  g_clear_pointer (&self->classes, g_ptr_array_unref);
  if (self->project != NULL)
    koma_teach_project_record_clear (self->project);
  g_free (self->project);
  g_array_unref (self->places);
  g_ptr_array_unref (self->running);
}

/*< private >*/
void
koma_teach_step_unref (KomaTeachStep *self)
{
  g_rc_box_release_full (self, step_clear);
}

/*< private >*/
void
koma_teach_step_note_classes (KomaTeachStep   *self,
                              const GPtrArray *classes)
{
  if (self->classes != NULL)
    return;
  self->classes = g_ptr_array_new_with_free_func (class_before_free);
  for (guint i = 0; i < classes->len; i++) {
    KomaTeachClassBefore *before = g_new0 (KomaTeachClassBefore, 1);

    before->klass = g_object_ref (classes->pdata[i]);
    before->name = g_strdup (koma_teach_class_get_name (before->klass));
    before->colour = koma_teach_class_get_colour (before->klass);
    g_ptr_array_add (self->classes, before);
  }
}

/*< private >*/
void
koma_teach_step_note_project (KomaTeachStep                *self,
                              const KomaTeachProjectRecord *project)
{
  if (self->project != NULL)
    return;
  self->project = g_new0 (KomaTeachProjectRecord, 1);
  self->project->base = g_strdup (project->base);
  self->project->base_name = g_strdup (project->base_name);
  self->project->tuned = g_strdup (project->tuned);
  self->project->n_hidden = project->n_hidden;
}

/*< private >*/
void
koma_teach_step_note_place (KomaTeachStep    *self,
                            KomaTeachExample *example,
                            KomaTeachClass   *klass)
{
  const KomaTeachPlace place = {
    .example = g_object_ref (example),
    .klass = klass != NULL ? g_object_ref (klass) : NULL,
  };

  g_array_append_val (self->places, place);
  self->words.n_examples++;
}

/*< private >*/
void
koma_teach_step_note_name (KomaTeachStep  *self,
                           KomaTeachChange kind,
                           KomaTeachClass *klass)
{
  const char *name = klass != NULL ? koma_teach_class_get_name (klass) : "";

  /* Of several operations the one with pictures is what somebody wanted. */
  if (kind >= KOMA_TEACH_ADD_EXAMPLES)
    self->words.kind = kind;
  if (self->words.name == NULL)
    self->words.name = g_strdup (name);
  else if (!g_str_equal (self->words.name, name))
    *self->words.name = '\0';
}

/*< private >*/
void
koma_teach_step_note_running (KomaTeachStep *self,
                              GCancellable  *cancellable)
{
  g_ptr_array_add (self->running, g_object_ref (cancellable));
}

/*< private >*/
void
koma_teach_step_note_ended (KomaTeachStep *self,
                            GCancellable  *cancellable)
{
  g_ptr_array_remove_fast (self->running, cancellable);
}
