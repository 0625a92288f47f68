/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/labels.h"

#include <malloc.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/model/labels-find.h"
#include "tests/test-main.h"

static KomaLabels *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  KomaLabels *labels = koma_labels_new_from_text (text, strlen (text), "labels.txt", &error);

  g_assert_no_error (error);
  return labels;
}

/* @expected: names with "|" between them. */
static void
assert_names (const KomaLabels *labels,
              const char       *expected)
{
  g_auto (GStrv) names = g_strsplit (expected, "|", -1);

  g_assert_cmpuint (koma_labels_get_n (labels), ==, g_strv_length (names));
  for (guint i = 0; names[i] != NULL; i++)
    g_assert_cmpstr (koma_labels_get (labels, i), ==, names[i]);
}

static void
test_text (void)
{
  static const struct
  {
    const char *text;
    const char *names;
  } cases[] = {
    { "cat\ndog", "cat|dog" },
    { "cat\r\ndog\r\n\r\n\n", "cat|dog" },
    { "\xef\xbb\xbf歩\n香車", "歩|香車" },
    { "0:background\n1:tench\n2:goldfish", "background|tench|goldfish" },
    { "0 Class 1\n1 Class 2\n", "Class 1|Class 2" },
    { "1: cat\n2:  dog", "cat|dog" },
    { "0,cat\n1,dog", "cat|dog" },
    { "0 cat\n1 dog\n3 fish", "0 cat|1 dog|3 fish" }, /* not its own number */
    { "0\n1\n2", "0|1|2" },                           /* digits are the names */
    { "2 CV\nbeetle", "2 CV|beetle" },
    { "cat\n\ndog", "cat|#1|dog" },
    { "tench, Tinca tinca", "tench, Tinca tinca" },
    { "id,name\n0,cat\n1,dog", "cat|dog" },
    { "1 cat\n0 dog", "1 cat|0 dog" },
    { "background\n1 cat\n2 dog", "background|1 cat|2 dog" }, /* no header: class 0 */
    { "0,\"tench, Tinca tinca\"\n1,\"the \"\"eel\"\"\"", "tench, Tinca tinca|the \"eel\"" },
    { "\"\ncat", "\"|cat" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (KomaLabels) labels = parse (cases[i].text);

    assert_names (labels, cases[i].names);
    g_assert_cmpstr (koma_labels_get_source (labels), ==, "labels.txt");
  }
}

static void
assert_refused (const char *text,
                gsize       length,
                const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_labels_new_from_text (text, length, "labels.txt", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_nonnull (strstr (error->message, "labels.txt"));
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_refused (void)
{
  g_autofree char *line = g_strnfill (KOMA_MAX_LABEL_BYTES + 1, 'x');
  g_autofree char *lines = g_strnfill (2 * (KOMA_MAX_CLASSES + 1), 'x');

  for (gsize i = 1; lines[i - 1] != '\0'; i += 2)
    lines[i] = '\n';
  assert_refused ("", 0, "no class names");
  assert_refused ("\n\n \n", 4, "no class names");
  assert_refused ("cat\n\xff\xfe", 6, "not UTF-8 text (byte 4)");
  assert_refused ("cat\0dog", 7, "not UTF-8");
  assert_refused (line, KOMA_MAX_LABEL_BYTES + 1, "line 1");
  assert_refused (lines, strlen (lines), "more than 1000000 class names");
}

static void
test_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("koma-labels-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "dict.txt", NULL);
  g_autoptr (KomaLabels) labels = NULL;

  g_assert_true (g_file_set_contents (path, "daisy\ntulip\n", -1, &error));
  labels = koma_labels_new_from_file (path, &error);
  g_assert_no_error (error);
  assert_names (labels, "daisy|tulip");
  g_assert_cmpstr (koma_labels_get_source (labels), ==, "dict.txt");

  g_assert_null (koma_labels_new_from_file (folder, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  g_clear_error (&error);
  g_assert_null (koma_labels_new_from_file ("/nonexistent/labels.txt", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);

  /* Zeros that take no room on the disk. */
  g_assert_cmpint (truncate (path, KOMA_MAX_NAMES_BYTES + 1), ==, 0);
  g_assert_null (koma_labels_new_from_file (path, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_fit_unasked (void)
{
  g_autoptr (KomaLabels) labels = koma_labels_fit (NULL, 1, NULL);

  assert_names (labels, "#0");
}

static void
test_fit (void)
{
  static const struct
  {
    const char *text; /* (nullable) */
    guint       n_classes;
    const char *names;
    const char *warning; /* (nullable) part of it */
  } cases[] = {
    { "a\nb\nc", 3, "a|b|c", NULL },
    { "background\na\nb", 2, "a|b", NULL },
    { "a\nb\nBackground", 2, "a|b", NULL },
    { "a\nb", 3, "background|a|b", "2 class names for 3 outputs" },
    { "background\na", 3, "#0|#1|#2", "2 class names for 3 outputs" },
    { "a\nb\nc", 2, "#0|#1", "3 class names for 2 outputs" },
    { "a\nb", 5, "#0|#1|#2|#3|#4", "labels.txt" },
    { NULL, 2, "#0|#1", "No class names" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (KomaLabels) labels = cases[i].text != NULL ? parse (cases[i].text) : NULL;
    g_autofree char *warning = NULL;
    g_autoptr (KomaLabels) fitted = koma_labels_fit (labels, cases[i].n_classes, &warning);

    assert_names (fitted, cases[i].names);
    if (cases[i].warning == NULL)
      g_assert_null (warning);
    else
      g_assert_nonnull (strstr (warning, cases[i].warning));
  }
}

static KomaArray *
join (const char *text)
{
  const gsize        count = strlen (text);
  const KomaShape    shape = { .rank = 1, .dims = { count } };
  g_autofree gint32 *bytes = g_new (gint32, count);

  for (gsize i = 0; i < count; i++)
    bytes[i] = (guint8) text[i];
  return koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, bytes, NULL);
}

static gsize
get_allocated_bytes (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

/* Results keep the labels of the model that they come from: a few names are to
 * take little, whatever the limit is. */
static void
test_constant (void)
{
  g_autoptr (KomaArray) tensor = join ("cat, dog,fish");
  g_autoptr (GError) error = NULL;
  gsize before = get_allocated_bytes ();
  g_autoptr (KomaLabels) labels = koma_labels_new_from_constant (tensor, "the graph", &error);

  g_assert_no_error (error);
  assert_names (labels, "cat|dog|fish");
  g_assert_cmpuint (get_allocated_bytes (), <, before + 65536);
}

static void
test_constant_refused (void)
{
  g_autofree char *commas = g_strnfill (KOMA_MAX_CLASSES, ',');
  g_autoptr (KomaArray) tensor = join (commas);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_labels_new_from_constant (tensor, "the graph", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
}

static void
assert_kinds (const char *text,
              guint       wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLabels) labels = koma_labels_new_from_text (text, strlen (text), "x", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_labels_count_classes (labels), ==, wanted);
}

/* A class for what is none of the others is no kind, wherever it stands. */
static void
test_kinds (void)
{
  assert_kinds ("a\nb\nc", 3);
  assert_kinds ("background\na\nb", 2);
  assert_kinds ("a\nb\nBackground", 2);
  assert_kinds ("???\na\nb", 2);
  assert_kinds ("nothing\ncup", 2); /* somebody's own class */
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/labels/constant", test_constant);
  g_test_add_func ("/labels/constant-refused", test_constant_refused);
  g_test_add_func ("/labels/text", test_text);
  g_test_add_func ("/labels/refused", test_refused);
  g_test_add_func ("/labels/file", test_file);
  g_test_add_func ("/labels/kinds", test_kinds);
  g_test_add_func ("/labels/fit", test_fit);
  g_test_add_func ("/labels/fit-unasked", test_fit_unasked);
  return g_test_run ();
}
