/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Built programs, as the driver gives them out, and the sizes that were found for
 * it, in files below the user's cache folder, koma/gles/OWNER/TEXT, named after
 * their key:
 *
 *   magic     8 bytes
 *   key      64 bytes, once more: a file may have been renamed
 *   format    4 bytes, the driver's
 *   size      4 bytes of what follows behind the header
 *   digest   32 bytes, SHA-256 of it
 *
 * A file that is damaged, or that the driver refuses, is ignored and written
 * again. A failed write costs time at the next start and nothing else. Old files
 * are removed after something was written. */

#include "program-cache.h"

#include <string.h>
#include <utime.h>

#include <glib/gstdio.h>

#include "context.h"
#include "engine/formats/file.h"
#include "program-cache-tidy.h"

#define MAGIC     "KOMAGLES"
#define MAX_BYTES (8u << 20) /* of one program */
/* Of the name of an owner's folder. */
#define N_FOLDER_BYTES 8

#define DAY_S G_GINT64_CONSTANT (86400)

static const KomaGlesCacheLimits limits = {
  .max_age_s = 60 * DAY_S,
  .max_foreign_age_s = 7 * DAY_S,
  .max_bytes = 32u << 20,
};

typedef struct
{
  guint8 bytes[32]; /* SHA-256 */
} Digest;

typedef struct
{
  char               magic[8];
  KomaGlesProgramKey key;
  guint32            format;
  guint32            size_bytes;
  Digest             digest;
} Header;

/* memcmp and writing want no holes. */
G_STATIC_ASSERT (sizeof (Header) == 8 + 64 + 4 + 4 + 32);

/* Whether files were written since the last tidying, or there was none yet. */
static gint is_untidy = TRUE;

static void
finish (GChecksum *checksum,
        guint8    *ret_digest) /* [32] */
{
  gsize length = sizeof (Digest);

  g_checksum_get_digest (checksum, ret_digest, &length);
}

static Digest
digest_data (gconstpointer data,
             gsize         size_bytes)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  Digest digest;

  g_checksum_update (checksum, data, size_bytes);
  finish (checksum, digest.bytes);
  return digest;
}

static void
make_owner (const KomaGlesInfo *info,
            guint8             *ret_owner) /* [32] */
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const names[] = { info->vendor, info->renderer, info->version, KOMA_VERSION };

  /* With the zero, so that nothing flows from one into the next. */
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_checksum_update (checksum, (const guchar *) names[i], strlen (names[i]) + 1);
  finish (checksum, ret_owner);
}

/**
 * koma_gles_program_key_make:
 *
 * Thread: any.
 */
void
koma_gles_program_key_make (const KomaGlesInfo *info,
                            const char *const  *parts,
                            const GLint        *lengths,
                            guint               n_parts,
                            KomaGlesProgramKey *ret_key)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  make_owner (info, ret_key->owner);
  for (guint i = 0; i < n_parts; i++) {
    gssize length = lengths[i] < 0 ? (gssize) strlen (parts[i]) : lengths[i];

    g_checksum_update (checksum, (const guchar *) parts[i], length);
    g_checksum_update (checksum, (const guchar *) "", 1);
  }
  finish (checksum, ret_key->text);
}

static char *
to_hex (const guint8 *bytes,
        gsize         n_bytes)
{
  GString *name = g_string_new (NULL);

  for (gsize i = 0; i < n_bytes; i++)
    g_string_append_printf (name, "%02x", bytes[i]);
  return g_string_free (name, FALSE);
}

static char *
make_folder (void)
{
  return g_build_filename (g_get_user_cache_dir (), "koma", "gles", NULL);
}

static char *
make_path (const KomaGlesProgramKey *key)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *owner = to_hex (key->owner, N_FOLDER_BYTES);
  g_autofree char *name = to_hex (key->text, sizeof key->text);

  return g_build_filename (folder, owner, name, NULL);
}

static gboolean
has_formats (void)
{
  GLint n_formats = 0;

  glGetIntegerv (GL_NUM_PROGRAM_BINARY_FORMATS, &n_formats);
  return n_formats > 0;
}

/**
 * koma_gles_program_cache_parse:
 * @contents: (array length=size_bytes): of a file
 * @ret_binary: (out): the driver's part of it, borrowed from @contents
 *
 * Thread: any.
 *
 * Returns: whether the file is whole, and that of @key
 */
gboolean
koma_gles_program_cache_parse (const char               *contents,
                               gsize                     size_bytes,
                               const KomaGlesProgramKey *key,
                               KomaGlesProgramBinary    *ret_binary)
{
  Header header;
  Digest digest;

  if (size_bytes < sizeof header)
    return FALSE;
  memcpy (&header, contents, sizeof header);
  if (memcmp (header.magic, MAGIC, sizeof header.magic) != 0 ||
      memcmp (&header.key, key, sizeof *key) != 0 ||
      header.size_bytes != size_bytes - sizeof header)
    return FALSE;
  digest = digest_data (contents + sizeof header, header.size_bytes);
  *ret_binary = (KomaGlesProgramBinary){ .format = header.format,
                                         .data = contents + sizeof header,
                                         .size_bytes = header.size_bytes };
  return memcmp (&header.digest, &digest, sizeof digest) == 0;
}

