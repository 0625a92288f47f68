/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-steps.h"

#define MAX_STEPS 100

/*< private >*/
void
koma_teach_steps_init (KomaTeachSteps *self)
{
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_teach_step_unref);
}

/*< private >*/
void
koma_teach_steps_clear (KomaTeachSteps *self)
{
  g_ptr_array_unref (self->steps);
}

/*< private >*/
void
koma_teach_steps_open (KomaTeachSteps *self)
{
  self->depth++;
}

/*< private >*/
void
koma_teach_steps_close (KomaTeachSteps *self)
{
  g_return_if_fail (self->depth > 0);

  if (--self->depth == 0)
    self->open = NULL;
}

/*< private >*/
KomaTeachStep *
koma_teach_steps_begin (KomaTeachSteps *self,
                        KomaTeachChange kind)
{
  KomaTeachStep *step = NULL;

  if (self->open != NULL)
    return self->open;
  if (self->steps->len == MAX_STEPS)
    g_ptr_array_remove_index (self->steps, 0);
  step = koma_teach_step_new (kind);
  g_ptr_array_add (self->steps, step);
  if (self->depth > 0)
    self->open = step;
  return step;
}

/*< private >*/
KomaTeachStep *
koma_teach_steps_get_last (const KomaTeachSteps *self)
{
  return self->depth == 0 && self->steps->len > 0 ? self->steps->pdata[self->steps->len - 1] : NULL;
}

/*< private >*/
KomaTeachStep *
koma_teach_steps_take_last (KomaTeachSteps *self)
{
  if (koma_teach_steps_get_last (self) == NULL)
    return NULL;
  return g_ptr_array_steal_index (self->steps, self->steps->len - 1);
}

/*< private >
 * koma_teach_steps_forget_if_empty:
 * @step: has come to its end
 *
 * One that changed nothing after all is not to be undone.
 */
void
koma_teach_steps_forget_if_empty (KomaTeachSteps *self,
                                  KomaTeachStep  *step)
{
  if (step->places->len == 0 && step->classes == NULL && step->project == NULL &&
      step->running->len == 0 && step != self->open)
    g_ptr_array_remove (self->steps, step);
}
