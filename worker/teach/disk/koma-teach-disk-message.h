/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/disk/koma-teach-replay.h"
#include "worker/queue/koma-mpsc-queue.h"
#include "worker/queue/koma-request.h"

G_BEGIN_DECLS

/* What goes between the main thread and the keeper's. */
typedef struct _KomaTeachKeep KomaTeachKeep;

/* In the main context, before @keep is freed. @example: (nullable): a KomaTeachExample that was
 * added; NULL without an error: kept, and undone meanwhile. */
typedef void (*KomaTeachKept) (KomaTeachKeep *keep, gpointer example, gpointer user_data);

/* A picture to keep. Main has it, then the thread, then main again. */
struct _KomaTeachKeep
{
  KomaMpscItem            item;        /* first */
  KomaTeachExampleRecord *record;      /* the thread adds "picture" */
  KomaRequest            *request;     /* (nullable) the thread drops it */
  GCancellable           *cancellable; /* (nullable) */
  GError                 *error;       /* (nullable) set where it was not kept */

  /* Of main. */
  gpointer      step; /* a KomaTeachStep */
  KomaTeachKept kept;
  gpointer      user_data;
  gboolean      has_pixels;
};

typedef enum {
  KOMA_TEACH_DISK_BEGAN,  /* replay: project and classes; its examples follow */
  KOMA_TEACH_DISK_SOME,   /* examples; koma_teach_keeper_go_on () asks for more */
  KOMA_TEACH_DISK_OPENED, /* warnings */
  KOMA_TEACH_DISK_FAILED, /* error: it can not be opened */
  KOMA_TEACH_DISK_KEPT,   /* keep */
  KOMA_TEACH_DISK_TROUBLE /* error: lines could not be written, and are tried again with the next */
} KomaTeachDiskMessageKind;

typedef struct
{
  KomaMpscItem             item; /* first */
  KomaTeachDiskMessageKind kind;
  KomaTeachReplay         *replay;
  GPtrArray               *examples; /* (element-type KomaTeachExampleRecord) */
  char                   **warnings;
  KomaTeachKeep           *keep;
  GError                  *error;
} KomaTeachDiskMessage;

KomaTeachKeep *koma_teach_keep_new (KomaRequest  *request,
                                    GCancellable *cancellable); /* (nullable) */
void           koma_teach_keep_free (KomaTeachKeep *keep);

void koma_teach_disk_message_free (gpointer message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachKeep, koma_teach_keep_free)

G_END_DECLS