/* The time of the last use, to the day: most starts write nothing. */
static void
note_use (const char *path)
{
  GStatBuf info;

  if (g_stat (path, &info) == 0 &&
      ABS (g_get_real_time () / G_USEC_PER_SEC - info.st_mtime) > DAY_S)
    (void) g_utime (path, NULL);
}

/**
 * koma_gles_program_cache_read:
 * @ret_binary: (out): what was written, borrowed from the returned contents
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): the contents of the file of @key; %NULL
 *   if there is none or it is damaged
 */
char *
koma_gles_program_cache_read (const KomaGlesProgramKey *key,
                              KomaGlesProgramBinary    *ret_binary)
{
  g_autofree char *path = make_path (key);
  g_autofree char *contents = NULL;
  gsize            size_bytes = 0;

  if (!koma_file_read (path, sizeof (Header) + MAX_BYTES, &contents, &size_bytes, NULL) ||
      !koma_gles_program_cache_parse (contents, size_bytes, key, ret_binary))
    return NULL;
  note_use (path);
  return g_steal_pointer (&contents);
}

/**
 * koma_gles_program_cache_write:
 *
 * Thread: any but one that shows something.
 *
 * Returns: whether the file of @key is written
 */
gboolean
koma_gles_program_cache_write (const KomaGlesProgramKey    *key,
                               const KomaGlesProgramBinary *binary)
{
  g_autofree char *path = make_path (key);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *contents = g_malloc0 (sizeof (Header) + binary->size_bytes);
  g_autoptr (GError) error = NULL;
  Header header = { .key = *key, .format = binary->format, .size_bytes = binary->size_bytes };

  memcpy (header.magic, MAGIC, sizeof header.magic);
  header.digest = digest_data (binary->data, binary->size_bytes);
  memcpy (contents, &header, sizeof header);
  memcpy (contents + sizeof header, binary->data, binary->size_bytes);
  if (g_mkdir_with_parents (folder, 0700) == 0 &&
      g_file_set_contents (path, contents, sizeof header + binary->size_bytes, &error)) {
    g_atomic_int_set (&is_untidy, TRUE);
    return TRUE;
  }
  g_debug ("%s: not written: %s", path, error != NULL ? error->message : "no folder");
  return FALSE;
}

/**
 * koma_gles_program_cache_remove:
 *
 * Removes the file of @key. Thread: any but one that shows something.
 */
void
koma_gles_program_cache_remove (const KomaGlesProgramKey *key)
{
  g_autofree char *path = make_path (key);

  (void) g_unlink (path);
}

static GLuint
load_binary (const KomaGlesProgramBinary *binary)
{
  GLuint program = glCreateProgram ();
  GLint  ok = GL_FALSE;

  glProgramBinary (program, binary->format, binary->data, binary->size_bytes);
  glGetProgramiv (program, GL_LINK_STATUS, &ok);
  /* A format that the driver does not know is an error, and no more. */
  while (glGetError () != GL_NO_ERROR)
    ;
  if (ok)
    return program;
  glDeleteProgram (program);
  return 0;
}

/**
 * koma_gles_program_cache_load:
 *
 * A context must be current.
 *
 * Returns: the program, or 0 if there is none or the file is damaged
 */
GLuint
koma_gles_program_cache_load (const KomaGlesProgramKey *key)
{
  KomaGlesProgramBinary binary;
  g_autofree char      *contents = NULL;

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  if (!has_formats ())
    return 0;
  contents = koma_gles_program_cache_read (key, &binary);
  return contents != NULL ? load_binary (&binary) : 0;
}

/**
 * koma_gles_program_cache_store:
 * @program: linked, with %GL_PROGRAM_BINARY_RETRIEVABLE_HINT
 *
 * Writes the file, or leaves it. A context must be current.
 */
void
koma_gles_program_cache_store (const KomaGlesProgramKey *key,
                               GLuint                    program)
{
  g_autofree char *data = NULL;
  GLint            length = 0;
  GLsizei          n_bytes = 0;
  GLenum           format = 0;

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  if (!has_formats ())
    return;
  glGetProgramiv (program, GL_PROGRAM_BINARY_LENGTH, &length);
  if (length <= 0 || (guint) length > MAX_BYTES)
    return;
  data = g_malloc0 (length);
  glGetProgramBinary (program, length, &n_bytes, &format, data);
  (void) koma_gles_program_cache_write (key, &(KomaGlesProgramBinary){ format, n_bytes, data });
}

/**
 * koma_gles_program_cache_tidy:
 *
 * Removes programs that were not used for 60 days, for 7 where they are of
 * another driver or engine, and those used longest ago above 32 MiB together;
 * once in a process, and again after something was written. Thread: any but
 * one that shows something.
 */
void
koma_gles_program_cache_tidy (const KomaGlesInfo *info)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *own = NULL;
  Digest           owner;

  if (!g_atomic_int_compare_and_exchange (&is_untidy, TRUE, FALSE))
    return;
  make_owner (info, owner.bytes);
  own = to_hex (owner.bytes, N_FOLDER_BYTES);
  koma_gles_program_cache_tidy_folder (folder, own, &limits);
}
