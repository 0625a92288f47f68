/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-places.h"
#include "worker/teach/disk/koma-teach-record.h"
#include "koma-teach-undo.h"

G_BEGIN_DECLS

/* A class as it was. */
typedef struct
{
  KomaTeachClass *klass; /* (owned) */
  char           *name;
  guint           colour;
} KomaTeachClassBefore;

/* What a step changed, as it was before. Classes and project are noted once: the first
 * counts. Reference counted; thread: main. */
typedef struct
{
  KomaTeachUndo words;
  gboolean      is_undone;
  GPtrArray    *classes; /* (nullable) (element-type KomaTeachClassBefore) all of them */
  /* (nullable) Its base, and how it learns: nothing else. */
  KomaTeachProjectRecord *project;

  GArray    *places;  /* of KomaTeachPlace with references, latest last */
  GPtrArray *running; /* (element-type GCancellable) cancelled when it is undone */
} KomaTeachStep;

KomaTeachStep *koma_teach_step_new (KomaTeachChange kind);
KomaTeachStep *koma_teach_step_ref (KomaTeachStep *self);
void           koma_teach_step_unref (KomaTeachStep *self);

void koma_teach_step_note_classes (KomaTeachStep *self, const GPtrArray *classes);
void koma_teach_step_note_project (KomaTeachStep *self, const KomaTeachProjectRecord *project);
void koma_teach_step_note_place (KomaTeachStep    *self,
                                 KomaTeachExample *example,
                                 KomaTeachClass   *klass); /* (nullable) where it was */
/* Of an operation: @klass is what it is about. */
void koma_teach_step_note_name (KomaTeachStep *self, KomaTeachChange kind, KomaTeachClass *klass);
void koma_teach_step_note_running (KomaTeachStep *self, GCancellable *cancellable);
void koma_teach_step_note_ended (KomaTeachStep *self, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachStep, koma_teach_step_unref)

G_END_DECLS
