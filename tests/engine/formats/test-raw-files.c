/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Parts of files that a model wants: what is told is checked, what is read lies where it is wanted,
 * and the hash is that of the files. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/formats/kept-files.h"
#include "engine/formats/raw/byte-writer.h"
#include "engine/formats/raw/raw-bytes.h"
#include "engine/koma-limits.h"
#include "engine/model/content-hash.h"
#include "engine/runtime/memory.h"
#include "fixture.h"
#include "tests/test-main.h"

#define FILE_BYTES 600000 /* more than are read at a time */
#define N_FILES    2

typedef struct
{
  Folder      folder;
  guint8     *bytes[N_FILES];
  KomaRawFile files[N_FILES];
} Files;

static void
files_init (Files *self)
{
  folder_init (&self->folder);
  for (guint i = 0; i < N_FILES; i++) {
    g_autofree char *name = g_strdup_printf ("shard-%u", i);
    g_autofree char *path = folder_get (&self->folder, name);

    self->bytes[i] = g_malloc (FILE_BYTES);
    for (guint k = 0; k < FILE_BYTES; k++)
      self->bytes[i][k] = (guint8) (k * 7 + k / 251 + i);
    folder_write (&self->folder, name, self->bytes[i], FILE_BYTES);
    self->files[i] =
      (KomaRawFile){ open (path, O_RDONLY | O_CLOEXEC), FILE_BYTES, g_steal_pointer (&name) };
    g_assert_cmpint (self->files[i].fd, >=, 0);
  }
}

static void
files_clear (Files *self)
{
  for (guint i = 0; i < N_FILES; i++) {
    g_free (self->bytes[i]);
    g_free (self->files[i].name);
    (void) close (self->files[i].fd);
  }
  folder_clear (&self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Files, files_clear)

static KomaRawWanted
make_wanted (const KomaKeptPart *parts,
             guint               n_parts,
             const guint        *hashed,
             guint               n_hashed)
{
  KomaRawWanted wanted = {
    .parts = g_array_new (FALSE, FALSE, sizeof (KomaKeptPart)),
    .hashed = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  if (n_parts > 0)
    g_array_append_vals (wanted.parts, parts, n_parts);
  if (n_hashed > 0)
    g_array_append_vals (wanted.hashed, hashed, n_hashed);
  return wanted;
}

static const KomaKeptPart parts[] = {
  { 1, 500000, 100000, 0 },    /* the end of a file that comes later */
  { 0, 1000, 300000, 100032 }, /* more than is read at a time */
  { 0, 2000, 10, 400064 },     /* in the part before */
  { 1, 3, 0, 400128 },         /* nothing */
  { 0, 301000, 5000, 400192 }, /* at once behind another */
  { 1, 0, 7, 405248 },
};

#define TO_BYTES 405255

static void
assert_is_read (const Files  *files,
                const guint8 *to)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_assert_cmpmem (to + parts[i].at, parts[i].size_bytes,
                     files->bytes[parts[i].kept] + parts[i].offset, parts[i].size_bytes);
}

static void
test_read (void)
{
  static const guint all[] = { 1, 0, 1 };

  for (guint n_hashed = 0; n_hashed <= G_N_ELEMENTS (all); n_hashed++) {
    g_auto (Files) files = { 0 };
    g_auto (KomaRawWanted) wanted = make_wanted (parts, G_N_ELEMENTS (parts), all, n_hashed);
    g_autoptr (KomaContentHash) expected = koma_content_hash_new ();
    g_autofree guint8 *to = g_malloc0 (TO_BYTES);
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;

    files_init (&files);
    g_assert_true (koma_raw_files_read (&wanted, files.files, to, NULL, NULL, &raw, &error));
    g_assert_no_error (error);
    assert_is_read (&files, to);
    for (guint i = 0; i < n_hashed; i++)
      koma_content_hash_update (expected, files.bytes[all[i]], FILE_BYTES);
    if (n_hashed > 0) {
      g_autofree char *text = koma_content_hash_to_string (expected);

      g_assert_cmpstr (raw.hash, ==, text);
    } else {
      g_assert_null (raw.hash);
    }
  }
}

/* Of what is wanted, and of what is only hashed. */
static void
test_cut_off (void)
{
  static const guint all[] = { 0, 1 };

  for (guint n_hashed = 0; n_hashed <= G_N_ELEMENTS (all); n_hashed++) {
    g_auto (Files) files = { 0 };
    g_auto (KomaRawWanted) wanted =
      make_wanted (parts, n_hashed > 1 ? 0 : G_N_ELEMENTS (parts), all, n_hashed);
    g_autofree guint8 *to = g_malloc0 (TO_BYTES);
    g_autofree char   *path = NULL;
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;

    files_init (&files);
    path = folder_get (&files.folder, "shard-1");
    g_assert_cmpint (truncate (path, FILE_BYTES - 1), ==, 0);
    g_assert_false (koma_raw_files_read (&wanted, files.files, to, NULL, NULL, &raw, &error));
    g_assert_null (raw.hash);
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "shard-1", "became shorter", NULL);
  }
}

