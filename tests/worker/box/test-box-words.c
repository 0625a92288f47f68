/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tokenizer of a model with words comes out of the box as it comes out of its reader, and Koma
 * reads none of its files itself. */
#include "attacks.h"
#include "box-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define N_IDS 32

static char *folder;

static void
write_file (const char *name,
            const char *text,
            gssize      length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, length, NULL));
}

/* A file of the example of words for colours. */
static void
copy_file (const char *from,
           const char *to)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "data", "examples",
                                            "programs", "colour-words", from, NULL);
  g_autofree char *data = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  write_file (to, data, (gssize) length);
}

static KomaModel *
load (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  KomaModel *model = koma_box_load_model (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return model;
}

/* As the words of a model are read; @name: of a model, which is there or not. */
static KomaTokenizer *
read_boxed (const char *name,
            const char *mode, /* of the helper, see box-fixture.h */
            GError    **error)
{
  g_autofree char *path = g_canonicalize_filename (name, folder);
  g_autoptr (KomaModel) model = NULL;

  box_set_mode ("");
  copy_file ("model.onnx", "reader/model.onnx");
  model = load ("reader/model.onnx");
  box_set_mode (mode);
  return koma_model_get_reader (model)->read_tokenizer (path, error);
}

static void
assert_same (const char *name)
{
  static const char *const texts[] = { "a red rose", "Blue, green; BLACK", "",
                                       "\xf0\x9f\x98\x80 x" };
  g_autofree char         *path = g_canonicalize_filename (name, folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) boxed_error = NULL;
  g_autoptr (KomaTokenizer) tokenizer = koma_tokenizer_new_for_model (path, &error);
  g_autoptr (KomaTokenizer) boxed = read_boxed (name, "", &boxed_error);

  g_test_message ("%s: %s", name, error != NULL ? error->message : "read");
  g_assert_true ((tokenizer == NULL) == (boxed == NULL));
  if (tokenizer == NULL) {
    g_assert_error (boxed_error, error->domain, error->code);
    g_assert_cmpstr (boxed_error->message, ==, error->message);
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    gint32 ids[N_IDS], boxed_ids[N_IDS];

    g_assert_cmpuint (koma_tokenizer_encode (tokenizer, texts[i], ids, N_IDS), ==,
                      koma_tokenizer_encode (boxed, texts[i], boxed_ids, N_IDS));
    g_assert_cmpmem (ids, sizeof ids, boxed_ids, sizeof boxed_ids);
  }
}

static void
test_same (void)
{
  static const char *const formats[][2] = {
    { "byte-pairs", "tokenizer.json" },
    { "unigram", "tokenizer.json" },
    { "pieces", "spiece.model" },
  };

  copy_file ("tokenizer.json", "colours/tokenizer.json");
  assert_same ("colours/model.onnx");
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree char *from = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "fuzz", "corpus",
                                              "tokenizer", formats[i][0], NULL);
    g_autofree char *to = g_build_filename (formats[i][0], formats[i][1], NULL);
    g_autofree char *name = g_build_filename (formats[i][0], "model.onnx", NULL);
    g_autofree char *data = NULL;
    gsize            length = 0;

    g_assert_true (g_file_get_contents (from, &data, &length, NULL));
    write_file (to, data, (gssize) length);
    assert_same (name);
  }
}

/* In a folder called “onnx” the files may lie above. */
static void
test_above (void)
{
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;
  gint32 ids[N_IDS];

  copy_file ("tokenizer.json", "hub/tokenizer.json");
  write_file ("hub/tokenizer_config.json", "{\"pad_token\":\"b\"}", -1);
  copy_file ("model.onnx", "hub/onnx/model.onnx");
  assert_same ("hub/onnx/model.onnx");
  tokenizer = read_boxed ("hub/onnx/model.onnx", "", &error);
  g_assert_no_error (error);
  koma_tokenizer_encode (tokenizer, "", ids, N_IDS);
  g_assert_cmpint (ids[N_IDS - 1], ==, 1);
}

