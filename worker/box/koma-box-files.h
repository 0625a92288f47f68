/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-box-helper.h"
#include "koma-box-message.h"

G_BEGIN_DECLS

/* A model may take longer than a picture. */
#define KOMA_BOX_TIMES_LONGER 5

/* Files of a model that a helper asks for in one turn: those in the model's folder, by their names
 * there, and no others. */
typedef struct
{
  char   *folder; /* that no file may lie outside of */
  char   *name;   /* of the model in there */
  GArray *kept;   /* KomaRawFile: what the helper may name in place of its bytes */
} KomaBoxFiles;

void koma_box_files_init (KomaBoxFiles *self,
                          const char   *path); /* of the model */
void koma_box_files_clear (KomaBoxFiles *self);
/* What the helper said with OPEN: answers it, or ends the helper. */
gboolean koma_box_files_open (KomaBoxFiles         *self,
                              KomaBoxHelper        *helper,
                              const KomaBoxMessage *wish,
                              GError              **error);

G_END_DECLS
