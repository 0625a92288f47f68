/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models of 1,000 and 1,001 classes: when they are taken for ImageNet's, and
 * their names. */
#include <locale.h>
#include <string.h>

#include "engine/koma-limits.h"
#include "engine/model/imagenet.h"
#include "engine/model/localized.h"
#include "engine/model/model.h"
#include "fixture.h"
#include "tests/test-main.h"

#define FIRST_SYNSET 1440764
#define LAST_SYNSET  15075141

static KomaModel *
load (const Folder     *folder,
      KomaModelOptions *options)
{
  g_autofree char *names = find_source ("data/labels/imagenet");
  g_autoptr (GError) error = NULL;
  KomaModel *model = NULL;

  options->imagenet_folder = names;
  model = koma_model_load (folder->path, options, NULL, NULL, &error);
  g_assert_no_error (error);
  return model;
}

/* Averages the picture, and a dense layer of zeros. */
static void
write_model (const Folder *folder,
             guint         n_classes)
{
  g_autofree char *zeros = g_malloc0 ((gsize) n_classes * 4 * 4);
  g_autofree char *json = g_strdup_printf (
    "{'format': 'layers-model', 'modelTopology': {'class_name': 'Sequential', 'config': ["
    "{'class_name': 'GlobalAveragePooling2D', 'config': {'name': 'mean', "
    "'batch_input_shape': [null, 32, 32, 3]}}, "
    "{'class_name': 'Dense', 'config': {'name': 'dense', 'units': %u, 'activation': 'softmax', "
    "'use_bias': true}}]}, "
    "'weightsManifest': [{'paths': ['zeros.bin'], 'weights': ["
    "{'name': 'dense/kernel', 'shape': [3, %u], 'dtype': 'float32'}, "
    "{'name': 'dense/bias', 'shape': [%u], 'dtype': 'float32'}]}]}",
    n_classes, n_classes, n_classes);

  folder_write_json (folder, "model.json", json);
  folder_write (folder, "zeros.bin", zeros, (gssize) n_classes * 4 * 4);
}

static void
assert_warned (KomaModel  *model,
               const char *word) /* (nullable): of nothing */
{
  g_autofree char *warnings = g_strjoinv ("\n", (char **) koma_model_get_warnings (model));

  if (word == NULL)
    g_assert_cmpstr (warnings, ==, "");
  else
    g_assert_nonnull (strstr (warnings, word));
}

static void
assert_class (KomaModel  *model,
              guint       index,
              const char *label,
              const char *name)
{
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), index), ==, label);
  g_assert_cmpstr (koma_labels_get_name (koma_model_get_labels (model), index), ==, name);
}

static void
test_guess (void)
{
  g_auto (Folder) folder = { 0 };
  KomaModelOptions none = { 0 };
  g_autoptr (KomaModel) thousand = NULL;
  g_autoptr (KomaModel) background = NULL;
  g_autoptr (KomaModel) fewer = NULL;

  folder_init (&folder);
  write_model (&folder, 1000);
  thousand = load (&folder, &none);
  assert_class (thousand, 281, "tabby cat", "tabby cat");
  assert_class (thousand, 999, "toilet paper", "toilet paper");
  assert_warned (thousand, "1,000 classes: taken for ImageNet's");
  write_model (&folder, 1001);
  g_setenv ("LANGUAGE", "ja", TRUE);
  background = load (&folder, &none);
  g_unsetenv ("LANGUAGE");
  assert_class (background, 0, "background", "背景");
  assert_class (background, 2, "goldfish", "金魚");
  assert_warned (background, "1,001 classes: taken for ImageNet's");
  write_model (&folder, 999);
  fewer = load (&folder, &none);
  assert_class (fewer, 1, "#1", "#1");
}

static KomaLabels *
new_synsets (guint n_background)
{
  GPtrArray *labels = g_ptr_array_new ();

  if (n_background > 0)
    g_ptr_array_add (labels, g_strdup ("background"));
  for (guint i = 0; i < 999; i++)
    g_ptr_array_add (labels, g_strdup_printf ("n%08u", FIRST_SYNSET + i));
  g_ptr_array_add (labels, g_strdup_printf ("n%08u", LAST_SYNSET));
  g_ptr_array_add (labels, NULL);
  return koma_labels_new ((char **) g_ptr_array_free (labels, FALSE), "test");
}

