/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-endings.h"

G_BEGIN_DECLS

/* What follows from a change of states in the queue: collected while its lock
 * is held, told once it is open. */
typedef struct
{
  KomaEndings *endings;
  GPtrArray   *jobs; /* (element-type KomaJob) whose references are to be dropped */
} KomaOutcome;

void koma_outcome_init (KomaOutcome *outcome);
void koma_outcome_tell (KomaOutcome *outcome);

G_END_DECLS
