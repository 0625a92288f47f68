/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-project.h"
#include "worker/teach/project/koma-teach-status.h"

G_BEGIN_DECLS

/* Properties of KomaTeachProject that notify: "base-state", "n-known" (examples with features),
 * "head-kind" (and "head-changed", a signal, with each new head), "training-state", "progress"
 * (0 … 1, of "training-state"). Signals: "head-changed", "epoch", "evaluated". */
/* @path: of the model's file; @name: for people. */
void koma_teach_project_set_base (KomaTeachProject *self, const char *path, const char *name);

/* Units of a layer between features and classes; one step of koma_teach_project_undo (). */
void  koma_teach_project_set_n_hidden (KomaTeachProject *self, guint n_hidden);
guint koma_teach_project_count_known (KomaTeachProject *self); /* examples that count in answers */

/* One class of an answer. */
typedef struct
{
  KomaTeachClass *klass; /* (owned) */
  float           score; /* 0 … 1 */
} KomaTeachAnswerClass;

typedef struct
{
  KomaTeachHeadKind     kind;
  gboolean              is_sure;   /* its best score is one that is right often enough */
  gboolean              is_unlike; /* unlike anything taught */
  float                 unlike;    /* 0 … 1 */
  double                took_ms;   /* features and head */
  guint                 n_classes;
  KomaTeachAnswerClass *classes; /* [n_classes] best first */
} KomaTeachAnswer;

void koma_teach_answer_free (KomaTeachAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachAnswer, koma_teach_answer_free)

/* The answer of the newest head to the picture of @request. Of those with one key only the newest
 * waits: the one before ends cancelled, so frames of a camera never queue.
 * Errors: G_IO_ERROR_CANCELLED; G_IO_ERROR_NOT_INITIALIZED: no head yet; those of
 * koma_input_decode (). */
void             koma_teach_project_answer_async (KomaTeachProject   *self,
                                                  KomaRequest        *request,
                                                  GCancellable       *cancellable,
                                                  GAsyncReadyCallback callback,
                                                  gpointer            user_data);
KomaTeachAnswer *koma_teach_project_answer_finish (KomaTeachProject *self,
                                                   GAsyncResult     *result,
                                                   GError          **error);

/* Training begins by itself after a pause of changes, and anew when they go on. */
void koma_teach_project_train (KomaTeachProject *self); /* now */
void koma_teach_project_stop_training (KomaTeachProject *self);

/* How good: by cross-validation, of the examples as they were when it began. FALSE: none yet. */
typedef struct
{
  guint    n_examples;
  guint    n_right;
  gboolean is_stale; /* examples have changed since */
} KomaTeachScore;

gboolean koma_teach_project_get_score (KomaTeachProject *self, KomaTeachScore *ret_score);
/* Examples of @truth that were answered with @answer. */
guint       koma_teach_project_count_answers (KomaTeachProject *self,
                                              KomaTeachClass   *truth,
                                              KomaTeachClass   *answer);
GListModel *koma_teach_project_list_answers (KomaTeachProject *self, /* (transfer full) */
                                             KomaTeachClass   *truth,
                                             KomaTeachClass   *answer);
/* Those answered wrongly, the surest first. */
GListModel *koma_teach_project_list_worst (KomaTeachProject *self); /* (transfer full) */

G_END_DECLS
