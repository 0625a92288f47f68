/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What training leaves in its folder:
 *
 *   checkpoint                             text, names the newest prefix
 *   graph.pbtxt                            the graph as text
 *   model.ckpt-1500.meta                   the graph, and how its variables are restored
 *   model.ckpt-1500.index                  where each variable lies
 *   model.ckpt-1500.data-00000-of-00001    their numbers
 *
 * Any of the first four leads to the others. Folders can not be listed here: another process opens
 * the files by their names. */

#include "files.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/koma-limits.h"
#include "graph-file.h"
#include "names.h"

void
koma_checkpoint_files_clear (KomaCheckpointFiles *files)
{
  g_clear_pointer (&files->graph, g_free);
  g_clear_pointer (&files->prefix, g_free);
}

/* @path without @ending, and without that of gzip; NULL where it has another one. */
static char *
cut_ending (const char *path,
            const char *ending)
{
  const gsize length = strlen (path) - (g_str_has_suffix (path, ".gz") ? strlen (".gz") : 0);
  char       *cut = g_strndup (path, length);

  if (!g_str_has_suffix (cut, ending)) {
    g_free (cut);
    return NULL;
  }
  cut[length - strlen (ending)] = '\0';
  return cut;
}

static gboolean
is_there (const char *prefix,
          const char *ending)
{
  g_autofree char *path = g_strconcat (prefix, ending, NULL);

  return koma_file_is_there (path);
}

/* Training writes the whole path where its folder was given as one, and may have run elsewhere. */
static char *
find_named (const char *folder,
            const char *name)
{
  g_autofree char *slashes = g_strdelimit (g_strdup (name), "\\", '/');
  g_autofree char *base = g_path_get_basename (slashes);
  g_autofree char *prefix = g_build_filename (folder, slashes, NULL);

  if (koma_file_is_inside (slashes) && is_there (prefix, ".index"))
    return g_steal_pointer (&prefix);
  return g_build_filename (folder, base, NULL);
}

/* Of a file "checkpoint". */
static char *
read_state (const char *path,
            GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = koma_checkpoint_state_read (path, error);
  g_autofree char *prefix = name != NULL ? find_named (folder, name) : NULL;

  if (prefix != NULL && !is_there (prefix, ".index")) {
    g_autofree char *shown = g_filename_display_basename (prefix);

    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                 "checkpoint: it names “%s” as the newest, and there is no file %s.index beside "
                 "it. Put the files of that checkpoint there, or open the .index file of another",
                 name, shown);
    return NULL;
  }
  return g_steal_pointer (&prefix);
}

/* The graph of one's own step before that of the whole training. */
static gboolean
find_graph (KomaCheckpointFiles *files,
            GError             **error)
{
  g_autofree char *folder = g_path_get_dirname (files->prefix);
  g_autofree char *meta = g_strconcat (files->prefix, KOMA_CHECKPOINT_META, NULL);
  g_autofree char *text = g_build_filename (folder, KOMA_CHECKPOINT_GRAPH, NULL);
  g_autofree char *name = g_filename_display_basename (files->prefix);

  if (koma_file_is_there (meta))
    files->graph = g_steal_pointer (&meta);
  else if (koma_file_is_there (text))
    files->graph = g_steal_pointer (&text);
  if (files->graph == NULL)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                 "%s.index: only the weights are there, and not the graph that they belong to. "
                 "Put %s" KOMA_CHECKPOINT_META " or " KOMA_CHECKPOINT_GRAPH ", which "
                 "training writes, too, beside it; of a SavedModel open the folder above",
                 name, name);
  return files->graph != NULL;
}

/* A graph alone says not which of several checkpoints is meant, and a frozen one needs none. */
static gboolean
find_newest (const char          *graph,
             KomaCheckpointFiles *files,
             GError             **error)
{
  g_autofree char *folder = g_path_get_dirname (graph);
  g_autofree char *state = g_build_filename (folder, KOMA_CHECKPOINT_STATE, NULL);

  files->graph = g_strdup (graph);
  if (!koma_file_is_there (state))
    return TRUE;
  files->prefix = read_state (state, error);
  return files->prefix != NULL;
}

/**
 * koma_checkpoint_files_find:
 * @path: the file "checkpoint", or one that ends in .meta, .index or .pbtxt
 * @ret_files: (out caller-allocates): the files that belong to it; empty on failure
 * @error: return location
 *
 * Finds the graph and the prefix of the variables' files.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_checkpoint_state_read();
 * %G_FILE_ERROR_NOENT where the checkpoint that is named, or the graph, is not there.
 *
 * Returns: whether they were found
 */
gboolean
koma_checkpoint_files_find (const char          *path,
                            KomaCheckpointFiles *ret_files,
                            GError             **error)
{
  g_auto (KomaCheckpointFiles) files = { 0 };
  g_autofree char *text = cut_ending (path, KOMA_CHECKPOINT_TEXT);
  g_autofree char *meta = cut_ending (path, KOMA_CHECKPOINT_META);

  if (text != NULL) {
    if (!find_newest (path, &files, error))
      return FALSE;
  } else if (meta != NULL) {
    files.graph = g_strdup (path);
    files.prefix = g_steal_pointer (&meta);
  } else {
    files.prefix = cut_ending (path, KOMA_CHECKPOINT_INDEX);
    if (files.prefix == NULL)
      files.prefix = read_state (path, error);
    if (files.prefix == NULL || !find_graph (&files, error))
      return FALSE;
  }
  *ret_files = files;
  files = (KomaCheckpointFiles){ 0 };
  return TRUE;
}
