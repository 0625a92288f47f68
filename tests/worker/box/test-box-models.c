/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models come out of the box as they come out of their readers; a reader that was taken over can do
 * nothing with what it is given; a helper that lies does no harm. */
#include "attacks.h"
#include "box-fixture.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "tests/list-children.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

static char *folder;

static char *
write_model (const char *name,
             const char *text)
{
  char *path = g_build_filename (folder, "model", name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* (nullable) how a load failed */
static GError *
load_error (const char *path)
{
  GError *error = NULL;
  g_autoptr (KomaModel) model = koma_box_load_model (path, NULL, NULL, NULL, &error);

  g_assert_null (model);
  g_assert_nonnull (error);
  return error;
}

/* Every format: the corpora of the fuzzers have models of each, and damaged ones. */
static void
test_same (void)
{
  static const struct
  {
    const char *corpus;
    const char *name;
  } formats[] = {
    { "graphdef", "model.pb" },
    { "keras-h5", "model.h5" },
    { "onnx", "model.onnx" },
    { "tflite", "model.tflite" },
    { "saved-model", "saved_model.pb" },
    { "model-json", "model.json" },
    { "archive", "model.zip" },
  };

  box_set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree char *corpus = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "fuzz", "corpus",
                                                formats[i].corpus, NULL);
    g_autoptr (GDir) dir = g_dir_open (corpus, 0, NULL);
    const char *name = NULL;

    g_assert_nonnull (dir);
    while ((name = g_dir_read_name (dir)) != NULL) {
      g_autofree char *from = g_build_filename (corpus, name, NULL);
      g_autofree char *to = g_build_filename (folder, "model", formats[i].name, NULL);
      g_autofree char *data = NULL;
      gsize            length = 0;

      g_assert_true (g_file_get_contents (from, &data, &length, NULL));
      g_assert_true (g_file_set_contents (to, data, (gssize) length, NULL));
      box_assert_same_load (to);
      g_assert_cmpint (g_unlink (to), ==, 0);
    }
  }
}

/* Files that name others. */
static void
test_same_checkpoint (void)
{
  static const char *const names[] = { "trained", "trained/model.ckpt-10.meta", "queued",
                                       "queued/model.ckpt-1500.index" };

  box_set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "engine",
                                              "formats", "checkpoints", names[i], NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = koma_box_load_model (path, NULL, NULL, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpstr (koma_model_get_format (model), ==, "TensorFlow checkpoint");
    box_assert_same_load (path);
  }
}

/* Files beside each other, large weights, loops: where the shared models are. */
static void
test_same_shared (void)
{
  static const char *const names[] = { "mobilenet_v2_1.0_224/tfjs_graph",
                                       "mobilenet_v2_1.0_224/tfjs_layers",
                                       "squeezenet1.1",
                                       "frozen/ssoniya_mobilenet_v1_025_128" };
  const char              *shared = g_getenv ("KOMA_SHARED");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path =
      g_build_filename (shared != NULL ? shared : "/nonexistent", "models", names[i], NULL);

    if (!g_file_test (path, G_FILE_TEST_EXISTS)) {
      g_test_skip ("the shared models are not here");
      return;
    }
    box_assert_same_load (path);
  }
}

/* errno of an attack that a model's reader made */
static int
attack (const char *name)
{
  g_autofree char *text = g_strconcat ("ATTACK ", name, NULL);
  g_autofree char *path = write_model ("attack.tflite", text);
  g_autoptr (GError) error = load_error (path);
  const char *number = strstr (error->message, "errno ");

  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_nonnull (number);
  return atoi (number + strlen ("errno "));
}

static void
test_attacks (void)
{
  static const char *const names[] = {
    "write to the model",
    "cut the model off",
    "change the model's rights",
    "open the model for writing",
    "map the model for writing",
    "list the model's folder",
    "read /etc/passwd",
    "open an internet socket",
    "make a memory file",
    "execute",
  };

  if (!box_has (KOMA_CONFINEMENT_SECCOMP) || !box_has (KOMA_CONFINEMENT_LANDLOCK))
    return;
  box_set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const int code = attack (names[i]);

    g_test_message ("%s: %s", names[i], code == 0 ? "possible" : g_strerror (code));
    g_assert_cmpint (code, >, 0);
    g_assert_cmpint (code, <, 250);
  }
}

