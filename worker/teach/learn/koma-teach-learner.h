/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-states.h"
#include "koma-teach-teacher.h"
#include "koma-teach-training.h"
#include "worker/queue/koma-latest-thread.h"

G_BEGIN_DECLS

/* What a project has of its teacher and of its training, as the main thread sees it. */
#define KOMA_TYPE_TEACH_LEARNER (koma_teach_learner_get_type ())
G_DECLARE_FINAL_TYPE (KomaTeachLearner, koma_teach_learner, KOMA, TEACH_LEARNER, GObject)

typedef enum {
  KOMA_TEACH_NOTE_BASE,
  KOMA_TEACH_NOTE_LEARNED, /* examples */
  KOMA_TEACH_NOTE_HEAD,
  KOMA_TEACH_NOTE_TRAINING, /* state or progress */
  KOMA_TEACH_NOTE_EPOCH,
  KOMA_TEACH_NOTE_EVALUATED,
} KomaTeachNote;

/* @learned: (nullable): of KomaTeachLearned, with that note. */
typedef void (*KomaTeachTellNote) (KomaTeachNote note, const GArray *learned, gpointer user_data);

struct _KomaTeachLearner
{
  GObject parent_instance;

  /* Main thread only. Others read them. */
  KomaTeachTeacher      *teacher; /* (nullable) stopped */
  KomaTeachBaseState     base_state;
  GError                *base_error; /* (nullable) */
  KomaModel             *model;      /* (nullable) the base */
  KomaGraph             *features;   /* (nullable) its features, with fine-tuned weights … */
  KomaTeachTuned        *tuned;      /* (nullable) … which are these */
  char                  *path;       /* (nullable) of the base */
  guint                  n_hidden;   /* of the heads that are trained */
  guint                  n_waiting;
  KomaTeachHead         *head; /* (nullable) the newest */
  KomaTeachTrainingState training_state;
  GError                *training_error; /* (nullable) */
  double                 progress;       /* 0 … 1 */
  GArray                *epochs;         /* of KomaTeachEpoch */
  KomaTeachTrained      *trained;        /* (nullable) the last that came to its end */
  gboolean               is_stale;       /* examples have changed since */

  /* Private. */
  guint              n_loading; /* bases that were chosen and not told of yet */
  KomaLatestThread  *trainer;   /* (nullable) stopped */
  KomaTeachTraining *training;  /* (nullable) the one that runs */
  guint              pause_id;  /* of the timeout until it begins */
  KomaTeachTellNote  tell;
  gpointer           user_data;
};

KomaTeachLearner *koma_teach_learner_new (const char       *folder,
                                          KomaTeachTellNote tell,
                                          gpointer          user_data);
/* Joins both threads. Thread: any of the window's priority, once. */
void koma_teach_learner_leave_teacher (KomaTeachLearner *self);
void koma_teach_learner_stop (KomaTeachLearner *self);
void koma_teach_learner_free_teacher (KomaTeachLearner *self); /* main, then */
/* After which it tells nothing. Before stopping; thread: main. */
void koma_teach_learner_leave (KomaTeachLearner *self);

/* Thread: main. */
void koma_teach_learner_set_base (KomaTeachLearner *self,
                                  const char       *path, /* (nullable) */
                                  const char       *tuned);     /* (nullable) hash */
void koma_teach_learner_set_n_hidden (KomaTeachLearner *self, guint n_hidden);
/* @ids: (element-type guint), @names: (element-type utf8): (transfer full) */
void koma_teach_learner_set_classes (KomaTeachLearner *self, GArray *ids, GPtrArray *names);

void              koma_teach_learner_place (KomaTeachLearner *self,
                                            guint64           key,
                                            const char       *path,
                                            gboolean          is_from_camera,
                                            guint             class_id);
KomaTeachHeadKind koma_teach_learner_get_head_kind (KomaTeachLearner *self);
void              koma_teach_learner_train (KomaTeachLearner *self);
void              koma_teach_learner_stop_training (KomaTeachLearner *self);

G_END_DECLS
