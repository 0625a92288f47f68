/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-example.h"
#include "worker/teach/learn/koma-teach-learner.h"
#include "worker/teach/disk/koma-teach-replay.h"

G_BEGIN_DECLS

/* Classes and examples of a project in memory. Thread: main. */
typedef struct
{
  GListModel       *owner;        /* (borrowed) whose items the classes are */
  KomaTeachLearner *learner;      /* (borrowed) is told of all changes */
  char             *pictures;     /* folder */
  GPtrArray        *classes;      /* (element-type KomaTeachClass) in their order */
  GHashTable       *all_classes;  /* by id; those that were removed, too */
  GHashTable       *all_examples; /* by key; likewise */
  GHashTable       *by_picture;   /* (element-type utf8 KomaTeachExample) the first of it */
  guint             last_class_id;
  guint64           last_key;
} KomaTeachLists;

void koma_teach_lists_init (KomaTeachLists   *self,
                            GListModel       *owner,
                            KomaTeachLearner *learner,
                            const char       *folder);
void koma_teach_lists_clear (KomaTeachLists *self);

/* As on the disk: classes, then examples by class and key. */
void koma_teach_lists_open (KomaTeachLists *self, const KomaTeachReplay *replay);
void koma_teach_lists_open_some (KomaTeachLists *self, const GPtrArray *records);

/* (transfer none) In no list yet. */
KomaTeachClass   *koma_teach_lists_new_class (KomaTeachLists *self, const char *name);
KomaTeachExample *koma_teach_lists_new_example (KomaTeachLists               *self,
                                                const KomaTeachExampleRecord *record);
KomaTeachClass   *koma_teach_lists_get_class (KomaTeachLists *self, guint id); /* (nullable) */
KomaTeachExample *koma_teach_lists_get_example (KomaTeachLists *self, guint64 key);
guint             koma_teach_lists_count_examples (const KomaTeachLists *self);

void koma_teach_lists_add (KomaTeachLists   *self,
                           KomaTeachExample *example,
                           KomaTeachClass   *klass);
/* To the learner: what may be different. */
void koma_teach_lists_tell_classes (KomaTeachLists *self);
void koma_teach_lists_tell_place (KomaTeachLists *self, KomaTeachExample *example);
void koma_teach_lists_set_base (KomaTeachLists *self,
                                const char     *path, /* (nullable) */
                                const char     *tuned);   /* (nullable) hash */
void koma_teach_lists_set_classes (KomaTeachLists *self,
                                   GPtrArray      *classes); /* (transfer full) */

/* From the learner. */
guint koma_teach_lists_count_known (const KomaTeachLists *self);
void  koma_teach_lists_note_learned (KomaTeachLists *self, const KomaTeachLearned *learned);
void  koma_teach_lists_note_evaluated (KomaTeachLists *self);

G_END_DECLS
