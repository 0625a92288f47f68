/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* safetensors files that are written here: good ones, and those that are to be refused. */
#include "engine/formats/hub/safetensors-file.h"
#include "engine/formats/hub/shard-index.h"

#include <string.h>

#include "engine/formats/hub/safetensors.h"
#include "engine/koma/koma-error.h"
#include "fixture.h"
#include "tests/test-main.h"

#define NAME "model.safetensors"

/* @header: with ' for " */
static void
write_file (const Folder *folder,
            const char   *header,
            gconstpointer data,
            gsize         size_bytes)
{
  g_autofree char *text = g_strdelimit (g_strdup (header), "'", '"');
  const guint64    length = GUINT64_TO_LE (strlen (text));
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) &length, sizeof length);
  g_byte_array_append (bytes, (const guint8 *) text, strlen (text));
  g_byte_array_append (bytes, data, size_bytes);
  folder_write (folder, NAME, bytes->data, bytes->len);
}

static gboolean
read_file (const Folder   *folder,
           KomaHubWeights *weights,
           GError        **error)
{
  g_autofree char *path = folder_get (folder, NAME);

  koma_hub_weights_init (weights);
  return koma_safetensors_file_read (path, NULL, weights, error);
}

static void
assert_floats (const KomaHubWeights *weights,
               const char           *name,
               const float          *expected,
               guint                 n)
{
  const KomaArray *array = koma_hub_weights_look (weights, name);

  g_assert_nonnull (array);
  g_assert_cmpint (array->dtype, ==, KOMA_DTYPE_FLOAT32);
  g_assert_cmpuint (array->count, ==, n);
  g_assert_cmpmem (array->data, n * sizeof (float), expected, n * sizeof (float));
}

static void
assert_ints (const KomaHubWeights *weights,
             const char           *name,
             const gint32         *expected,
             guint                 n)
{
  const KomaArray *array = koma_hub_weights_look (weights, name);

  g_assert_nonnull (array);
  g_assert_cmpint (array->dtype, ==, KOMA_DTYPE_INT32);
  g_assert_cmpmem (array->data, array->count * sizeof (gint32), expected, n * sizeof (gint32));
}

/* Not in the order of the header, and blanks behind it. */
static void
test_types (void)
{
  static const guint8 data[] = {
    0x00, 0x3c, 0x00, 0xc0,                         /* half: 1, -2 */
    0x80, 0x3f, 0x20, 0xc0,                         /* bfloat16: 1, -2.5 */
    0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x40, 0xc0, /* float: 2, -3 */
    0, 0, 0, 0, 0, 0, 0xf8, 0x3f,                   /* double: 1.5 */
    0xff, 0x02,                                     /* int8: -1, 2 */
    0xff, 0x02,                                     /* uint8: 255, 2 */
    0xfe, 0xff,                                     /* int16: -2 */
    0xfd, 0xff, 0xff, 0xff,                         /* int32: -3 */
    0xfc, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, /* int64: -4 */
    0, 0, 0, 0, 1, 0, 0, 0,                         /* int64: more than int32 has */
    1,                                              /* bool */
  };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaHubWeights) weights = { 0 };
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  write_file (&folder,
              "{'f32':{'dtype':'F32','shape':[2,1],'data_offsets':[8,16]},"
              "'f16':{'dtype':'F16','shape':[2],'data_offsets':[0,4]},"
              "'bf16':{'dtype':'BF16','shape':[1,2],'data_offsets':[4,8]},"
              "'__metadata__':{'format':'pt'},"
              "'f64':{'dtype':'F64','shape':[],'data_offsets':[16,24]},"
              "'i8':{'dtype':'I8','shape':[2],'data_offsets':[24,26]},"
              "'u8':{'dtype':'U8','shape':[2],'data_offsets':[26,28]},"
              "'i16':{'dtype':'I16','shape':[1],'data_offsets':[28,30]},"
              "'i32':{'dtype':'I32','shape':[1],'data_offsets':[30,34]},"
              "'i64':{'dtype':'I64','shape':[2],'data_offsets':[34,50]},"
              "'none':{'dtype':'F32','shape':[0,3],'data_offsets':[50,50]},"
              "'bool':{'dtype':'BOOL','shape':[1],'data_offsets':[50,51]}}   ",
              data, sizeof data);
  g_assert_true (read_file (&folder, &weights, &error));
  g_assert_no_error (error);
  assert_floats (&weights, "f16", (const float[]){ 1, -2 }, 2);
  assert_floats (&weights, "bf16", (const float[]){ 1, -2.5 }, 2);
  assert_floats (&weights, "f32", (const float[]){ 2, -3 }, 2);
  assert_floats (&weights, "f64", (const float[]){ 1.5 }, 1);
  assert_ints (&weights, "i8", (const gint32[]){ -1, 2 }, 2);
  assert_ints (&weights, "u8", (const gint32[]){ 255, 2 }, 2);
  assert_ints (&weights, "i16", (const gint32[]){ -2 }, 1);
  assert_ints (&weights, "i32", (const gint32[]){ -3 }, 1);
  assert_ints (&weights, "i64", (const gint32[]){ -4, G_MAXINT32 }, 2);
  g_assert_cmpint (koma_hub_weights_look (&weights, "bool")->dtype, ==, KOMA_DTYPE_BOOL);
  g_assert_cmpuint (weights.n_float16, ==, 4);
  g_assert_cmpuint (weights.n_weights, ==, 11);
}

