/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-request.h"

G_BEGIN_DECLS

/* Names of files that are not whole begin with it. */
#define KOMA_TEACH_NEW_PICTURE ".new-"

/* A picture on its way into a project's folder: written, and not yet there under its name. Thread:
 * any but main. */
typedef struct
{
  char *name;     /* its SHA-256 and ".jpg" or ".png" */
  char *new_name; /* (nullable) until it is whole; NULL: it was there before */
  int   fd;       /* of that */
  int   folder;   /* (borrowed) */
} KomaTeachPicture;

/* A JPEG or PNG that is small enough as it is, anything else as JPEG. */
KomaTeachPicture *koma_teach_picture_new (KomaRequest  *request,
                                          int           folder, /* descriptor of "pictures" */
                                          GCancellable *cancellable,
                                          GError      **error);
/* Its content is on the disk, and has its name; not yet that the folder has it. */
gboolean koma_teach_picture_finish (KomaTeachPicture *self, GError **error);
void     koma_teach_picture_free (KomaTeachPicture *self); /* removed, unless finished */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTeachPicture, koma_teach_picture_free)

G_END_DECLS
