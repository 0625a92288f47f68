/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Of two rows that say different things of one thing, one rule chooses, which does not ask where
 * they come from: so the order of merging does not matter, and merging again changes nothing. */
#include "koma-collection-merge.h"

#include "koma-collection-columns.h"
#include "koma-collection-private.h"
#include "koma-collection-staging.h"

/* Where nothing tells which is newer, the greater text. */
static char *
merge_models (void)
{
  g_autofree char *values = koma_collection_table_join (KOMA_TABLE_MODELS, "$", ", ");
  g_autofree char *set =
    koma_collection_table_join (KOMA_TABLE_MODELS, "$ = max ($, excluded.$)", ", ");

  return g_strdup_printf (
    "INSERT INTO main.models (hash, recipe_hash, %s)"
    " SELECT hash, recipe_hash, %s FROM temp.from_models WHERE true"
    " ON CONFLICT (hash, recipe_hash) DO UPDATE SET %s;"
    "UPDATE temp.from_models AS n SET into_id = (SELECT id FROM main.models o"
    " WHERE o.hash = n.hash AND o.recipe_hash = n.recipe_hash);",
    values, values, set);
}

/* All labels of a model, or none: those that are greater where both lists differ first. */
static char *
merge_labels (void)
{
  return g_strdup (
    "CREATE TEMP TABLE from_winners AS WITH differ AS ("
    " SELECT m.id, m.into_id,"
    "  (SELECT min (class) FROM temp.from_labels n WHERE n.model = m.id AND NOT EXISTS"
    "   (SELECT 1 FROM main.labels o WHERE o.model = m.into_id AND o.class = n.class"
    "    AND o.label = n.label)) AS ours,"
    "  (SELECT min (class) FROM main.labels o WHERE o.model = m.into_id AND NOT EXISTS"
    "   (SELECT 1 FROM temp.from_labels n WHERE n.model = m.id AND n.class = o.class"
    "    AND n.label = o.label)) AS theirs"
    " FROM temp.from_models m)"
    " SELECT id, into_id FROM differ d WHERE ours IS NOT NULL AND (theirs IS NULL OR ours < theirs"
    "  OR ours = theirs AND"
    "   (SELECT label FROM temp.from_labels n WHERE n.model = d.id AND n.class = ours) >"
    "   (SELECT label FROM main.labels o WHERE o.model = d.into_id AND o.class = ours));"
    "DELETE FROM main.labels WHERE model IN (SELECT into_id FROM temp.from_winners);"
    "INSERT INTO main.labels (model, class, label)"
    " SELECT w.into_id, n.class, n.label FROM temp.from_labels n"
    " JOIN temp.from_winners w ON w.id = n.model;"
    "DROP TABLE temp.from_winners;");
}

static char *
merge_provenances (void)
{
  g_autofree char *values = koma_collection_table_join (KOMA_TABLE_PROVENANCES, "$", ", ");
  g_autofree char *fresh = koma_collection_table_join (KOMA_TABLE_PROVENANCES, "n.$", ", ");
  g_autofree char *same = koma_collection_table_join (KOMA_TABLE_PROVENANCES, "o.$ = n.$", " AND ");

  return g_strdup_printf (
    "INSERT INTO main.provenances (model, %s) SELECT m.into_id, %s FROM temp.from_provenances n"
    " JOIN temp.from_models m ON m.id = n.model WHERE true ON CONFLICT DO NOTHING;"
    "UPDATE temp.from_provenances AS n SET into_id = (SELECT o.id FROM main.provenances o"
    " WHERE o.model = (SELECT into_id FROM temp.from_models m WHERE m.id = n.model) AND %s);",
    values, fresh, same);
}

static char *
merge_spaces (void)
{
  return g_strdup (
    "INSERT INTO main.spaces (space) SELECT space FROM temp.from_spaces WHERE true"
    " ON CONFLICT DO NOTHING;"
    "UPDATE temp.from_spaces AS n SET into_id ="
    " (SELECT id FROM main.spaces o WHERE o.space = n.space);");
}

/* What was read out of a file: of the later one; of one file, what either knows. */
static char *
dup_set_of_file (const char *column)
{
  g_autoptr (GString) sql = g_string_new (
    "$ = CASE WHEN (excluded.mtime_ns, excluded.size_bytes) > (mtime_ns, size_bytes)"
    " THEN excluded.$ ELSE max (ifnull ($, excluded.$), ifnull (excluded.$, $)) END, ");

  g_string_replace (sql, "$", column, 0);
  return g_strdup (sql->str);
}

/* The file that was changed later takes the place of the other, whose answers and vectors go; what
 * a person said of it stays. */