/* What a model may consist of, and no more. */
static void
test_files (void)
{
  g_autofree char *above = g_build_filename (folder, "beside.bin", NULL);
  g_autofree char *path = write_model ("attack.tflite", "ATTACK ask for a file above it");
  g_autoptr (GError) error = NULL;

  g_free (write_model ("beside.bin", "weights"));
  g_assert_true (g_file_set_contents (above, "not yours", -1, NULL));
  box_set_mode ("");
  g_assert_cmpint (attack ("ask for a file beside it"), ==, 0);
  g_assert_true (g_file_set_contents (path, "ATTACK ask for a file above it", -1, NULL));
  error = load_error (path);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  g_assert_nonnull (strstr (error->message, "outside of the model's folder"));
}

/* Each costs one model and a sentence. */
static void
test_death (void)
{
  static const struct
  {
    const char *attack;
    const char *said;
  } cases[] = {
    { "crash", "ended before its time" },
    { "abort", "ended before its time" },
    { "exit", "exit status 7" },
    { "sleep", "longer than 5 seconds" },
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* they have no limit */
    { "take all memory", "its limit on memory" },
#endif
  };

  box_set_mode ("");
  koma_box_set_seconds (1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strconcat ("ATTACK ", cases[i].attack, NULL);
    g_autofree char *path = write_model ("attack.tflite", text);
    g_autoptr (GError) error = load_error (path);

    g_test_message ("%s", error->message);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
    g_assert_nonnull (strstr (error->message, "the process that read this model"));
    g_assert_nonnull (strstr (error->message, cases[i].said));
  }
  koma_box_close ();
  koma_box_set_seconds (KOMA_MAX_BOX_SECONDS);
  box_assert_still_decodes ();
}

static void
test_lies (void)
{
  for (const char *const *name = liar_list_for_models (); *name != NULL; name++) {
    g_autofree char *file = g_strconcat (*name, ".tflite", NULL);
    g_autofree char *path = write_model (file, "nothing");
    g_autoptr (GError) error = NULL;

    box_set_mode ("liar");
    error = load_error (path);
    g_test_message ("%s: %s", *name, error->message);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
    g_assert_cmpint (g_unlink (path), ==, 0);
  }
}

static void
test_strange_words (void)
{
  g_autofree char *path = write_model ("a failure.tflite", "nothing");
  g_autoptr (GError) error = NULL;

  box_set_mode ("liar");
  error = load_error (path);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static guint
count_children (void)
{
  g_autoptr (GArray) children = list_children (getpid ());

  return children != NULL ? children->len : 0;
}

/* What took over the reader of a file can not change a model that is read later: that is done by a
 * helper that has seen no other. */
static void
test_fresh (void)
{
  g_autofree char *path = write_model ("attack.tflite", "ATTACK list the model's folder");
  g_autoptr (GError) error = NULL;

  box_set_mode ("");
  box_assert_still_decodes ();
  if (count_children () == 0) {
    g_test_skip ("the kernel lists no children");
    return;
  }
  g_assert_cmpuint (count_children (), ==, 1);
  error = load_error (path);
  g_assert_cmpuint (count_children (), ==, 2);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *model = NULL;
  int              result = 0;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("koma-box-XXXXXX", NULL);
  model = g_build_filename (folder, "model", NULL);
  g_assert_cmpint (g_mkdir (model, 0700), ==, 0);
  koma_box_open ();
  g_test_add_func ("/box-models/same", test_same);
  g_test_add_func ("/box-models/same-checkpoint", test_same_checkpoint);
  g_test_add_func ("/box-models/same-shared", test_same_shared);
  g_test_add_func ("/box-models/attacks", test_attacks);
  g_test_add_func ("/box-models/files", test_files);
  g_test_add_func ("/box-models/death", test_death);
  g_test_add_func ("/box-models/lies", test_lies);
  g_test_add_func ("/box-models/strange-words", test_strange_words);
  g_test_add_func ("/box-models/fresh", test_fresh);
  result = g_test_run ();
  koma_box_close ();
  remove_tree (folder);
  g_free (folder);
  return result;
}
