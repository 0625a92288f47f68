/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that only look like those of torch.save (): each is refused with a sentence, and nothing
 * that it names is run. */

#include <string.h>

#include "engine/formats/torch/torch.h"
#include "engine/koma/koma-error.h"
#include "fixture.h"
#include "tests/test-main.h"
#include "torch-writer.h"

#define BYTES(text) text, sizeof (text) - 1
#define STORAGE     "(X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0" \
                "7X\3\0\0\0cpuK\6tQ"
#define REBUILD "ctorch._utils\n_rebuild_tensor_v2\n"
#define WEIGHT  PICKLE_PROTOCOL "}X\1\0\0\0w"
/* A weight of six numbers, by its arguments behind the storage. */
#define TENSOR(arguments) WEIGHT REBUILD "(" STORAGE arguments "\x89}tRs."

typedef struct
{
  const char *pickle;
  gsize       length;
  int         code;
  const char *words;
} Row;

static const Row pickles[] = {
  /* Names that Python would look up. */
  { BYTES (PICKLE_PROTOCOL "cos\nsystem\nX\2\0\0\0ls\x85R."), KOMA_ERROR_UNSUPPORTED, "os.system" },
  { BYTES (PICKLE_PROTOCOL "cbuiltins\neval\n."), KOMA_ERROR_UNSUPPORTED, "builtins.eval" },
  { BYTES ("\x80\4\x8c\5posix\x8c\6system\x93X\2\0\0\0ls\x85R."), KOMA_ERROR_UNSUPPORTED,
    "posix.system" },
  { BYTES (PICKLE_PROTOCOL "ctorchvision.models.resnet\nResNet\n)\x81."), KOMA_ERROR_UNSUPPORTED,
    "torch.onnx.export" },
  { BYTES (PICKLE_PROTOCOL "c__main__\nNet\n)\x81."), KOMA_ERROR_UNSUPPORTED,
    "model.state_dict ()" },
  { BYTES (PICKLE_PROTOCOL "(X\2\0\0\0lsios\nsystem\n."), KOMA_ERROR_UNSUPPORTED, "0x69" },
  { BYTES (PICKLE_PROTOCOL "\x82\1."), KOMA_ERROR_UNSUPPORTED, "0x82" },
  { BYTES (PICKLE_PROTOCOL "Pid\n."), KOMA_ERROR_UNSUPPORTED, "0x50" },
  { BYTES (PICKLE_PROTOCOL "c\xff\nx\n."), KOMA_ERROR_MODEL, "is no text" },

  /* Calls of what is no function. */
  { BYTES (PICKLE_PROTOCOL "K\1)R."), KOMA_ERROR_MODEL, "no function" },
  { BYTES (PICKLE_PROTOCOL "cargparse\nNamespace\n)R)R."), KOMA_ERROR_MODEL, "no function" },
  { BYTES (PICKLE_PROTOCOL "ctorch\nFloatStorage\n)R."), KOMA_ERROR_MODEL, "no function" },
  { BYTES (PICKLE_PROTOCOL "ctorch._utils\n_rebuild_parameter\n)R."), KOMA_ERROR_MODEL,
    "no tensor" },
  { BYTES (PICKLE_PROTOCOL "ccollections\nOrderedDict\n}b."), KOMA_ERROR_MODEL, "attributes" },

  /* The stack and the memo. */
  { BYTES (PICKLE_PROTOCOL "t."), KOMA_ERROR_MODEL, "a mark is missing" },
  { BYTES (PICKLE_PROTOCOL "}(2."), KOMA_ERROR_MODEL, "a value is missing on its stack" },
  { BYTES (PICKLE_PROTOCOL "\x86."), KOMA_ERROR_MODEL, "a value is missing on its stack" },
  { BYTES (PICKLE_PROTOCOL "h\5."), KOMA_ERROR_MODEL, "missing in its memo" },
  { BYTES (PICKLE_PROTOCOL "}r\xff\xff\xff\xff."), KOMA_ERROR_MODEL, "memo grows too large" },
  { BYTES (PICKLE_PROTOCOL "}}."), KOMA_ERROR_MODEL, "left on its stack" },
  { BYTES (PICKLE_PROTOCOL "}(K\1u."), KOMA_ERROR_MODEL, "a key has no value" },
  { BYTES (PICKLE_PROTOCOL ")K\1a."), KOMA_ERROR_MODEL, "items are added to what has none" },

  /* Lengths. */
  { BYTES (PICKLE_PROTOCOL "X\xff\xff\xff\xff"
                           "a."),
    KOMA_ERROR_MODEL, "cut short" },
  { BYTES ("\x80\4\x8d\xff\xff\xff\xff\xff\xff\xff\xff"
           "a."),
    KOMA_ERROR_MODEL, "cut short" },
  { BYTES (PICKLE_PROTOCOL "\x8b\xff\xff\xff\x7f"
                           "a."),
    KOMA_ERROR_MODEL, "cut short" },
  { BYTES (PICKLE_PROTOCOL "}"), KOMA_ERROR_MODEL, "cut short" },
  { BYTES (PICKLE_PROTOCOL), KOMA_ERROR_MODEL, "cut short" },
  { BYTES ("\x80\1}."), KOMA_ERROR_UNSUPPORTED, "protocol 1" },
  { BYTES ("\x80\6}."), KOMA_ERROR_UNSUPPORTED, "protocol 6" },
  { BYTES ("(dp0\n."), KOMA_ERROR_UNSUPPORTED, "protocol 2 or later" },

  /* Values that are in themselves. */
  { BYTES (PICKLE_PROTOCOL "]q\0h\0a."), KOMA_ERROR_UNSUPPORTED, "found something else" },
  { BYTES (PICKLE_PROTOCOL "}q\0X\5\0\0\0modelh\0s."), KOMA_ERROR_UNSUPPORTED,
    "found something else" },
  { BYTES (PICKLE_EMPTY), KOMA_ERROR_UNSUPPORTED, "found something else" },
  { BYTES (PICKLE_PROTOCOL REBUILD "(" STORAGE "K\0K\6\x85K\1\x85\x89}tR."),
    KOMA_ERROR_UNSUPPORTED, "one tensor" },

  /* Tensors. */
  { BYTES (TENSOR ("K\1K\6\x85K\1\x85")), KOMA_ERROR_MODEL, "behind the 6 numbers" },
  { BYTES (TENSOR ("K\0K\2\x85K\6\x85")), KOMA_ERROR_MODEL, "behind the 6 numbers" },
  { BYTES (TENSOR ("K\7K\0\x85K\1\x85")), KOMA_ERROR_MODEL, "behind the 6 numbers" },
  { BYTES (TENSOR ("J\xff\xff\xff\xffK\6\x85K\1\x85")), KOMA_ERROR_MODEL, "unknown way" },
  { BYTES (TENSOR ("K\0J\xff\xff\xff\xff\x85K\1\x85")), KOMA_ERROR_SHAPE, "its shape" },
  { BYTES (TENSOR ("K\0\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f\x85K\1\x85")), KOMA_ERROR_SHAPE,
    "its shape" },
  { BYTES (TENSOR ("K\0J\xff\xff\xff\x7f\x85K\0\x85")), KOMA_ERROR_MEMORY, "limit" },
  { BYTES (TENSOR ("K\0J\0\0\0\1\x85K\0\x85")), KOMA_ERROR_MEMORY, "times the bytes of the file" },
  { BYTES (TENSOR ("K\0K\2K\3\x86K\1\x85")), KOMA_ERROR_MODEL, "2 dimensions and 1 strides" },
  { BYTES (TENSOR ("K\0(K\1K\1K\1K\1K\1K\1K\1t(K\1K\1K\1K\1K\1K\1K\1t")), KOMA_ERROR_SHAPE,
    "at most 6 dimensions" },
  { BYTES (WEIGHT REBUILD "(K\1K\0K\6\x85K\1\x85\x89}tRs."), KOMA_ERROR_MODEL, "unknown way" },
  { BYTES (WEIGHT REBUILD ")Rs."), KOMA_ERROR_MODEL, "unknown way" },
  { BYTES (WEIGHT REBUILD "((X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0"
                          "9X\3\0\0\0cpuK\6tQ"
                          "K\0K\6\x85K\1\x85\x89}tRs."),
    KOMA_ERROR_MODEL, "“9” is missing" },
  { BYTES (WEIGHT REBUILD "((X\7\0\0\0storagectorch\nDoubleStorage\nX\1\0\0\0"
                          "7X\3\0\0\0cpuK\6tQ"
                          "K\0K\6\x85K\1\x85\x89}tRs."),
    KOMA_ERROR_MODEL, "24 bytes, too few for 6 numbers" },
};

