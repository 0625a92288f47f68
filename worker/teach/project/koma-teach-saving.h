/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* A taught model on its way onto the disk. Immutable: any thread. */
typedef struct
{
  KomaModel *base;
  KomaGraph *features; /* (nullable) of the base, where it was fine-tuned */
  KomaHead  *head;
  char      *name;
  char      *folder;   /* (nullable) NULL: of the library */
  char      *replaces; /* (nullable) the model's file that is in the library now */
} KomaTeachSaving;

void koma_teach_saving_free (gpointer saving);
/* Returns the path of the model's file. Thread: any but main. */
char *koma_teach_saving_write (const KomaTeachSaving *self, GError **error);

G_END_DECLS