/* Eight bytes of numbers. */
static const struct
{
  const char *header;
  int         code;
  const char *says;
} bad_headers[] = {
  { "", KOMA_ERROR_MODEL, NAME },
  { "[]", KOMA_ERROR_MODEL, "expected a list of weights" },
  { "{", KOMA_ERROR_MODEL, NAME },
  { "{} {}", KOMA_ERROR_MODEL, NAME },
  { "  {'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}", KOMA_ERROR_MODEL, "a list" },
  { "{}", KOMA_ERROR_MODEL, "have 0 bytes" },
  { "{'a':7}", KOMA_ERROR_MODEL, "“a”" },
  { "{'a':{'shape':[2],'data_offsets':[0,8]}}", KOMA_ERROR_MODEL, "dtype" },
  { "{'a':{'dtype':'F8_E4M3','shape':[8],'data_offsets':[0,8]}}", KOMA_ERROR_UNSUPPORTED, "F8" },
  { "{'a':{'dtype':'F32','data_offsets':[0,8]}}", KOMA_ERROR_MODEL, "shape" },
  { "{'a':{'dtype':'F32','shape':[-2],'data_offsets':[0,8]}}", KOMA_ERROR_MODEL, "dimension 0" },
  { "{'a':{'dtype':'F32','shape':[2.5],'data_offsets':[0,8]}}", KOMA_ERROR_MODEL, "dimension 0" },
  { "{'a':{'dtype':'F32','shape':['2'],'data_offsets':[0,8]}}", KOMA_ERROR_MODEL, "dimension 0" },
  { "{'a':{'dtype':'F32','shape':[2,1,1,1,1,1,1],'data_offsets':[0,8]}}", KOMA_ERROR_SHAPE,
    "dimensions" },
  { "{'a':{'dtype':'F32','shape':[2147483647,2147483647,2147483647],'data_offsets':[0,8]}}", -1,
    "“a”" },
  { "{'a':{'dtype':'F32','shape':[4294967296,4294967296],'data_offsets':[0,8]}}", KOMA_ERROR_SHAPE,
    "“a”" },
  { "{'a':{'dtype':'F32','shape':[3],'data_offsets':[0,8]}}", KOMA_ERROR_SHAPE, "12 bytes" },
  { "{'a':{'dtype':'F32','shape':[2]}}", KOMA_ERROR_MODEL, "data_offsets" },
  { "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0]}}", KOMA_ERROR_MODEL, "data_offsets" },
  { "{'a':{'dtype':'F32','shape':[2],'data_offsets':[8,0]}}", KOMA_ERROR_MODEL, "data_offsets" },
  { "{'a':{'dtype':'F32','shape':[2],'data_offsets':[-8,0]}}", KOMA_ERROR_MODEL, "data_offsets" },
  { "{'a':{'dtype':'F32','shape':[2],'data_offsets':[4,12]}}", KOMA_ERROR_MODEL, "cut short" },
  { "{'a':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}", KOMA_ERROR_MODEL, "at byte 4" },
  { "{'a':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}", KOMA_ERROR_MODEL, "have 4 bytes" },
  { "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},"
    "'b':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}}",
    KOMA_ERROR_MODEL, "“b” begins at byte 4" },
  { "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},"
    "'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}",
    KOMA_ERROR_MODEL, "one name" },
  { "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},"
    "'\\u0061':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}",
    KOMA_ERROR_MODEL, "one name" },
  { "{'a\\u0000':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}", KOMA_ERROR_MODEL, "NUL" },
};