static char *
merge_pictures (void)
{
  static const char drop[] =
    "DELETE FROM main.%s WHERE picture IN"
    " (SELECT o.id FROM temp.from_pictures n JOIN main.pictures o ON o.path = n.path"
    "  WHERE (n.mtime_ns, n.size_bytes) > (o.mtime_ns, o.size_bytes));";
  g_autofree char *answers = g_strdup_printf (drop, "answers");
  g_autofree char *vectors = g_strdup_printf (drop, "vectors");
  g_autofree char *sha256 = dup_set_of_file ("sha256");
  g_autofree char *taken = dup_set_of_file ("taken_us");
  g_autofree char *camera = dup_set_of_file ("camera");

  return g_strconcat (
    answers, vectors,
    "INSERT INTO main.pictures (path, size_bytes, mtime_ns, sha256, taken_us, camera)"
    " SELECT path, size_bytes, mtime_ns, sha256, taken_us, camera FROM temp.from_pictures"
    " WHERE true ON CONFLICT (path) DO UPDATE SET ",
    sha256, taken, camera,
    "  size_bytes = excluded.size_bytes, mtime_ns = excluded.mtime_ns"
    " WHERE (excluded.mtime_ns, excluded.size_bytes) > (mtime_ns, size_bytes)"
    "  OR (excluded.mtime_ns, excluded.size_bytes) = (mtime_ns, size_bytes)"
    "  AND (excluded.sha256 IS NOT NULL OR excluded.taken_us IS NOT NULL"
    "   OR excluded.camera IS NOT NULL);"
    "UPDATE temp.from_pictures AS n SET (into_id, is_current) ="
    " (SELECT o.id, (o.mtime_ns, o.size_bytes) = (n.mtime_ns, n.size_bytes)"
    "  FROM main.pictures o WHERE o.path = n.path);",
    NULL);
}

/* All that an answer says, as text, without the numbers of rows. */
static char *
dup_answer_text (const char *in,
                 const char *of)
{
  g_autofree char *format = g_strdup_printf ("quote (%s.$)", of);
  g_autofree char *values = koma_collection_table_join (KOMA_TABLE_ANSWERS, format, " || ");
  g_autofree char *by = koma_collection_table_join (KOMA_TABLE_PROVENANCES, "quote ($)", " || ");

  return g_strdup_printf (
    "(%s || (SELECT %s FROM %sprovenances WHERE id = %s.provenance) || ifnull ("
    "(SELECT group_concat (class || ':' || quote (score)) FROM"
    " (SELECT class, score FROM %sscores WHERE answer = %s.id ORDER BY rank)), ''))",
    values, by, in, of, in, of);
}

/* The newest, in place of the one that is there. */
static char *
merge_answers (void)
{
  g_autofree char *values = koma_collection_table_join (KOMA_TABLE_ANSWERS, "$", ", ");
  g_autofree char *own_text = dup_answer_text ("main.", "o");
  g_autofree char *text = dup_answer_text ("temp.from_", "n");

  return g_strdup_printf (
    "UPDATE temp.from_answers SET"
    " into_picture = (SELECT into_id FROM temp.from_pictures WHERE id = picture AND is_current),"
    " into_model = (SELECT into_id FROM temp.from_models WHERE id = model),"
    " into_provenance = (SELECT into_id FROM temp.from_provenances WHERE id = provenance);"
    "UPDATE temp.from_answers AS n SET wins = true WHERE into_picture IS NOT NULL AND NOT EXISTS"
    " (SELECT 1 FROM main.answers o WHERE o.picture = n.into_picture AND o.model = n.into_model"
    "  AND (o.answered_us > n.answered_us OR o.answered_us = n.answered_us AND %s >= %s));"
    "DELETE FROM main.answers WHERE id IN (SELECT o.id FROM temp.from_answers n JOIN main.answers o"
    " ON o.picture = n.into_picture AND o.model = n.into_model WHERE n.wins);"
    "INSERT INTO main.answers (picture, model, provenance, %s)"
    " SELECT into_picture, into_model, into_provenance, %s FROM temp.from_answers WHERE wins;"
    "INSERT INTO main.scores (answer, rank, class, score)"
    " SELECT o.id, s.rank, s.class, s.score FROM temp.from_answers n JOIN main.answers o"
    " ON o.picture = n.into_picture AND o.model = n.into_model"
    " JOIN temp.from_scores s ON s.answer = n.id WHERE n.wins;",
    own_text, text, values, values);
}

