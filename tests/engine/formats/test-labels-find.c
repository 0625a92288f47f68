/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where labels are found, and in which order. */
#include "engine/model/labels-find.h"
#include "fixture.h"
#include "tests/test-main.h"

static KomaArray *
new_constant (const char *text)
{
  const KomaShape shape = KOMA_SHAPE ((gint64) strlen (text));
  KomaArray      *tensor = koma_array_new (KOMA_DTYPE_INT32, &shape, NULL);
  gint32         *data = tensor->data;

  for (gsize i = 0; i < strlen (text); i++)
    data[i] = (guint8) text[i];
  return tensor;
}

/* What is found, as "source: a|b"; warnings are counted. */
static char *
find (const Folder       *folder,
      const KomaRawModel *raw,
      guint              *ret_n_warnings)
{
  g_autofree char *path = folder_get (folder, "model.json");
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KomaLabels) labels = koma_labels_find (path, raw, warnings);
  g_autoptr (GString) all = g_string_new (NULL);

  *ret_n_warnings = warnings->len;
  if (labels == NULL)
    return NULL;
  g_string_printf (all, "%s:", koma_labels_get_source (labels));
  for (guint i = 0; i < koma_labels_get_n (labels); i++)
    g_string_append_printf (all, "%s%s", i > 0 ? "|" : " ", koma_labels_get (labels, i));
  return g_string_free (g_steal_pointer (&all), FALSE);
}

static void
assert_found (const Folder       *folder,
              const KomaRawModel *raw,
              const char         *expected) /* (nullable) */
{
  guint            n_warnings = 0;
  g_autofree char *found = find (folder, raw, &n_warnings);

  g_assert_cmpstr (found, ==, expected);
  g_assert_cmpuint (n_warnings, ==, 0);
}

static void
write_lines (const Folder *folder,
             const char   *name,
             const char   *text)
{
  folder_write (folder, name, text, -1);
}

/* Each place is looked at only where those before it have nothing; they are
 * filled here from the last to the first. */
static void
test_order (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };

  folder_init (&folder);
  assert_found (&folder, &raw, NULL);
  write_lines (&folder, "z_labels.txt", "z\n");
  write_lines (&folder, "x_labels.txt", "x\ny\n");
  assert_found (&folder, &raw, "x_labels.txt: x|y");
  write_lines (&folder, "dict.txt", "daisy\nrose\n");
  assert_found (&folder, &raw, "dict.txt: daisy|rose");
  write_lines (&folder, "labels.txt", "0:cat\r\n1:dog\r\n");
  assert_found (&folder, &raw, "labels.txt: cat|dog");
  raw.metadata = g_strdup ("{\"more\": {\"class_names\": [\"u\", \"v\"]}}");
  assert_found (&folder, &raw, "userDefinedMetadata: u|v");
  folder_write_json (&folder, "metadata.json",
                     "{'tmVersion': '2', 'labels': ['Class 1', 'Class 2']}");
  assert_found (&folder, &raw, "metadata.json: Class 1|Class 2");
  raw.labels = new_constant ("歩,香");
  assert_found (&folder, &raw, "the graph: 歩|香");
}

/* One number for each character is understood too. */
static void
test_characters (void)
{
  const KomaShape shape = KOMA_SHAPE (3);
  const gint32    numbers[] = { 0x6b65, ',', 0x9999 };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };

  folder_init (&folder);
  raw.labels = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, numbers, NULL);
  assert_found (&folder, &raw, "the graph: 步|香");
}

static void
assert_passed_over (const Folder       *folder,
                    const KomaRawModel *raw)
{
  guint            n_warnings = 0;
  g_autofree char *found = find (folder, raw, &n_warnings);

  g_assert_cmpstr (found, ==, "labels.txt: a");
  g_assert_cmpuint (n_warnings, ==, 1);
}

/* What is damaged is passed over, with a warning. */
static void
test_damaged (void)
{
  const KomaShape shape = KOMA_SHAPE (2);
  const gint32    numbers[] = { -1, 1 << 30 };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) constant = { 0 };
  g_auto (KomaRawModel) bytes = { 0 };
  g_auto (KomaRawModel) metadata = { 0 };
  g_auto (KomaRawModel) none = { 0 };

  folder_init (&folder);
  write_lines (&folder, "labels.txt", "a\n");
  constant.labels = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, numbers, NULL);
  assert_passed_over (&folder, &constant);
  bytes.labels = new_constant ("\xff\xfe");
  assert_passed_over (&folder, &bytes);
  metadata.metadata = g_strdup ("{\"labels\": [1, 2]}");
  assert_passed_over (&folder, &metadata);
  write_lines (&folder, "metadata.json", "{\"labels\": [");
  assert_passed_over (&folder, &none);
}