static void
test_no_access (void)
{
  g_auto (Files) files = { 0 };
  g_auto (KomaRawWanted) wanted = make_wanted (parts, G_N_ELEMENTS (parts), NULL, 0);
  g_autofree guint8 *to = g_malloc0 (TO_BYTES);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  files_init (&files);
  (void) close (files.files[0].fd);
  files.files[0].fd = open (files.folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  g_assert_false (koma_raw_files_read (&wanted, files.files, to, NULL, NULL, &raw, &error));
  assert_error_says (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR, "shard-0", NULL);
}

/* A model of one constant, of which two numbers came. */
static GByteArray *
write_model (guint64 *ret_offset,
             gsize   *ret_files_bytes)
{
  static const float numbers[] = { 1, 2 };
  const KomaShape    shape = KOMA_SHAPE (2);
  g_autoptr (KomaArray) array =
    koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &shape, numbers, NULL);
  g_auto (KomaRawModel) raw = {
    .graph = koma_graph_new (),
    .format = g_strdup ("test"),
    .hash = g_strdup ("0123456789abcdef0123456789abcdef"),
    .op_counts = g_hash_table_new (g_str_hash, g_str_equal),
  };
  g_auto (KomaRawParts) written = { 0 };
  g_autoptr (GError) error = NULL;
  GByteArray *bytes = g_byte_array_new ();

  koma_graph_add_output (raw.graph, "y", koma_graph_add_constant (raw.graph, "c", array));
  g_assert_true (koma_raw_model_write (&raw, &written, &error));
  for (guint i = 0; i < written.parts->len; i++) {
    const KomaRawPart *part = &g_array_index (written.parts, KomaRawPart, i);

    g_byte_array_append (bytes, part->data, (guint) part->size_bytes);
  }
  *ret_offset = written.offset;
  *ret_files_bytes = written.files_bytes;
  return bytes;
}

/* What a helper says of files in place of “none, and no hash of any”. */
static GBytes *
make_memory (const KomaKeptPart *said, /* (nullable) */
             guint               n_said,
             const guint        *hashed, /* (nullable) */
             guint               n_hashed,
             gsize               files_bytes,
             KomaRawMemory      *ret_memory)
{
  gsize nothing = 0;
  g_autoptr (GByteArray) model = write_model (&ret_memory->offset, &nothing);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const gsize behind = ret_memory->offset + 2 * sizeof (guint32);
  void       *aligned = NULL;
  gsize       size_bytes = 0;

  g_byte_array_append (bytes, model->data, (guint) ret_memory->offset);
  koma_byte_writer_uint32 (bytes, n_said);
  for (guint i = 0; i < n_said; i++) {
    koma_byte_writer_uint32 (bytes, said[i].kept);
    koma_byte_writer_int64 (bytes, (gint64) said[i].offset);
    koma_byte_writer_int64 (bytes, (gint64) said[i].size_bytes);
    koma_byte_writer_int64 (bytes, (gint64) said[i].at);
  }
  koma_byte_writer_uint32 (bytes, n_hashed);
  for (guint i = 0; i < n_hashed; i++)
    koma_byte_writer_uint32 (bytes, hashed[i]);
  g_byte_array_append (bytes, model->data + behind, (guint) (model->len - behind));
  ret_memory->size_bytes = bytes->len;
  size_bytes = koma_raw_files_begin (bytes->len) + files_bytes;
  g_assert_cmpint (posix_memalign (&aligned, KOMA_MEMORY_ALIGNMENT, size_bytes), ==, 0);
  memset (aligned, 0, size_bytes);
  memcpy (aligned, bytes->data, bytes->len);
  return g_bytes_new_with_free_func (aligned, size_bytes, free, aligned);
}

