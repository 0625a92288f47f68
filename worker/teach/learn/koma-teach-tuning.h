/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "worker/teach/project/koma-teach-set.h"
#include "koma-teach-tuned.h"
#include "worker/queue/koma-completion.h"

G_BEGIN_DECLS

typedef struct
{
  double        looked; /* 0 … 1: of the pictures; then … */
  double        tuned;  /* … 0 … 1: of fine-tuning */
  KomaHeadEpoch epoch;  /* its epoch is 0 where none ended */
} KomaTeachTuningReport;

typedef struct _KomaTeachTuning KomaTeachTuning;

/* In the main context of its task; also of one that was cancelled meanwhile. */
typedef void (*KomaTeachTellTuning) (KomaTeachTuning             *self,
                                     const KomaTeachTuningReport *report,
                                     gpointer                     user_data);

/* Looks at all pictures of a set anew, lets the end of the base learn from them, and writes what
 * comes out into the project's folder, where nothing names it yet. */
struct _KomaTeachTuning
{
  KomaCompletion      completion; /* first; its value is a KomaTeachTuned */
  char               *folder;
  char               *path; /* of the base */
  KomaTeachSet       *set;
  KomaFineTuneOptions options;
  KomaTeachTellTuning tell;
  gpointer            user_data;
};

KomaTeachTuning *koma_teach_tuning_new (const char         *folder,
                                        const char         *path,
                                        KomaTeachSet       *set,
                                        guint               n_hidden,
                                        KomaTeachTellTuning tell,
                                        gpointer            user_data,
                                        GTask              *task); /* (transfer full) */
/* Thread: teach. Ends it. */
void koma_teach_tuning_run (KomaTeachTuning *self);

G_END_DECLS