static void
add_storage (ZipWriter *zip)
{
  static const float six[] = { 1, 2, 3, 4, 5, 6 };

  zip_add (zip, "a/data/7", six, sizeof six);
}

static void
assert_refused (const GByteArray *bytes,
                int               code,
                const char       *words)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  gsize            n_float16 = 0;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "weights.pth");
  folder_write (&folder, "weights.pth", bytes->data, (gssize) bytes->len);
  g_assert_null (koma_torch_read_tensors (path, NULL, &n_float16, &error));
  assert_error_says (error, KOMA_ERROR, code, "weights.pth: ", words, NULL);
}

static void
test_pickles (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (pickles); i++) {
    g_auto (ZipWriter) zip = { 0 };

    g_test_message ("%s", pickles[i].words);
    zip_init (&zip);
    zip_add (&zip, "a/data.pkl", pickles[i].pickle, pickles[i].length);
    add_storage (&zip);
    zip_finish (&zip);
    assert_refused (zip.bytes, pickles[i].code, pickles[i].words);
  }
}

/* Many instructions of one kind: neither stack nor memory grows without a limit. */
static void
test_long (void)
{
  static const struct
  {
    char        opcode;
    int         code;
    const char *words;
  } rows[] = {
    { 'N', KOMA_ERROR_MEMORY, "values" },
    { '(', KOMA_ERROR_MODEL, "too large" },
    { ']', KOMA_ERROR_MEMORY, "values" },
  };
  const gsize n = 5000000;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (ZipWriter) zip = { 0 };
    g_autofree char *pickle = g_malloc (n);

    memset (pickle, rows[i].opcode, n);
    memcpy (pickle, PICKLE_PROTOCOL, strlen (PICKLE_PROTOCOL));
    zip_init (&zip);
    zip_add (&zip, "a/data.pkl", pickle, n);
    zip_finish (&zip);
    assert_refused (zip.bytes, rows[i].code, rows[i].words);
  }
}

