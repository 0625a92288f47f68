/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-step.h"

G_BEGIN_DECLS

/* Steps that can be undone, the last first; old ones are forgotten. Thread: main. */
typedef struct
{
  GPtrArray     *steps; /* (element-type KomaTeachStep) latest last */
  KomaTeachStep *open;  /* (nullable) (borrowed) the latest, while operations belong to it */
  guint          depth; /* of koma_teach_steps_open () */
} KomaTeachSteps;

void koma_teach_steps_init (KomaTeachSteps *self);
void koma_teach_steps_clear (KomaTeachSteps *self);

void koma_teach_steps_open (KomaTeachSteps *self); /* may be nested */
void koma_teach_steps_close (KomaTeachSteps *self);
/* (transfer none): the step that is open, or a new one. */
KomaTeachStep *koma_teach_steps_begin (KomaTeachSteps *self, KomaTeachChange kind);
/* (nullable): there is none, or one is open. */
KomaTeachStep *koma_teach_steps_get_last (const KomaTeachSteps *self);
KomaTeachStep *koma_teach_steps_take_last (KomaTeachSteps *self); /* (transfer full) */
void           koma_teach_steps_forget_if_empty (KomaTeachSteps *self, KomaTeachStep *step);

G_END_DECLS