static void
assert_named (KomaLabels *labels,
              guint       index,
              const char *expected)
{
  g_autofree char *folder = find_source ("data/labels/imagenet");

  for (gboolean is_one_language = FALSE; is_one_language <= TRUE; is_one_language++) {
    g_autoptr (KomaLabels) named =
      koma_imagenet_name (labels, folder, koma_localized_get_languages (), is_one_language);

    g_assert_cmpstr (koma_labels_get (named, index), ==, koma_labels_get (labels, index));
    g_assert_cmpstr (koma_labels_get_name (named, index), ==, expected);
  }
}

/* In their order; one that is out of order, or no number, and none gets a name. */
static void
test_synsets (void)
{
  g_autoptr (KomaLabels) plain = new_synsets (0);
  g_autoptr (KomaLabels) background = new_synsets (1);
  g_auto (GStrv) other = g_new0 (char *, 1001);
  g_autoptr (KomaLabels) wrong = NULL;

  assert_named (plain, 1, "goldfish");
  assert_named (background, 2, "goldfish");
  for (guint i = 0; i < 1000; i++)
    other[i] = g_strdup (koma_labels_get (plain, i));
  other[500][8] ^= 1;
  wrong = koma_labels_new (g_steal_pointer (&other), "test");
  assert_named (wrong, 1, "n01440765");
}

/* ImageNet's own list, as two programs write it. */
static void
test_first_synonyms (void)
{
  static const char *const files[] = { "labels/imagenet_1000.txt", "labels/imagenet_1001.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *path = find_shared (files[i]);
    g_autofree char *text = NULL;
    g_autoptr (KomaLabels) labels = NULL;
    g_autoptr (KomaLabels) changed = NULL;

    if (path == NULL)
      return;
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    labels = koma_labels_new_from_text (text, strlen (text), "test", NULL);
    assert_named (labels, 281 + i, "tabby cat");
    memcpy (strstr (text, "tabby"), "tubby", 5);
    changed = koma_labels_new_from_text (text, strlen (text), "test", NULL);
    assert_named (changed, 281 + i, koma_labels_get (changed, 281 + i));
  }
}

/* Labels of any kind come before the guess. */
static void
test_other_labels (void)
{
  g_auto (Folder) folder = { 0 };
  KomaModelOptions none = { 0 };
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (KomaModel) wrong_number = NULL;
  g_autoptr (KomaModel) lone = NULL;

  folder_init (&folder);
  write_model (&folder, 1000);
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (lines, "class %c%u\n", 'a', i);
  folder_write (&folder, "flowers.txt", lines->str, -1);
  lone = load (&folder, &none);
  assert_class (lone, 7, "class a7", "class a7");
  assert_warned (lone, "flowers.txt has as many lines");
  folder_write (&folder, "labels.txt", "a\nb\n", -1);
  wrong_number = load (&folder, &none);
  assert_class (wrong_number, 7, "#7", "#7");
}

/* Each class has a name in @language, and no other class has the same. */
static void
assert_names (const char *language)
{
  g_autofree char *name = g_strdup_printf ("data/labels/imagenet/names-%s.txt", language);
  g_autofree char *path = find_source (name);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 1002);
  g_assert_cmpstr (lines[1001], ==, "");
  for (guint i = 0; i < 1001; i++) {
    if (lines[i][0] == '\0' || strlen (lines[i]) > KOMA_MAX_LABEL_BYTES)
      g_error ("%s: no name in line %u", language, i + 1);
    if (!g_hash_table_add (seen, g_utf8_casefold (lines[i], -1)))
      g_error ("%s: %s is there twice, in line %u the second time", language, lines[i], i + 1);
  }
}

static void
test_table (void)
{
  static const char *const languages[] = { "de", "es", "ja", "ko" };

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    assert_names (languages[i]);
}

static void
assert_guess (const char *language,
              guint       index,
              const char *expected)
{
  g_autofree char *folder = find_source ("data/labels/imagenet");

  g_setenv ("LANGUAGE", language, TRUE);
  for (gboolean is_one_language = FALSE; is_one_language <= TRUE; is_one_language++) {
    g_autoptr (KomaLabels) labels =
      koma_imagenet_guess (folder, 1000, koma_localized_get_languages (), is_one_language);

    g_assert_cmpstr (koma_labels_get_name (labels, index), ==, expected);
  }
  g_unsetenv ("LANGUAGE");
}

