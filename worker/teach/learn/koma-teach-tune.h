/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-status.h"

G_BEGIN_DECLS

/* Fine-tuning of a project: the end of its base learns, too. It goes on while classes and examples
 * change; what it learns from are those of its beginning. The signal "fine-tuning" of the project
 * tells of each change. What is kept stays when examples come or go: a head learns from what the
 * changed base sees in them. Another base ends it. Thread: main. */

/* A head must be there: KomaTeachStatus.head_kind. */
void koma_teach_project_fine_tune (KomaTeachProject *self);
/* Ends it, or drops what came out. */
void koma_teach_project_stop_fine_tuning (KomaTeachProject *self);
/* What came out is the base's end from now on: one step of koma_teach_project_undo (). */
void koma_teach_project_keep_fine_tuning (KomaTeachProject *self);

typedef struct
{
  guint n_held_out;
  guint n_right_before;
  guint n_right_after;
} KomaTeachTuneScore;

/* Of what came out. FALSE: nothing did. */
gboolean koma_teach_project_get_tune_score (KomaTeachProject *self, KomaTeachTuneScore *ret_score);
/* Of what is in use. FALSE: the base is as it came. */
gboolean koma_teach_project_get_kept_score (KomaTeachProject *self, KomaTeachTuneScore *ret_score);

G_END_DECLS