static const KomaRawFile told_files[] = { { -1, 1000, NULL }, { -1, 1, NULL } };

#define ROOM_BYTES 256

static gboolean
read_told (const KomaKeptPart *said,
           guint               n_said,
           const guint        *hashed,
           guint               n_hashed,
           GError            **error)
{
  KomaRawMemory memory = { 0 };
  g_autoptr (GBytes) bytes = make_memory (said, n_said, hashed, n_hashed, ROOM_BYTES, &memory);
  g_auto (KomaRawModel) raw = { 0 };
  g_auto (KomaRawWanted) wanted = { 0 };

  memory.memory = bytes;
  if (!koma_raw_model_read (&memory, told_files, G_N_ELEMENTS (told_files), &raw, &wanted, error))
    return FALSE;
  g_assert_cmpuint (wanted.parts->len, ==, n_said);
  g_assert_cmpuint (wanted.hashed->len, ==, n_hashed);
  return TRUE;
}

static void
test_lies (void)
{
  static const struct
  {
    const char  *name;
    KomaKeptPart said[2];
    guint        n_said;
  } lies[] = {
    { "another file", { { 2, 0, 1, 0 } }, 1 },
    { "no file", { { KOMA_NOT_KEPT, 0, 1, 0 } }, 1 },
    { "behind its end", { { 0, 1001, 0, 0 } }, 1 },
    { "over its end", { { 0, 900, 101, 0 } }, 1 },
    { "over the end of another", { { 1, 0, 2, 0 } }, 1 },
    { "an offset that wraps", { { 0, G_MAXUINT64, 2, 0 } }, 1 },
    { "a size that wraps", { { 0, 1, G_MAXUINT64, 0 } }, 1 },
    { "behind the room", { { 0, 0, 0, ROOM_BYTES + 1 } }, 1 },
    { "over the end of the room", { { 0, 0, 2, ROOM_BYTES - 1 } }, 1 },
    { "a place that wraps", { { 0, 0, 2, G_MAXUINT64 } }, 1 },
    { "the same place twice", { { 0, 0, 10, 0 }, { 0, 0, 10, 9 } }, 2 },
    { "back again", { { 0, 0, 10, 100 }, { 0, 0, 10, 0 } }, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++) {
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", lies[i].name);
    g_assert_false (read_told (lies[i].said, lies[i].n_said, NULL, 0, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  }
}

static void
test_hash_lies (void)
{
  static const guint hashed[] = { 0, 1, 0 };
  static const guint other[] = { 2 };
  g_autoptr (GError) error = NULL;

  g_assert_true (read_told (NULL, 0, hashed, 2, &error));
  g_assert_no_error (error);
  g_assert_false (read_told (NULL, 0, hashed, 3, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "too large a hash", NULL);
  g_clear_error (&error);
  g_assert_false (read_told (NULL, 0, other, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
}

static void
test_truth (void)
{
  static const KomaKeptPart said[] = {
    { 0, 0, 10, 0 }, { 0, 0, 10, 10 }, { 1, 0, 1, 64 }, { 0, 1000, 0, 65 }, { 0, 809, 191, 65 }
  };
  g_autoptr (GError) error = NULL;

  g_assert_true (read_told (said, G_N_ELEMENTS (said), NULL, 0, &error));
  g_assert_no_error (error);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/raw-files/read", test_read);
  g_test_add_func ("/raw-files/cut-off", test_cut_off);
  g_test_add_func ("/raw-files/no-access", test_no_access);
  g_test_add_func ("/raw-files/lies", test_lies);
  g_test_add_func ("/raw-files/hash-lies", test_hash_lies);
  g_test_add_func ("/raw-files/truth", test_truth);
  return g_test_run ();
}