static void
assert_others (const char *language,
               gboolean    is_one_language,
               gboolean    has_others)
{
  g_autofree char *folder = find_source ("data/labels/imagenet");
  g_autoptr (KomaLabels) labels = NULL;

  g_setenv ("LANGUAGE", language, TRUE);
  labels = koma_imagenet_guess (folder, 1000, koma_localized_get_languages (), is_one_language);
  g_unsetenv ("LANGUAGE");
  g_assert_cmpint (strstr (koma_labels_get_other_names (labels, 134), "Kranich") != NULL, ==,
                   has_others);
}

/* Who searches finds what others call it; who reads English alone needs no table. */
static void
test_one_language (void)
{
  assert_others ("en", FALSE, TRUE);
  assert_others ("de", FALSE, TRUE);
  assert_others ("en", TRUE, FALSE);
  assert_others ("en_GB:en", TRUE, FALSE);
  assert_guess ("en_GB:de", 134, "Kranich");
  assert_guess ("C:de", 134, "Kranich");
  assert_guess ("xx:de", 134, "Kranich");
  assert_guess ("xx", 134, "crane (bird)");
  assert_guess ("../imagenet/names-de.txt/..", 134, "crane (bird)");
}

static void
assert_called (KomaLabels *labels,
               guint       index,
               const char *name,
               const char *others)
{
  g_assert_cmpstr (koma_labels_get_name (labels, index), ==, name);
  g_assert_cmpstr (koma_labels_get_other_names (labels, index), ==, others);
}

/* A translation that has only begun, and one that is too short to say which class is which. */
static void
test_missing (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *english = find_source ("data/labels/imagenet/labels.txt");
  g_autofree char *text = NULL;
  g_autofree char *lines = g_strnfill (1001, '\n');
  g_autofree char *some = g_strconcat ("Hintergrund\n\nGoldfisch", lines, NULL);
  g_autoptr (KomaLabels) labels = NULL;

  folder_init (&folder);
  g_assert_true (g_file_get_contents (english, &text, NULL, NULL));
  folder_write (&folder, "labels.txt", text, -1);
  folder_write (&folder, "names-de.txt", some, -1);
  folder_write (&folder, "names-fr.txt", "fond\ntanche\n", -1);
  folder_write (&folder, "names-xx.txt", "\xff\n", -1);
  g_setenv ("LANGUAGE", "fr:xx:de", TRUE);
  for (gboolean is_one_language = FALSE; is_one_language <= TRUE; is_one_language++) {
    g_clear_pointer (&labels, koma_labels_unref);
    labels = koma_imagenet_guess (folder.path, 1001, koma_localized_get_languages (),
                                  is_one_language);
    assert_called (labels, 0, "Hintergrund", "Hintergrund\n");
    assert_called (labels, 1, "tench", "");
    assert_called (labels, 2, "Goldfisch", "Goldfisch\n");
  }
  g_unsetenv ("LANGUAGE");
}

/* One word in English, or in German, two things. */
static void
test_german (void)
{
  assert_guess ("de", 0, "Schleie");
  assert_guess ("de", 134, "Kranich");
  assert_guess ("de", 517, "Kran");
  assert_guess ("de", 210, "Deutsch Kurzhaar");
  assert_guess ("de", 308, "Fliege (Insekt)");
  assert_guess ("de", 457, "Fliege (Krawatte)");
  assert_guess ("de", 638, "Gymnastikanzug");
  assert_guess ("de", 639, "Badeanzug");
  assert_guess ("de", 999, "Toilettenpapier");
  assert_guess ("en", 134, "crane (bird)");
}

/* ---- Kinds ---- */

static void
test_kinds (void)
{
  g_autofree char *folder = find_source ("data/labels/imagenet");
  g_autoptr (KomaLabels) labels = NULL;
  g_autoptr (KomaLabels) german = NULL;

  labels = koma_imagenet_guess (folder, 1001, koma_localized_get_languages (), FALSE);
  g_assert_null (koma_labels_get_kind (labels, 0));
  for (guint i = 1; i <= 1000; i++)
    g_assert_nonnull (koma_labels_get_kind (labels, i));
  g_assert_cmpstr (koma_labels_get_kind (labels, 286), ==, "Animals");
  g_assert_nonnull (strstr (koma_labels_get_kind_words (labels, 286), "Cats\n"));
  g_assert_nonnull (strstr (koma_labels_get_kind_words (labels, 286), "Katzen\n"));
  g_assert_cmpstr (koma_labels_get_kind (labels, 964), ==, "Food and Drink");
  g_setenv ("LANGUAGE", "de", TRUE);
  german = koma_imagenet_guess (folder, 1000, koma_localized_get_languages (), TRUE);
  g_unsetenv ("LANGUAGE");
  g_assert_cmpstr (koma_labels_get_kind (german, 285), ==, "Tiere");
  g_assert_cmpstr (koma_labels_get_kind_words (german, 285), ==, "Tiere\nSäugetiere\nKatzen\n");
}

