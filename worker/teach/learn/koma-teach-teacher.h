/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/project/koma-teach-question.h"

G_BEGIN_DECLS

/* The thread that computes features, makes a head of the nearest examples after each change, and
 * answers with the newest head.
 *
 *   main ── examples, classes, base, head, questions ──► KomaMpscQueue ──► thread
 *   main ◄── KomaContextQueue ◄── KomaTeachLearnMessage
 *
 * A question is answered before the next example is looked at; an example takes as long as one
 * picture. */
typedef struct _KomaTeachTeacher KomaTeachTeacher;

/* What became of an example. */
typedef struct
{
  guint64 key;
  guint64 twin;  /* 0: none */
  char   *error; /* (nullable) */
} KomaTeachLearned;

typedef enum {
  KOMA_TEACH_LEARN_BASE,    /* model, or error */
  KOMA_TEACH_LEARN_LEARNED, /* learned */
  KOMA_TEACH_LEARN_HEAD,    /* (nullable) head: NULL: there are fewer than two classes */
} KomaTeachLearnMessageKind;

typedef struct
{
  KomaMpscItem              item; /* first */
  KomaTeachLearnMessageKind kind;
  guint                     n_waiting; /* examples without features */
  KomaModel                *model;     /* (nullable) */
  KomaGraph                *features;  /* (nullable) of the model, with fine-tuned weights */
  KomaTeachTuned           *tuned;     /* (nullable) those */
  GError                   *error;     /* (nullable) */
  GArray                   *learned;   /* of KomaTeachLearned */
  KomaTeachHead            *head;      /* (nullable) */
} KomaTeachLearnMessage;

/* In the main context. */
typedef void (*KomaTeachTellMessage) (const KomaTeachLearnMessage *message, gpointer user_data);

/* Thread: main. They wait for nobody. The thread is started with the first. */
KomaTeachTeacher *koma_teach_teacher_new (const char          *folder, /* of the project */
                                          KomaTeachTellMessage tell,
                                          gpointer             user_data);

void koma_teach_teacher_set_base (KomaTeachTeacher *self,
                                  const char       *path, /* (nullable) none */
                                  const char       *tuned);     /* (nullable) hash */
/* The classes in their order, and their names. */
void koma_teach_teacher_set_classes (KomaTeachTeacher *self,
                                     GArray           *ids, /* (transfer full) guint */
                                     GPtrArray        *names);     /* (transfer full) utf8 */
void koma_teach_teacher_place (KomaTeachTeacher *self,
                               guint64           key,
                               const char       *path, /* of its picture */
                               gboolean          is_from_camera,
                               guint             class_id); /* 0: none */
void koma_teach_teacher_set_head (KomaTeachTeacher *self, KomaTeachHead *head);
void koma_teach_teacher_ask (KomaTeachTeacher  *self,
                             KomaTeachQuestion *question); /* (transfer full) */

/* Joins the thread; questions end cancelled. Thread: any but its own, once. */
void koma_teach_teacher_leave (KomaTeachTeacher *self);
void koma_teach_teacher_stop (KomaTeachTeacher *self);
void koma_teach_teacher_free (KomaTeachTeacher *self); /* main; tells no more */

G_END_DECLS
