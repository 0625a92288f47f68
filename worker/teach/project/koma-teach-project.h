/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-teach-example.h"
#include "koma-teach-undo.h"
#include "worker/queue/koma-request.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_TEACH_OPENING, /* classes and examples arrive, some hundred at a time; nothing may change */
  KOMA_TEACH_READY,
  KOMA_TEACH_FAILED, /* it can not be opened: KomaTeachStatus.error */
  KOMA_TEACH_CLOSED,
} KomaTeachState;

/* Classes and examples, in memory and in a folder: a GListModel of KomaTeachClass.
 *
 * Each operation changes the lists at once and returns; a thread writes it into the folder. An
 * example is in a list only after it is on the disk. What can not be written is told by "trouble"
 * (GError), stays in memory, and is written with the next operation that can be.
 *
 * Properties that notify: "state", "name", "n-examples", "n-adding" (pictures that wait to be
 * kept), "can-undo". Signals: "trouble" (GError). More of it: koma-teach-status.h (how it is),
 * koma-teach-learn.h (base, answers, training, how good), koma-teach-share.h (save, import).
 * Thread: main. */
#define KOMA_TYPE_TEACH_PROJECT (koma_teach_project_get_type ())
G_DECLARE_FINAL_TYPE (KomaTeachProject, koma_teach_project, KOMA, TEACH_PROJECT, GObject)

/* Begins to open it; the folder, of koma-teach-folder.h or any, is made where there is none. */
KomaTeachProject *koma_teach_project_new (const char *folder);
/* Ends after all that was asked for is on the disk, models too; pictures that still wait are not
 * kept, and their calls end cancelled. Without it, dropping the last reference waits for that. */
void     koma_teach_project_close_async (KomaTeachProject   *self,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
gboolean koma_teach_project_close_finish (KomaTeachProject *self,
                                          GAsyncResult     *result,
                                          GError          **error);

KomaTeachClass *koma_teach_project_find_class (KomaTeachProject *self, /* (nullable) borrowed */
                                               const char       *name);

void koma_teach_project_rename (KomaTeachProject *self, const char *name);

/* Operations. Each is one step of koma_teach_project_undo (). */
KomaTeachClass *koma_teach_project_add_class (KomaTeachProject *self, const char *name); /* last */
void            koma_teach_project_rename_class (KomaTeachProject *self,
                                                 KomaTeachClass   *klass,
                                                 const char       *name);
void            koma_teach_project_recolour_class (KomaTeachProject *self,
                                                   KomaTeachClass   *klass,
                                                   guint             colour);
void            koma_teach_project_move_class (KomaTeachProject *self,
                                               KomaTeachClass   *klass,
                                               guint             position);
void            koma_teach_project_remove_class (KomaTeachProject *self, KomaTeachClass *klass);
/* @examples: (element-type KomaTeachExample) */
void koma_teach_project_remove_examples (KomaTeachProject *self, GPtrArray *examples);
void koma_teach_project_move_examples (KomaTeachProject *self,
                                       GPtrArray        *examples,
                                       KomaTeachClass   *klass);

/* All that begins between the two is one step. May be nested. */
void koma_teach_project_begin_step (KomaTeachProject *self);
void koma_teach_project_end_step (KomaTeachProject *self);

/* Undoes the last step that has not been undone; cancels it where it still adds. */
gboolean koma_teach_project_undo (KomaTeachProject *self);
/* (nullable) The step that would be undone, for words. */
const KomaTeachUndo *koma_teach_project_get_undo (KomaTeachProject *self);

G_END_DECLS
