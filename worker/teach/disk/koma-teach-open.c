/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-open.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "koma-teach-picture.h"

/* Lines that may be void before the journal is written anew. */
#define MAX_VOID_LINES 100

/* Names of all that is in the folder of pictures. */
static GHashTable *
list_pictures (KomaTeachJournal *journal)
{
  GHashTable    *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const int      fd = openat (koma_teach_journal_get_pictures (journal), ".",
                              O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR           *dir = fd >= 0 ? fdopendir (fd) : NULL;
  struct dirent *entry = NULL;

  while (dir != NULL && (entry = readdir (dir)) != NULL)
    g_hash_table_add (names, g_strdup (entry->d_name));
  if (dir != NULL)
    closedir (dir);
  else if (fd >= 0)
    close (fd);
  return names;
}

static guint
count_missing (const KomaTeachReplay *replay,
               GHashTable            *pictures)
{
  guint n_missing = 0;

  for (guint i = 0; i < replay->examples->len; i++) {
    const KomaTeachExampleRecord *record = replay->examples->pdata[i];

    n_missing += !g_hash_table_contains (pictures, record->picture);
  }
  return n_missing;
}

/* Of a journal that has said nothing of any class: somebody emptied it, since a picture is kept
 * only where there are some. */
static guint
count_stray (const KomaTeachReplay *replay,
             GHashTable            *pictures)
{
  GHashTableIter iter;
  const char    *name = NULL;
  guint          n_stray = 0;

  g_hash_table_iter_init (&iter, pictures);
  while (replay->last_class_id == 0 && g_hash_table_iter_next (&iter, (gpointer *) &name, NULL))
    n_stray += *name != '.' && !g_str_has_prefix (name, KOMA_TEACH_NEW_PICTURE);
  return n_stray;
}

/* Of programs that were killed; nobody else has the folder now. */
static void
remove_halves (KomaTeachJournal *journal,
               GHashTable       *pictures)
{
  GHashTableIter iter;
  const char    *name = NULL;

  g_hash_table_iter_init (&iter, pictures);
  while (g_hash_table_iter_next (&iter, (gpointer *) &name, NULL))
    if (g_str_has_prefix (name, KOMA_TEACH_NEW_PICTURE))
      unlinkat (koma_teach_journal_get_pictures (journal), name, 0);
}

static void
add (GStrvBuilder *warnings,
     char         *warning) /* (transfer full) */
{
  g_strv_builder_add (warnings, warning);
  g_free (warning);
}

static char **
list_warnings (const KomaTeachReplay *replay,
               guint                  n_missing,
               guint                  n_stray)
{
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();

  if (replay->cut_bytes > 0)
    g_strv_builder_add (warnings, _ ("The last change was not written to its end and is lost."));
  if (replay->n_unknown > 0)
    add (warnings,
         g_strdup_printf (ngettext ("%u line of the journal can not be understood; "
                                    "it is left as it is.",
                                    "%u lines of the journal can not be understood; "
                                    "they are left as they are.",
                                    replay->n_unknown),
                          replay->n_unknown));
  if (n_missing > 0)
    add (warnings,
         g_strdup_printf (ngettext ("%u picture is missing in the folder of the project.",
                                    "%u pictures are missing in the folder of the project.",
                                    n_missing),
                          n_missing));
  if (n_stray > 0)
    add (warnings,
         g_strdup_printf (ngettext ("The journal was empty: %u picture in the folder of the "
                                    "project is in no class any more.",
                                    "The journal was empty: %u pictures in the folder of the "
                                    "project are in no class any more.",
                                    n_stray),
                          n_stray));
  return g_strv_builder_end (warnings);
}

/**
 * koma_teach_open:
 * @journal: has not been read
 * @ret_warnings: (out) (transfer full): what is amiss; may be empty
 * @error: return location
 *
 * Thread: that of @journal. Errors: those of koma_teach_replay_new() and koma_fail_errno().
 *
 * Returns: (transfer full): how the project is
 */
KomaTeachReplay *
koma_teach_open (KomaTeachJournal *journal,
                 char           ***ret_warnings,
                 GError          **error)
{
  g_autoptr (KomaTeachReplay) replay = NULL;
  g_autoptr (GHashTable) pictures = NULL;
  g_autofree char *text = NULL;
  g_autofree char *version = koma_teach_record_version ();
  gsize            length = 0;

  if (!koma_teach_journal_read (journal, &text, &length, error))
    return NULL;
  replay = koma_teach_replay_new (text, length, error);
  if (replay == NULL || !koma_teach_journal_cut (journal, replay->whole_bytes, error))
    return NULL;
  if (replay->n_lines == 0 && !koma_teach_journal_append (journal, version, error))
    return NULL;
  pictures = list_pictures (journal);
  remove_halves (journal, pictures);
  *ret_warnings = list_warnings (replay, count_missing (replay, pictures),
                                 count_stray (replay, pictures));
  return g_steal_pointer (&replay);
}

/* Only what a line named: a file that somebody else put there stays. */
static void
remove_unused (KomaTeachJournal      *journal,
               const KomaTeachReplay *replay)
{
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  const char    *name = NULL;

  for (guint i = 0; i < replay->examples->len; i++)
    g_hash_table_add (used, ((KomaTeachExampleRecord *) replay->examples->pdata[i])->picture);
  g_hash_table_iter_init (&iter, replay->pictures);
  while (g_hash_table_iter_next (&iter, (gpointer *) &name, NULL))
    if (!g_hash_table_contains (used, name))
      unlinkat (koma_teach_journal_get_pictures (journal), name, 0);
}

/**
 * koma_teach_tidy:
 * @journal: has been read, and not written since
 * @replay: what it came to
 *
 * Thread: that of @journal. A disk that is full keeps it as it is.
 */
void
koma_teach_tidy (KomaTeachJournal      *journal,
                 const KomaTeachReplay *replay)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (replay->n_unknown > 0 || replay->n_lines < replay->examples->len + MAX_VOID_LINES)
    return;
  text = koma_teach_replay_write (replay);
  if (koma_teach_journal_replace (journal, text, &error))
    remove_unused (journal, replay);
  else
    g_debug ("%s", error->message);
}