/* The model's own labels keep the kinds of ImageNet's. */
static void
test_kinds_of_synsets (void)
{
  g_autofree char *folder = find_source ("data/labels/imagenet");
  char           **synsets = g_new0 (char *, 1001);
  g_autoptr (KomaLabels) labels = NULL;
  g_autoptr (KomaLabels) named = NULL;

  for (guint i = 0; i < 1000; i++)
    synsets[i] = g_strdup_printf ("n%08u", i == 999 ? LAST_SYNSET : FIRST_SYNSET + i);
  labels = koma_labels_new (synsets, "the test");
  named = koma_imagenet_name (labels, folder, koma_localized_get_languages (), FALSE);
  g_assert_cmpstr (koma_labels_get_kind (named, 285), ==, "Animals");
  g_assert_null (koma_labels_get_kind (labels, 285));
}

static void
assert_damaged (const char *text)
{
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  folder_write_json (&folder, "kinds.json", text);
  g_assert_null (koma_kinds_read (folder.path, 5, koma_localized_get_languages (), FALSE));
}

static void
test_kinds_damaged (void)
{
  static const char        start[] = "{'kinds': {'a': {'en': 'A'}}, 'classes': ";
  static const char *const classes[] = {
    "3}",
    "['a']}",
    "[{'kinds': [], 'lines': [1]}]}",
    "[{'kinds': ['b'], 'lines': [1]}]}",
    "[{'kinds': ['a'], 'lines': [0]}]}",
    "[{'kinds': ['a'], 'lines': [6]}]}",
    "[{'kinds': ['a'], 'lines': [[2, 1]]}]}",
    "[{'kinds': ['a'], 'lines': [[1, 99999999999]]}]}",
    "[{'kinds': ['a'], 'lines': [[]]}]}",
    "[{'kinds': ['a'], 'lines': ['x']}]}",
    "[{'kinds': ['a'], 'lines': [1]}",
  };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaKinds) kinds = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++) {
    g_autofree char *text = g_strconcat (start, classes[i], NULL);

    assert_damaged (text);
  }
  assert_damaged ("{'kinds': {'a': {'xx': 'A'}}, 'classes': [{'kinds': ['a'], 'lines': [1]}]}");
  folder_init (&folder);
  g_assert_null (koma_kinds_read (folder.path, 5, koma_localized_get_languages (), FALSE));
  folder_write_json (&folder, "kinds.json",
                     "{'kinds': {'a': {'en': 'A'}}, 'classes': [{'kinds': ['a'], 'lines': [5]}]}");
  kinds = koma_kinds_read (folder.path, 5, koma_localized_get_languages (), FALSE);
  g_assert_cmpstr (koma_kinds_get_name (kinds, 4), ==, "A");
  g_assert_null (koma_kinds_get_name (kinds, 3));
  g_assert_null (koma_kinds_get_name (kinds, 5));
}

KOMA_TEST_MAIN (argc, argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/imagenet/guess", test_guess);
  g_test_add_func ("/imagenet/synsets", test_synsets);
  g_test_add_func ("/imagenet/first-synonyms", test_first_synonyms);
  g_test_add_func ("/imagenet/other-labels", test_other_labels);
  g_test_add_func ("/imagenet/table", test_table);
  g_test_add_func ("/imagenet/german", test_german);
  g_test_add_func ("/imagenet/one-language", test_one_language);
  g_test_add_func ("/imagenet/missing", test_missing);
  g_test_add_func ("/imagenet/kinds", test_kinds);
  g_test_add_func ("/imagenet/kinds/synsets", test_kinds_of_synsets);
  g_test_add_func ("/imagenet/kinds/damaged", test_kinds_damaged);
  return g_test_run ();
}