/* The large ones, where the shared models are. */
static void
test_same_shared (void)
{
  static const char *const names[] = { "hf_clip", "hf_clip_small_vocab", "hf_siglip", "openclip" };
  const char              *shared = g_getenv ("KOMA_SHARED");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = g_build_filename (shared != NULL ? shared : "/nonexistent", "models",
                                              "hub", names[i], "model.safetensors", NULL);
    g_autofree char *path = g_path_get_dirname (name);

    if (!g_file_test (path, G_FILE_TEST_EXISTS)) {
      g_test_skip ("the shared models are not here");
      return;
    }
    assert_same (name);
  }
}

/* People read the same sentence, which names the file. */
static void
test_damaged (void)
{
  static const char *const texts[] = {
    "",
    "{",
    "{}",
    "[]",
    "{\"model\":{\"type\":\"WordPiece\"}}",
    "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0},\"merges\":[\"a a\"]}}",
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    write_file ("damaged/tokenizer.json", texts[i], -1);
    assert_same ("damaged/model.onnx");
  }
  g_assert_null (read_boxed ("damaged/model.onnx", "", &error));
  g_assert_true (g_str_has_prefix (error->message, "tokenizer.json: merge 1"));
  write_file ("none/tokenizer_config.json", "{", -1);
  assert_same ("none/model.onnx");
}

/* The window loads a model so, and it has classes then. */
static void
test_words (void)
{
  const KomaModelOptions options = { .parts = { [KOMA_PART_CLASSES] = "red, blue" } };
  g_autofree char       *path = g_build_filename (folder, "words", "model.onnx", NULL);
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaModel) none = NULL;
  g_autoptr (GError) error = NULL;

  box_set_mode ("");
  copy_file ("model.onnx", "words/model.onnx");
  copy_file ("tokenizer.json", "words/tokenizer.json");
  model = koma_box_load_model (path, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (model)), ==, 2);
  write_file ("words/tokenizer.json", "ATTACK exit", -1);
  none = koma_box_load_model (path, &options, NULL, NULL, &error);
  g_assert_null (none);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  g_assert_nonnull (strstr (error->message, "the process that read this model’s words"));
}

static void
test_attacks (void)
{
  static const struct
  {
    const char *attack;
    const char *said;
  } attacks[] = {
    { "ask for a file above it", "outside of the model's folder" },
    { "crash", "ended before its time" },
    { "exit", "exit status 7" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (attacks); i++) {
    g_autofree char *text = g_strconcat ("ATTACK ", attacks[i].attack, NULL);
    g_autoptr (GError) error = NULL;

    write_file ("attack/tokenizer.json", text, -1);
    g_assert_null (read_boxed ("attack/model.onnx", "", &error));
    g_test_message ("%s", error->message);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
    g_assert_nonnull (strstr (error->message, attacks[i].said));
  }
}

static void
test_confined (void)
{
  g_autoptr (GError) error = NULL;

  if (!box_has (KOMA_CONFINEMENT_SECCOMP) || !box_has (KOMA_CONFINEMENT_LANDLOCK))
    return;
  write_file ("attack/tokenizer.json", "ATTACK read /etc/passwd", -1);
  g_assert_null (read_boxed ("attack/model.onnx", "", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_true (g_str_has_prefix (error->message, "errno "));
  g_assert_cmpstr (error->message, !=, "errno 0");
}

static void
test_lies (void)
{
  copy_file ("tokenizer.json", "lies/tokenizer.json");
  for (const char *const *lie = liar_list_for_models (); *lie != NULL; lie++) {
    g_autofree char *name = g_strdup_printf ("lies/%s.onnx", *lie);
    g_autoptr (GError) error = NULL;

    g_assert_null (read_boxed (name, "liar", &error));
    g_test_message ("%s: %s", *lie, error->message);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int result = 0;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("koma-box-XXXXXX", NULL);
  koma_box_open ();
  g_test_add_func ("/box-words/same", test_same);
  g_test_add_func ("/box-words/above", test_above);
  g_test_add_func ("/box-words/same-shared", test_same_shared);
  g_test_add_func ("/box-words/damaged", test_damaged);
  g_test_add_func ("/box-words/words", test_words);
  g_test_add_func ("/box-words/attacks", test_attacks);
  g_test_add_func ("/box-words/confined", test_confined);
  g_test_add_func ("/box-words/lies", test_lies);
  result = g_test_run ();
  koma_box_close ();
  remove_tree (folder);
  g_free (folder);
  return result;
}
