/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/disk/koma-teach-keeper.h"
#include "koma-teach-lists.h"
#include "koma-teach-project.h"
#include "koma-teach-steps.h"
#include "worker/teach/learn/koma-teach-tuner.h"

G_BEGIN_DECLS

struct _KomaTeachProject
{
  GObject parent_instance;

  /* Immutable after construction. */
  char *folder;

  /* Main thread only. */
  KomaTeachKeeper       *keeper; /* (nullable) until it is closed */
  KomaTeachState         state;
  GError                *error;    /* (nullable) */
  char                 **warnings; /* (nullable) */
  guint                  go_on_id;
  KomaTeachProjectRecord record;
  KomaTeachLists         lists;
  KomaTeachLearner      *learner;
  KomaTeachTuner        *tuner;
  guint                  n_examples;
  guint                  n_adding;
  guint                  n_pixels; /* of pictures that wait */
  KomaTeachSteps         steps;
  guint                  n_saving; /* models that are being written */
  GTask                 *closing;  /* (nullable) (owned) waits for them */
};

/* What the operations in other files need. Thread: main. */
gboolean koma_teach_project_is_ready (KomaTeachProject *self);
void     koma_teach_project_write (KomaTeachProject *self,
                                   char             *line); /* (transfer full) */
/* Lines that say how things are now. */
void koma_teach_project_write_classes (KomaTeachProject *self);
void koma_teach_project_write_project (KomaTeachProject *self);
void koma_teach_project_write_moves (KomaTeachProject     *self,
                                     const KomaTeachPlace *places,
                                     guint                 n);

void koma_teach_project_end_change (KomaTeachProject *self); /* counts, and notifies */

/* Waits for the threads, and frees what they had; again, it does nothing. */
void koma_teach_project_close (KomaTeachProject *self);
/* To be called when a model has been written, or could not be. */
void koma_teach_project_end_saving (KomaTeachProject *self);

KomaTeachClass *koma_teach_project_add_class_in (KomaTeachProject *self,
                                                 KomaTeachStep    *step,
                                                 const char       *name); /* (nullable) */

void koma_teach_project_set_tuned (KomaTeachProject *self, const char *hash);
/* @keep, with its step, becomes an example of @klass, and calls back. */
void koma_teach_project_keep (KomaTeachProject *self,
                              KomaTeachKeep    *keep, /* (transfer full) */
                              KomaTeachClass   *klass);

G_END_DECLS