typedef struct
{
  const char *name;
  const char *words;
  int         code;
} Archive;

static void
test_archives (void)
{
  static const Archive rows[] = {
    { "a/other", "data.pkl", KOMA_ERROR_MODEL },
    { "a/constants.pkl", "torch.jit.load", KOMA_ERROR_UNSUPPORTED },
    { "a/code/__torch__.py", "torch.jit.load", KOMA_ERROR_UNSUPPORTED },
    { "a/data.pkl", "twice", KOMA_ERROR_MODEL },
    { "a/byteorder", "big-endian", KOMA_ERROR_UNSUPPORTED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (ZipWriter) zip = { 0 };

    zip_init (&zip);
    if (i > 0)
      zip_add (&zip, "a/data.pkl", BYTES (PICKLE_EMPTY));
    zip_add (&zip, rows[i].name, "big", 3);
    zip_finish (&zip);
    assert_refused (zip.bytes, rows[i].code, rows[i].words);
  }
}

/* One byte of the directory is another one. */
static void
test_directory (void)
{
  static const struct
  {
    guint       back; /* from the end of the file … */
    guint8      byte;
    guint       of_row; /* … or of the last row of the directory */
    int         code;
    const char *words;
  } rows[] = {
    { 22, 0, 0, KOMA_ERROR_MODEL, "directory" },
    { 12, 200, 0, KOMA_ERROR_MODEL, "directory" },
    { 4, 0x7f, 0, KOMA_ERROR_MODEL, "cut short" },
    { 0, 8, 10, KOMA_ERROR_UNSUPPORTED, "compressed" },
    { 0, 1, 8, KOMA_ERROR_UNSUPPORTED, "password" },
    { 0, 100, 20, KOMA_ERROR_UNSUPPORTED, "compressed" },
    { 0, 0xff, 44, KOMA_ERROR_MODEL, "cut short" },
    { 0, 0, 42, KOMA_ERROR_MODEL, "over one another" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (ZipWriter) zip = { 0 };
    guint row_at = 0;

    zip_init (&zip);
    zip_add (&zip, "a/data.pkl", BYTES (PICKLE_EMPTY));
    row_at = zip.directory->len;
    add_storage (&zip);
    zip_finish (&zip);
    row_at += zip.bytes->len - 22 - zip.directory->len;
    zip.bytes->data[rows[i].back > 0 ? zip.bytes->len - rows[i].back - (rows[i].back == 4)
                                     : row_at + rows[i].of_row] = rows[i].byte;
    g_test_message ("%u %s", i, rows[i].words);
    assert_refused (zip.bytes, rows[i].code, rows[i].words);
  }
}

static void
test_others (void)
{
  static const struct
  {
    const char *beginning;
    gsize       at;
    int         code;
    const char *words;
  } rows[] = {
    { "ustar", 257, KOMA_ERROR_UNSUPPORTED, "tar archive" },
    { "<!DOCTYPE html>", 0, KOMA_ERROR_MODEL, "web page" },
    { PICKLE_EMPTY, 0, KOMA_ERROR_UNSUPPORTED, "torch.save () did not write" },
    { "PK\3\4", 0, KOMA_ERROR_MODEL, "directory" },
    { "weights", 0, KOMA_ERROR_MODEL, "something else" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();

    g_byte_array_set_size (bytes, 512);
    memset (bytes->data, 0, 512);
    memcpy (bytes->data + rows[i].at, rows[i].beginning, strlen (rows[i].beginning));
    assert_refused (bytes, rows[i].code, rows[i].words);
  }
}

/* Storages of the older form, which lie one behind the other. */
static void
test_legacy (void)
{
  static const struct
  {
    const char *keys;
    gsize       length;
    const char *count; /* [8] */
    const char *words;
  } rows[] = {
    { BYTES (PICKLE_PROTOCOL "](X\1\0\0\0"
                             "7e."),
      "\7\0\0\0\0\0\0\0", "more than there are" },
    { BYTES (PICKLE_PROTOCOL "](X\1\0\0\0"
                             "7e."),
      "\xff\xff\xff\xff\xff\xff\xff\xff",
      "more than there are" },
    { BYTES (PICKLE_PROTOCOL "](X\1\0\0\0"
                             "7e."),
      "\5\0\0\0\0\0\0\0", "too few for 6" },
    { BYTES (PICKLE_PROTOCOL "](X\1\0\0\0"
                             "8e."),
      "\6\0\0\0\0\0\0\0", "belongs to nothing" },
    { BYTES (PICKLE_PROTOCOL "](K\1e."), "\6\0\0\0\0\0\0\0", "belongs to nothing" },
    { BYTES (PICKLE_EMPTY), "\6\0\0\0\0\0\0\0", "storages is missing" },
  };
  static const char object[] = TENSOR ("K\0K\6\x85K\1\x85");
  static const char twice[] = PICKLE_PROTOCOL "](X\1\0\0\0"
                                              "7X\1\0\0\0"
                                              "7e.\0\0\0\0\0\0\0\0";

  for (guint i = 0; i <= G_N_ELEMENTS (rows); i++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    const gboolean is_row = i < G_N_ELEMENTS (rows);
    const float    six[6] = { 0 };

    legacy_begin (bytes);
    pickle_put (bytes, object, sizeof object - 1);
    if (is_row) {
      pickle_put (bytes, rows[i].keys, rows[i].length);
      pickle_put (bytes, rows[i].count, 8);
    } else {
      pickle_put (bytes, twice, sizeof twice - 1);
    }
    pickle_put (bytes, six, sizeof six);
    assert_refused (bytes, KOMA_ERROR_MODEL, is_row ? rows[i].words : "twice");
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/torch-hostile/pickles", test_pickles);
  g_test_add_func ("/torch-hostile/long", test_long);
  g_test_add_func ("/torch-hostile/archives", test_archives);
  g_test_add_func ("/torch-hostile/directory", test_directory);
  g_test_add_func ("/torch-hostile/others", test_others);
  g_test_add_func ("/torch-hostile/legacy", test_legacy);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