static void
test_bad_headers (void)
{
  static const float data[2] = { 1, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (bad_headers); i++) {
    g_auto (Folder) folder = { 0 };
    g_auto (KomaHubWeights) weights = { 0 };
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", bad_headers[i].header);
    folder_init (&folder);
    write_file (&folder, bad_headers[i].header, data, sizeof data);
    g_assert_false (read_file (&folder, &weights, &error));
    g_assert_nonnull (error);
    g_assert_nonnull (strstr (error->message, NAME));
    g_assert_nonnull (strstr (error->message, bad_headers[i].says));
    g_assert_true (error->domain == KOMA_ERROR);
    if (bad_headers[i].code >= 0)
      g_assert_cmpint (error->code, ==, bad_headers[i].code);
  }
}

/* The length of the header: more than the file has, more than is allowed, none at all. */
static void
test_bad_length (void)
{
  static const char *const heads[] = { "\x40\0\0\0\0\0\0\0{}", "\0\0\0\0\0\0\0\x7f{}",
                                       "\xff\xff\xff\xff\xff\xff\xff\xff{}", "\x02\0\0\0" };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++) {
    g_auto (Folder) folder = { 0 };
    g_auto (KomaHubWeights) weights = { 0 };
    g_autoptr (GError) error = NULL;

    folder_init (&folder);
    folder_write (&folder, NAME, heads[i], i == 3 ? 4 : 10);
    g_assert_false (read_file (&folder, &weights, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, NAME, "cut short", NULL);
  }
}

static void
check_index (const char *text,
             const char *says) /* NULL: it is good */
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) paths = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  folder_write_json (&folder, "model.safetensors.index.json", text);
  path = folder_get (&folder, "model.safetensors.index.json");
  paths = koma_hub_shard_index_read (path, NULL, &error);
  if (says != NULL) {
    g_assert_null (paths);
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "index.json", says, NULL);
    return;
  }
  g_assert_no_error (error);
  g_assert_cmpuint (paths->len, ==, 2);
  g_assert_true (g_str_has_suffix (paths->pdata[0], "/1.safetensors"));
}

static void
test_index (void)
{
  check_index ("{'weight_map':{'a':'2.safetensors','b':'1.safetensors','c':'2.safetensors'}}",
               NULL);
  check_index ("{'weight_map':{'a':'../1.safetensors'}}", "“a”");
  check_index ("{'weight_map':{'a':'/etc/passwd'}}", "“a”");
  check_index ("{'weight_map':{'a':'https://example.org/1'}}", "“a”");
  check_index ("{'weight_map':{'a':7}}", "“a”");
  check_index ("{'weight_map':{}}", "weight_map");
  check_index ("{}", "weight_map");
}

/* What is said of a folder with one weight that no architecture has. */
static void
check_folder (const char *config, /* NULL: there is none */
              int         code,
              const char *says)
{
  static const float data[2] = { 1, 2 };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  write_file (&folder, "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}", data, sizeof data);
  if (config != NULL)
    folder_write_json (&folder, "config.json", config);
  path = folder_get (&folder, NAME);
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, config != NULL ? KOMA_ERROR : G_FILE_ERROR, code, says, NULL);
}

static void
test_folders (void)
{
  check_folder (NULL, G_FILE_ERROR_NOENT, "config.json");
  check_folder ("[]", KOMA_ERROR_MODEL, "expected an object");
  check_folder ("{}", KOMA_ERROR_UNSUPPORTED, "model_type");
  check_folder ("{'model_type':'bert'}", KOMA_ERROR_UNSUPPORTED, "bert of Hugging Face");
  check_folder ("{'model_type':'bert'}", KOMA_ERROR_UNSUPPORTED, "Koma has beit, ");
  check_folder ("{'architecture':'resnetaa50'}", KOMA_ERROR_UNSUPPORTED, "resnetaa50 of timm");
  check_folder ("{'architecture':'resnet18.a1_in1k'}", KOMA_ERROR_MODEL, "“conv1.weight”");
  check_folder ("{'model_type':'vit','image_size':0}", KOMA_ERROR_MODEL, "0 × 0");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hub-safetensors/types", test_types);
  g_test_add_func ("/hub-safetensors/bad-headers", test_bad_headers);
  g_test_add_func ("/hub-safetensors/bad-length", test_bad_length);
  g_test_add_func ("/hub-safetensors/index", test_index);
  g_test_add_func ("/hub-safetensors/folders", test_folders);
  return g_test_run ();
}
