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
 * Tails are pointers into the paths, which are held here; nothing is copied. A list of a hundred
 * thousand pictures costs a few megabytes, and a file some look-ups.
 */
struct _KomaFileNames
{
  GObject parent_instance;

  KomaSplitTable leaves; /* (element-type utf8 GRefString): tail → owned path */
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
  koma_split_table_init (&self->leaves, (GDestroyNotify) g_ref_string_release);
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
          GRefString    *path)
{
  gboolean is_changed = FALSE;

  for (;;) {
    const char *tail = find_tail (self, path);
    GRefString *other = koma_split_table_lookup (&self->leaves, tail);

    if (other == NULL)
      koma_split_table_replace (&self->leaves, tail, g_ref_string_acquire (path));
    if (other == NULL || g_str_equal (path, other))
      return is_changed;

    /* The other one keeps the memory of the tail, one tail further on. */
    tail = other + strlen (other) - strlen (tail);
    koma_split_table_steal (&self->leaves, tail);
    koma_split_table_replace (&self->shared, tail, (char *) tail);
    koma_split_table_replace (&self->leaves, get_next_tail (other, tail), other);
    is_changed = TRUE;
  }
}

/**
 * koma_file_names_add:
 * @self: names
 * @path: of a file; nothing happens where it is there already
 */
void
koma_file_names_add (KomaFileNames *self,
                     GRefString    *path)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (add_path (self, path))
    g_signal_emit (self, changed_signal, 0);
}

/* The same, of a path that nobody shares. */
void
koma_file_names_add_copy (KomaFileNames *self,
                          const char    *path)
{
  GRefString *copy = g_ref_string_new (path);

  koma_file_names_add (self, copy);
  g_ref_string_release (copy);
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
 * @path: of a file
 *
 * Returns: (transfer full): the name of the file for the user, UTF-8
 */
char *
koma_file_names_dup (KomaFileNames *self,
                     const char    *path)
{
  g_autofree char *basename = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self != NULL)
    return g_filename_display_name (find_tail (self, path));
  basename = g_path_get_basename (path);
  return g_filename_display_name (basename);
}
