/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-file-names.h"

#include <string.h>

#include "koma-split-table.h"
#include "worker/koma-thread.h"

/**
 * KomaFileNames:
 *
 * A trie of paths, read from their ends, that goes no deeper than it must: a path is a leaf under
 * the shortest of its tails ("cat.jpg", "holiday/cat.jpg" …) that no other has. Where a second path
 * has the tail of a leaf, the leaf moves to its next tail, and the tail is shared from then on.
 *
 * Tails are pointers into the paths of the files that are held here; nothing is copied. A list of a
 * hundred thousand pictures costs a few megabytes, and a file some look-ups.
 */
struct _KomaFileNames
{
  GObject parent_instance;

  KomaSplitTable leaves; /* (element-type utf8 GFile): tail → owned file */
  KomaSplitTable shared; /* (element-type utf8 utf8): tails that several files have */
};

G_DEFINE_FINAL_TYPE (KomaFileNames, koma_file_names, G_TYPE_OBJECT)

static guint changed_signal;

static void
koma_file_names_finalize (GObject *object)
{
  KomaFileNames *self = KOMA_FILE_NAMES (object);

  koma_split_table_clear (&self->shared);
  koma_split_table_clear (&self->leaves);

  G_OBJECT_CLASS (koma_file_names_parent_class)->finalize (object);
}

static void
koma_file_names_class_init (KomaFileNamesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_file_names_finalize;

  changed_signal = g_signal_new ("changed", KOMA_TYPE_FILE_NAMES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
koma_file_names_init (KomaFileNames *self)
{
  koma_split_table_init (&self->leaves, g_object_unref);
  koma_split_table_init (&self->shared, NULL);
}

KomaFileNames *
koma_file_names_new (void)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return g_object_new (KOMA_TYPE_FILE_NAMES, NULL);
}

/* Begins with the name alone; the longest tail is the path. */
static const char *
get_first_tail (const char *path)
{
  const char *slash = strrchr (path, G_DIR_SEPARATOR);

  return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

static const char *
get_next_tail (const char *path,
               const char *tail)
{
  const char *start = tail - 1; /* a separator */

  while (start > path && start[-1] != G_DIR_SEPARATOR)
    start--;
  return start;
}

/* The first tail that no other file has. */
static const char *
find_tail (KomaFileNames *self,
           const char    *path)
{
  const char *tail = get_first_tail (path);

  while (tail > path && koma_split_table_lookup (&self->shared, tail) != NULL)
    tail = get_next_tail (path, tail);
  return tail;
}

/* Returns: whether a file that was there got a longer name */
static gboolean
add_path (KomaFileNames *self,
          GFile         *file,
          const char    *path)
{
  gboolean is_changed = FALSE;

  for (;;) {
    const char *tail = find_tail (self, path);
    GFile      *other = koma_split_table_lookup (&self->leaves, tail);
    const char *other_path = other != NULL ? g_file_peek_path (other) : NULL;

    if (other == NULL)
      koma_split_table_replace (&self->leaves, tail, g_object_ref (file));
    if (other == NULL || g_str_equal (path, other_path))
      return is_changed;

    /* The other one keeps the memory of the tail, one tail further on. */
    tail = other_path + strlen (other_path) - strlen (tail);
    koma_split_table_steal (&self->leaves, tail);
    koma_split_table_replace (&self->shared, tail, (char *) tail);
    koma_split_table_replace (&self->leaves, get_next_tail (other_path, tail), other);
    is_changed = TRUE;
  }
}

/**
 * koma_file_names_add:
 * @self: names
 * @file: a file; nothing happens where it is there already, or has no path
 */
void
koma_file_names_add (KomaFileNames *self,
                     GFile         *file)
{
  const char *path = g_file_peek_path (file);

  KOMA_ASSERT_MAIN_THREAD ();

  if (path != NULL && add_path (self, file, path))
    g_signal_emit (self, changed_signal, 0);
}

/* Forgets all files. */
void
koma_file_names_clear (KomaFileNames *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_split_table_remove_all (&self->shared);
  koma_split_table_remove_all (&self->leaves);
}

/**
 * koma_file_names_dup:
 * @self: (nullable): names
 * @file: a file
 *
 * Returns: (transfer full): the name of @file for the user, UTF-8
 */
char *
koma_file_names_dup (KomaFileNames *self,
                     GFile         *file)
{
  const char      *path = g_file_peek_path (file);
  g_autofree char *basename = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self != NULL && path != NULL)
    return g_filename_display_name (find_tail (self, path));
  basename = g_file_get_basename (file);
  return g_filename_display_name (basename);
}