/* One byte more than a label may have, in each of the places where it may be. */
static void
test_too_long (void)
{
  for (guint n_more = 0; n_more < 2; n_more++) {
    g_autofree char *label = g_strnfill (KOMA_MAX_LABEL_BYTES + n_more, 'x');
    g_autofree char *joined = g_strconcat (label, ",b", NULL);
    g_auto (KomaRawModel) constant = { .labels = new_constant (joined) };
    g_auto (KomaRawModel) list = { 0 };
    g_auto (KomaRawModel) text = { 0 };
    const KomaRawModel *const places[] = { &constant, &list, &text };
    g_auto (Folder) folder = { 0 };

    folder_init (&folder);
    write_lines (&folder, "labels.txt", "a\n");
    list.metadata = g_strdup_printf ("{\"labels\": [\"%s\", \"b\"]}", label);
    text.metadata = g_strdup_printf ("{\"labels\": \"%s\"}", joined);
    for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
      guint            n_warnings = 0;
      g_autofree char *found = find (&folder, places[i], &n_warnings);

      g_assert_cmpuint (n_warnings, ==, n_more);
      g_assert_cmpint (strstr (found, label) != NULL, ==, n_more == 0);
    }
  }
}

static char *
find_lone (const Folder *folder,
           guint         n_classes)
{
  g_autofree char *path = folder_get (folder, "model.json");
  g_autoptr (KomaLabels) labels = koma_labels_find_lone (path, n_classes);

  return labels != NULL ? g_strdup (koma_labels_get_source (labels)) : NULL;
}

static void
assert_lone (const Folder *folder,
             guint         n_classes,
             const char   *expected) /* (nullable) */
{
  g_autofree char *found = find_lone (folder, n_classes);

  g_assert_cmpstr (found, ==, expected);
}

/* Any text with as many lines as classes, if there is no doubt which. */
static void
test_lone (void)
{
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  assert_lone (&folder, 2, NULL);
  write_lines (&folder, "birds.txt", "robin\nwren\n");
  assert_lone (&folder, 2, "birds.txt");
  assert_lone (&folder, 3, NULL);
  write_lines (&folder, "README.txt", "one\ntwo\n");
  assert_lone (&folder, 2, NULL);
  write_lines (&folder, "class_names.txt", "robin\nwren\nowl\n");
  assert_lone (&folder, 3, "class_names.txt");
  assert_lone (&folder, 2, NULL);
}

/* Metadata without labels is nothing to warn of. */
static void
test_other_metadata (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };

  folder_init (&folder);
  folder_write_json (&folder, "metadata.json", "{'author': 'me', 'labels': []}");
  raw.metadata = g_strdup ("[1, 2]");
  assert_found (&folder, &raw, NULL);
}

/* Lists as editors of Windows save them; what can not be told apart is told, with the reason. */
static void
test_encodings (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  guint            n_warnings = 0;
  g_autofree char *refused = NULL;

  folder_init (&folder);
  folder_write (&folder, "labels.txt", "v\xe9rt\nbleu\n", 10);
  assert_found (&folder, &raw, "labels.txt: vért|bleu");
  folder_write (&folder, "labels.txt", "\xff\xfe\x61\0\n\0\x62\0", 8);
  assert_found (&folder, &raw, "labels.txt: a|b");
  folder_write (&folder, "labels.txt", "\0a\0\n\0b", 6);
  assert_found (&folder, &raw, "labels.txt: a|b");
  folder_write (&folder, "labels.txt", "\x83\x6c\x83\x52\n\x8c\xa2\n", 8);
  refused = find (&folder, &raw, &n_warnings);
  g_assert_null (refused);
  g_assert_cmpuint (n_warnings, ==, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/labels-find/order", test_order);
  g_test_add_func ("/labels-find/characters", test_characters);
  g_test_add_func ("/labels-find/damaged", test_damaged);
  g_test_add_func ("/labels-find/too-long", test_too_long);
  g_test_add_func ("/labels-find/other-metadata", test_other_metadata);
  g_test_add_func ("/labels-find/lone", test_lone);
  g_test_add_func ("/labels-find/encodings", test_encodings);
  return g_test_run ();
}
