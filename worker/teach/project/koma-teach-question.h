/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/learn/koma-teach-base.h"
#include "koma-teach-set.h"
#include "worker/queue/koma-completion.h"

G_BEGIN_DECLS

/* A picture that somebody wants an answer to, as a head gives it. Its value is a
 * KomaTeachScores. */
typedef struct
{
  KomaCompletion completion; /* first */
  KomaMpscItem   item;       /* on its way to the thread */
  KomaRequest   *request;
} KomaTeachQuestion;

typedef struct
{
  guint class_id;
  float score;
} KomaTeachClassScore;

typedef struct
{
  KomaTeachHead *head;
  double         took_ms;
  float          unlike;
  GArray        *scores; /* of KomaTeachClassScore, best first */
} KomaTeachScores;

KomaTeachQuestion *koma_teach_question_new (KomaRequest *request,
                                            GTask       *task); /* (transfer full) */
/* Thread: teach. Ends it. */
void koma_teach_question_answer (KomaTeachQuestion *self,
                                 KomaTeachBase     *base, /* (nullable) */
                                 KomaTeachHead     *head);    /* (nullable) */
void koma_teach_scores_free (gpointer scores);

G_END_DECLS