static char *
merge_vectors (void)
{
  return g_strdup (
    "INSERT INTO main.vectors (picture, space, halves) SELECT p.into_id, s.into_id, n.halves"
    " FROM temp.from_vectors n JOIN temp.from_pictures p ON p.id = n.picture"
    " JOIN temp.from_spaces s ON s.id = n.space WHERE p.is_current"
    " ON CONFLICT (picture, space) DO UPDATE SET halves = excluded.halves"
    " WHERE excluded.halves > halves;");
}

/* What a person said last of a picture, whatever its file is now. */
static char *
merge_said (KomaCollectionTable table,
            const char         *time) /* its column */
{
  const char      *name = koma_collection_table_get_name (table);
  g_autofree char *of_own = g_strdup_printf ("quote (%s.$)", name);
  g_autofree char *values = koma_collection_table_join (table, "$", ", ");
  g_autofree char *fresh = koma_collection_table_join (table, "n.$", ", ");
  g_autofree char *set = koma_collection_table_join (table, "$ = excluded.$", ", ");
  g_autofree char *own_text = koma_collection_table_join (table, of_own, " || ");
  g_autofree char *text = koma_collection_table_join (table, "quote (excluded.$)", " || ");

  return g_strdup_printf (
    "INSERT INTO main.%1$s (picture, %2$s) SELECT p.into_id, %3$s FROM temp.from_%1$s n"
    " JOIN temp.from_pictures p ON p.id = n.picture WHERE true"
    " ON CONFLICT (picture) DO UPDATE SET %4$s WHERE excluded.%5$s > %5$s"
    " OR excluded.%5$s = %5$s AND %6$s > %7$s;",
    name, values, fresh, set, time, text, own_text);
}

static char *
merge_corrections (void)
{
  return merge_said (KOMA_TABLE_CORRECTIONS, "corrected_us");
}

/* No answer, however new, brings a picture back: a person does, who says so here. */
static char *
merge_left_out (void)
{
  return merge_said (KOMA_TABLE_LEFT_OUT, "changed_us");
}

static char *
merge_ratings (void)
{
  return merge_said (KOMA_TABLE_RATINGS, "rated_us");
}

static char *
merge_folders (void)
{
  return g_strdup ("INSERT OR IGNORE INTO main.folders (path) SELECT path FROM temp.from_folders"
                   " ORDER BY id;");
}

/* Caches in KiB: indexes of a million paths are not in order. Scores go with their answers. */
static const char settings[] = "PRAGMA main.cache_size = -65536; PRAGMA temp.cache_size = -65536;"
                               "PRAGMA foreign_keys = ON;";

static gboolean
merge_one (KomaCollection     *self,
           const char         *path,
           KomaCollectionPaths paths,
           GError            **error)
{
  char *(*const steps[]) (void) = {
    merge_models,
    merge_labels,
    merge_provenances,
    merge_spaces,
    merge_pictures,
    merge_answers,
    merge_vectors,
    merge_corrections,
    merge_left_out,
    merge_ratings,
    merge_folders,
  };

  if (!koma_collection_staging_fill (self, path, paths, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autofree char *sql = steps[i]();

    if (!koma_sqlite_exec (&self->sqlite, sql, error))
      return FALSE;
  }
  return koma_collection_staging_drop (self, error);
}

/**
 * koma_collection_merge:
 * @from: (array zero-terminated=1): paths of other collections, which are only read; @self may be
 *   among them
 *
 * Puts all rows of all of them into @self: README.md has the rules. Memory does not grow with the
 * rows; temporary tables on the disk do.
 *
 * Errors: %G_IO_ERROR_INVALID_DATA: no collection, damaged, or a row, which is named, that Koma did
 * not write; %G_IO_ERROR_NOT_SUPPORTED: of a newer Koma; %G_IO_ERROR_BUSY: another program has
 * locked it, or changed it meanwhile; those of koma_fail_errno(). Then @self is as it was.
 * Thread: that of @self.
 *
 * Returns: whether all rows are in the file
 */
gboolean
koma_collection_merge (KomaCollection     *self,
                       const char *const  *from,
                       KomaCollectionPaths paths,
                       GError            **error)
{
  gboolean is_merged = FALSE;

  g_return_val_if_fail (self->info == NULL, FALSE);

  is_merged = koma_collection_commit (self, error) &&
              koma_sqlite_exec (&self->sqlite, settings, error) &&
              koma_collection_begin (self, KOMA_BATCH_WRITES, error);
  for (guint i = 0; is_merged && from[i] != NULL; i++)
    is_merged = merge_one (self, from[i], paths, error);
  if (is_merged && koma_collection_commit (self, error))
    return TRUE;
  koma_collection_roll_back (self);
  return FALSE;
}
