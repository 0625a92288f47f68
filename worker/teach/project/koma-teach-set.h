/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Examples with features, as they were at one moment. Atomic reference count; immutable once it is
 * shared: any thread. */
typedef struct
{
  GPtrArray *vectors;   /* (element-type KomaFeatureVector) [n] */
  GPtrArray *paths;     /* (element-type GRefString) [n] of the pictures */
  GArray    *cameras;   /* gboolean [n] whether they are frames */
  GArray    *seen;      /* gboolean [n] whether the base was fine-tuned with them */
  GArray    *classes;   /* guint [n] */
  GArray    *keys;      /* guint64 [n] of the examples */
  GArray    *class_ids; /* guint [n_classes]: of those that have examples */
  GPtrArray *names;     /* (element-type utf8) [n_classes] and NULL */
} KomaTeachSet;

KomaTeachSet *koma_teach_set_new (void);
KomaTeachSet *koma_teach_set_ref (KomaTeachSet *self);
void          koma_teach_set_unref (KomaTeachSet *self);

/* Thread: that of the maker. Examples belong to the class that was added last. */
void koma_teach_set_add_class (KomaTeachSet *self, guint id, const char *name);
void koma_teach_set_add (KomaTeachSet      *self,
                         guint64            key,
                         KomaFeatureVector *vector,
                         GRefString        *path,
                         gboolean           is_from_camera,
                         gboolean           is_seen);

guint        koma_teach_set_get_n_classes (const KomaTeachSet *self);
KomaExamples koma_teach_set_get_examples (const KomaTeachSet *self); /* borrowed */

/* A head, and whose classes it answers. Immutable, atomic reference count: any thread. */
typedef struct
{
  KomaTeachSet *set;
  KomaHead     *head;
} KomaTeachHead;

KomaTeachHead *koma_teach_head_new (KomaTeachSet *set, KomaHead *head); /* refs both */
KomaTeachHead *koma_teach_head_ref (KomaTeachHead *self);
void           koma_teach_head_unref (KomaTeachHead *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachSet, koma_teach_set_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachHead, koma_teach_head_unref)

G_END_DECLS
