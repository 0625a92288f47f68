/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "engine/koma-app.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_OPENED_WELL,
  KOMA_OPENED_SEVERAL_MODELS,
  KOMA_OPENED_SAME_NAME, /* files from several folders */
  KOMA_OPENED_NO_SPACE,  /* to put files beside each other */
} KomaOpenedTrouble;

/* The files that the user opened at once, by what is to be done with them. */
typedef struct
{
  /* (nullable) Path of a model file, or of a folder that holds one. One that is made of files from
   * several folders goes with this, unless it is stolen; see koma-gathered-files.h. */
  char      *model;
  char      *collection; /* (nullable) path of the first file that keeps answers */
  GPtrArray *pictures;   /* (element-type GFile) pictures and folders, in their order */
  GPtrArray *folders;    /* (element-type GFile) those of pictures that are folders */

  /* The first list of labels, where there is no model that brings its own. */
  char       *labels_path; /* (nullable) of a text file or table */
  KomaLabels *labels;      /* (nullable) it can not be read */

  /* Why the model can not be told, or put together: then there is none. */
  KomaOpenedTrouble trouble;
  char             *trouble_names; /* (nullable) of the files */

  /* The first that Koma does not open, where there is no model. */
  char              *refused_name; /* (nullable) */
  const KomaForeign *refused;      /* (nullable) */
} KomaOpenedFiles;

void koma_opened_files_free (KomaOpenedFiles *self);

void             koma_opened_files_sort_async (GPtrArray          *files, /* (element-type GFile) */
                                               gboolean            are_labels,
                                               GCancellable       *cancellable,
                                               GAsyncReadyCallback callback,
                                               gpointer            user_data);
KomaOpenedFiles *koma_opened_files_sort_finish (GAsyncResult *result,
                                                GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaOpenedFiles, koma_opened_files_free)

G_END_DECLS
