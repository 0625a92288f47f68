/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-schema.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "worker/koma-fail-errno.h"
#include "worker/take/koma-file-place.h"

/* https://www.sqlite.org/fileformat.html, "The Database Header" */
#define MAGIC                 "SQLite format 3"
#define HEADER_BYTES          100
#define APPLICATION_ID_OFFSET 68

/* README.md describes the tables. Step i makes version i + 1 of version i; a step that was released
 * is never changed. */
static const char *const steps[KOMA_COLLECTION_VERSION] = {
  "CREATE TABLE models ("
  "  id INTEGER PRIMARY KEY,"
  "  hash TEXT NOT NULL,"
  "  recipe_hash TEXT NOT NULL,"
  "  recipe TEXT NOT NULL,"
  "  name TEXT NOT NULL,"
  "  n_classes INTEGER NOT NULL,"
  "  UNIQUE (hash, recipe_hash)) STRICT;"
  "CREATE TABLE labels ("
  "  model INTEGER NOT NULL REFERENCES models ON DELETE CASCADE,"
  "  class INTEGER NOT NULL,"
  "  label TEXT NOT NULL,"
  "  PRIMARY KEY (model, class)) STRICT, WITHOUT ROWID;"
  "CREATE TABLE provenances ("
  "  id INTEGER PRIMARY KEY,"
  "  model INTEGER NOT NULL REFERENCES models ON DELETE CASCADE,"
  "  backend TEXT NOT NULL,"
  "  device TEXT NOT NULL,"
  "  precision TEXT NOT NULL,"
  "  koma_version TEXT NOT NULL,"
  "  UNIQUE (model, backend, device, precision, koma_version)) STRICT;"
  "CREATE TABLE pictures ("
  "  id INTEGER PRIMARY KEY,"
  "  path BLOB NOT NULL UNIQUE,"
  "  size_bytes INTEGER NOT NULL,"
  "  mtime_ns INTEGER NOT NULL,"
  "  sha256 TEXT) STRICT;"
  "CREATE TABLE answers ("
  "  id INTEGER PRIMARY KEY,"
  "  picture INTEGER NOT NULL REFERENCES pictures ON DELETE CASCADE,"
  "  model INTEGER NOT NULL REFERENCES models ON DELETE CASCADE,"
  "  provenance INTEGER NOT NULL REFERENCES provenances ON DELETE CASCADE,"
  "  answered_us INTEGER NOT NULL,"
  "  error_code TEXT,"
  "  error TEXT,"
  "  is_lasting INTEGER,"
  "  top_k INTEGER,"
  "  half_turn INTEGER,"
  "  width INTEGER,"
  "  height INTEGER,"
  "  decode_ms REAL,"
  "  preprocess_ms REAL,"
  "  inference_ms REAL,"
  "  UNIQUE (picture, model)) STRICT;"
  "CREATE TABLE scores ("
  "  answer INTEGER NOT NULL REFERENCES answers ON DELETE CASCADE,"
  "  rank INTEGER NOT NULL,"
  "  class INTEGER NOT NULL,"
  "  score REAL NOT NULL,"
  "  PRIMARY KEY (answer, rank)) STRICT, WITHOUT ROWID;"
  "CREATE TABLE spaces ("
  "  id INTEGER PRIMARY KEY,"
  "  space TEXT NOT NULL UNIQUE) STRICT;"
  "CREATE TABLE vectors ("
  "  id INTEGER PRIMARY KEY,"
  "  picture INTEGER NOT NULL REFERENCES pictures ON DELETE CASCADE,"
  "  space INTEGER NOT NULL REFERENCES spaces ON DELETE CASCADE,"
  "  halves BLOB NOT NULL,"
  "  UNIQUE (picture, space)) STRICT;"
  "CREATE TABLE corrections ("
  "  id INTEGER PRIMARY KEY,"
  "  picture INTEGER NOT NULL UNIQUE REFERENCES pictures ON DELETE CASCADE,"
  "  label TEXT NOT NULL,"
  "  corrected_us INTEGER NOT NULL) STRICT;"
  "CREATE VIEW best AS"
  "  SELECT CAST (p.path AS TEXT) AS path, m.name AS model, l.label, s.score, a.error"
  "  FROM answers a JOIN pictures p ON p.id = a.picture JOIN models m ON m.id = a.model"
  "  LEFT JOIN scores s ON s.answer = a.id AND s.rank = 1"
  "  LEFT JOIN labels l ON l.model = a.model AND l.class = s.class;",

  "ALTER TABLE models ADD COLUMN source BLOB;"
  "ALTER TABLE models ADD COLUMN used_us INTEGER;"
  "ALTER TABLE corrections ADD COLUMN author TEXT;"
  "CREATE TABLE folders ("
  "  id INTEGER PRIMARY KEY,"
  "  path BLOB NOT NULL UNIQUE) STRICT;"
  "CREATE INDEX pictures_by_time ON pictures (size_bytes, mtime_ns);"
  "CREATE INDEX pictures_by_content ON pictures (size_bytes) WHERE sha256 IS NOT NULL;",

  ("ALTER TABLE pictures ADD COLUMN taken_us INTEGER;"
   "ALTER TABLE pictures ADD COLUMN camera INTEGER;"),

  ("CREATE TABLE left_out ("
   "  id INTEGER PRIMARY KEY,"
   "  picture INTEGER NOT NULL UNIQUE REFERENCES pictures ON DELETE CASCADE,"
   "  is_out INTEGER NOT NULL,"
   "  author TEXT NOT NULL,"
   "  changed_us INTEGER NOT NULL) STRICT;"
   "CREATE TABLE ratings ("
   "  id INTEGER PRIMARY KEY,"
   "  picture INTEGER NOT NULL UNIQUE REFERENCES pictures ON DELETE CASCADE,"
   "  stars INTEGER NOT NULL,"
   "  author TEXT NOT NULL,"
   "  rated_us INTEGER NOT NULL) STRICT;"
   "DROP VIEW best;"
   "CREATE VIEW best AS"
   "  SELECT CAST (p.path AS TEXT) AS path, m.name AS model, l.label, s.score, a.error"
   "  FROM answers a JOIN pictures p ON p.id = a.picture JOIN models m ON m.id = a.model"
   "  LEFT JOIN scores s ON s.answer = a.id AND s.rank = 1"
   "  LEFT JOIN labels l ON l.model = a.model AND l.class = s.class"
   "  WHERE NOT EXISTS (SELECT 1 FROM left_out o WHERE o.picture = p.id AND o.is_out);"),

  /* Files that are met one after the other were mostly made so: a new row is put at the end of the
   * index, not somewhere between pictures of its size. */
  ("DROP INDEX IF EXISTS pictures_by_time;"
   "CREATE INDEX pictures_by_time ON pictures (mtime_ns, size_bytes);"),
};

