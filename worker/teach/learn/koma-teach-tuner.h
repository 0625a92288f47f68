/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-states.h"
#include "koma-teach-tuning.h"
#include "worker/queue/koma-latest-thread.h"

G_BEGIN_DECLS

/* The fine-tuning of a project, as the main thread sees it: on a thread of its own, so that heads
 * are trained meanwhile. */
#define KOMA_TYPE_TEACH_TUNER (koma_teach_tuner_get_type ())
G_DECLARE_FINAL_TYPE (KomaTeachTuner, koma_teach_tuner, KOMA, TEACH_TUNER, GObject)

struct _KomaTeachTuner
{
  GObject parent_instance;

  /* Main thread only. Others read them. */
  KomaTeachTuneState state;
  double             progress; /* 0 … 1, of the state */
  gint64             begun_us; /* when the state began */
  GArray            *epochs;   /* of KomaTeachEpoch */
  KomaTeachTuned    *result;   /* (nullable) of DONE */
  GError            *error;    /* (nullable) of FAILED */

  /* Private. */
  char             *folder;
  KomaLatestThread *thread;             /* (nullable) joined */
  KomaTeachTuning  *tuning;             /* (nullable) the one that runs */
  void (*changed) (gpointer user_data); /* (nullable) */
  gpointer user_data;
};

KomaTeachTuner *koma_teach_tuner_new (const char *folder,
                                      void (*changed) (gpointer user_data),
                                      gpointer user_data);
void            koma_teach_tuner_start (KomaTeachTuner *self,
                                        const char     *path,
                                        KomaTeachSet   *set,
                                        guint           n_hidden);
void            koma_teach_tuner_stop (KomaTeachTuner *self); /* and forgets what came out */
void            koma_teach_tuner_leave (KomaTeachTuner *self);
/* After leaving. Thread: any of the window's priority, once. */
void koma_teach_tuner_join (KomaTeachTuner *self);

G_END_DECLS
