/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The files of a checkpoint that belong together. */
typedef struct
{
  char *graph;  /* "…/model.ckpt-1500.meta", "…/graph.pbtxt" */
  char *prefix; /* (nullable) "…/model.ckpt-1500"; NULL where nothing tells of it */
} KomaCheckpointFiles;

gboolean koma_checkpoint_files_find (const char          *path, /* one of them */
                                     KomaCheckpointFiles *ret_files,
                                     GError             **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_checkpoint_files_clear (KomaCheckpointFiles *files);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaCheckpointFiles, koma_checkpoint_files_clear)

G_END_DECLS