static gboolean
fail_foreign (const char *path,
              GError    **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("%s: is no collection of Koma; it was left as it is"), name);
  return FALSE;
}

gboolean
koma_collection_schema_check_header (const char *path,
                                     GError    **error)
{
  guint8    header[HEADER_BYTES] = { 0 };
  guint32   id = 0;
  const int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  ssize_t   n = 0;

  if (fd < 0)
    return koma_fail_errno (error, errno, path);
  n = read (fd, header, sizeof header);
  if (n < 0) {
    koma_fail_errno (error, errno, path);
    close (fd);
    return FALSE;
  }
  close (fd);
  memcpy (&id, header + APPLICATION_ID_OFFSET, sizeof id);
  if (n < HEADER_BYTES || memcmp (header, MAGIC, sizeof MAGIC) != 0 ||
      GUINT32_FROM_BE (id) != KOMA_COLLECTION_APPLICATION_ID)
    return fail_foreign (path, error);
  return TRUE;
}

static gboolean
take_step (KomaSqlite *sqlite,
           guint       step,
           GError    **error)
{
  g_autofree char *version = g_strdup_printf ("PRAGMA user_version = %u;", step + 1);

  return koma_sqlite_exec (sqlite, steps[step], error) && koma_sqlite_exec (sqlite, version, error);
}

static gboolean
take_steps (KomaSqlite *sqlite,
            guint       version,
            GError    **error)
{
  gboolean is_done = koma_sqlite_exec (sqlite, "BEGIN IMMEDIATE;", error);

  for (guint i = version; is_done && i < KOMA_COLLECTION_VERSION; i++)
    is_done = take_step (sqlite, i, error);
  if (is_done && koma_sqlite_exec (sqlite, "COMMIT;", error))
    return TRUE;
  koma_sqlite_exec (sqlite, "ROLLBACK;", NULL);
  return FALSE;
}

gboolean
koma_collection_schema_check_version (KomaSqlite *sqlite,
                                      guint      *ret_version,
                                      GError    **error)
{
  g_autofree char *name = g_filename_display_name (sqlite->path);
  gint64           version = 0;

  if (!koma_sqlite_get_number (sqlite, "PRAGMA user_version;", &version, error))
    return FALSE;
  if (version > KOMA_COLLECTION_VERSION || version < 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 _ ("%s: a newer Koma made this collection; use that one"), name);
    return FALSE;
  }
  *ret_version = (guint) version;
  return TRUE;
}

/* The version that has these tables. */
#define SINCE_SAID 4

static const char stand_ins[] =
  "CREATE TEMP TABLE left_out (picture INTEGER, is_out INTEGER);"
  "CREATE TEMP TABLE ratings (picture INTEGER, stars INTEGER, author TEXT, rated_us INTEGER);";

gboolean
koma_collection_schema_stand_in (KomaSqlite *sqlite,
                                 guint      *ret_version,
                                 GError    **error)
{
  return koma_collection_schema_check_version (sqlite, ret_version, error) &&
         (*ret_version >= SINCE_SAID || koma_sqlite_exec (sqlite, stand_ins, error));
}

gboolean
koma_collection_schema_migrate (KomaSqlite *sqlite,
                                GError    **error)
{
  guint version = 0;

  return koma_collection_schema_check_version (sqlite, &version, error) &&
         (version == KOMA_COLLECTION_VERSION || take_steps (sqlite, version, error));
}

static gboolean
make (const char *path,
      GError    **error)
{
  g_auto (KomaSqlite) sqlite = { 0 };
  g_autofree char *id =
    g_strdup_printf ("PRAGMA application_id = %d;", KOMA_COLLECTION_APPLICATION_ID);

  return koma_sqlite_open (&sqlite, path, TRUE, error) && koma_sqlite_exec (&sqlite, id, error) &&
         koma_collection_schema_migrate (&sqlite, error);
}

gboolean
koma_collection_schema_create (const char *path,
                               GError    **error)
{
  g_autofree char *part = g_strdup_printf ("%s-%08x.part", path, g_random_int ());

  if (make (part, error) && koma_file_place (part, path, error))
    return TRUE;
  g_unlink (part);
  return FALSE;
}
