/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-place.h"

#include <stdlib.h>
#include <string.h>

/* Where it is not there, by its name alone. (transfer full) */
static char *
resolve_folder (const char *folder)
{
  char *real = realpath (folder, NULL);
  char *copy = real != NULL ? g_strdup (real) : g_canonicalize_filename (folder, NULL);

  free (real);
  return copy;
}

static char *
end_folder (char *folder) /* (transfer full) */
{
  g_autofree char *own = folder;

  return g_str_has_suffix (own, "/") ? g_steal_pointer (&own) : g_strconcat (own, "/", NULL);
}

static const char *
get_base (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? slash + 1 : path;
}

char *
koma_collection_place_resolve (const char *file)
{
  g_autofree char *spelt = g_path_get_dirname (file);
  g_autofree char *folder = NULL;
  char            *real = realpath (file, NULL);

  if (real != NULL) {
    char *copy = g_strdup (real);

    free (real);
    return copy;
  }
  folder = end_folder (resolve_folder (spelt));
  return g_strconcat (folder, get_base (file), NULL);
}

void
koma_collection_place_init (KomaCollectionPlace *self,
                            const char          *file)
{
  g_autofree char *folder = g_path_get_dirname (file);

  self->root = end_folder (resolve_folder (folder));
}

void
koma_collection_place_clear (KomaCollectionPlace *self)
{
  g_clear_pointer (&self->root, g_free);
  for (guint i = 0; i < KOMA_COLLECTION_N_FOLDERS; i++) {
    g_clear_pointer (&self->folders[i].spelt, g_free);
    g_clear_pointer (&self->folders[i].prefix, g_free);
  }
}

/* The end of a path tells folders of a tree from each other. */
static KomaCollectionFolder *
choose_folder (KomaCollectionPlace *self,
               const char          *path,
               gsize                length)
{
  guint hash = (guint) length;

  for (gsize i = length > 16 ? length - 16 : 0; i < length; i++)
    hash = hash * 31 + (guint8) path[i];
  return &self->folders[hash % KOMA_COLLECTION_N_FOLDERS];
}

static void
look_into (KomaCollectionPlace  *self,
           KomaCollectionFolder *folder,
           const char           *path,
           gsize                 length)
{
  g_autofree char *spelt = g_path_get_dirname (path);
  g_autofree char *prefix = end_folder (resolve_folder (spelt));

  g_free (folder->spelt);
  g_free (folder->prefix);
  folder->spelt = g_strndup (path, length);
  folder->prefix = g_strdup (g_str_has_prefix (prefix, self->root) ? prefix + strlen (self->root)
                                                                   : prefix);
}

char *
koma_collection_place_dup_path (const KomaCollectionPlace *self,
                                const void                *name,
                                gsize                      n_bytes)
{
  g_autofree char *copy = g_strndup (name, n_bytes);

  if (n_bytes == 0 || strlen (copy) != n_bytes)
    return NULL;
  return copy[0] == '/' ? g_steal_pointer (&copy) : g_strconcat (self->root, copy, NULL);
}

char *
koma_collection_place_dup_name (KomaCollectionPlace *self,
                                const char          *path)
{
  const gsize           length = (gsize) (get_base (path) - path);
  KomaCollectionFolder *folder = choose_folder (self, path, length);

  if (folder->spelt == NULL || strncmp (folder->spelt, path, length) != 0 ||
      folder->spelt[length] != '\0')
    look_into (self, folder, path, length);
  return g_strconcat (folder->prefix, path + length, NULL);
}
