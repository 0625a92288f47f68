/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures come out of the box as they come out of the decoder; helpers that end, hang or are ended
 * cost no more than one; nothing is leaked. */
#include "box-fixture.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/picture/decode-share.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "tests/list-children.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

/* More than what a helper keeps. */
#define LARGE_BYTES ((gsize) 20 << 20)

static GBytes *
make_ppm (void)
{
  static const char text[] = "P6 2 2 255\n\1\2\3\4\5\6\7\10\11\12\13\14";

  return g_bytes_new_static (text, sizeof text - 1);
}

/* With words, for which fonts must be read. */
static GBytes *
make_svg (void)
{
  static const char text[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='32'>"
    "<rect width='9' height='9' fill='red'/><text x='1' y='24' font-size='20'>Koma</text></svg>";

  return g_bytes_new_static (text, sizeof text - 1);
}

/* Formats whose loaders and fonts are read when they are wanted, large memory, errors. */
static void
test_same (void)
{
  g_autoptr (GBytes) jpeg = box_make_jpeg (320, 240);
  g_autoptr (GBytes) large = box_make_jpeg (4000, 3000);
  g_autoptr (GBytes) half = g_bytes_new_from_bytes (large, 0, g_bytes_get_size (large) / 2);
  g_autoptr (GBytes) ppm = make_ppm ();
  g_autoptr (GBytes) svg G_GNUC_UNUSED = make_svg ();
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) words = g_bytes_new_static ("words", 5);

  box_set_mode ("");
  box_assert_same (jpeg, 0);
  box_assert_same (large, 0);
  box_assert_same (jpeg, 32);
  box_assert_same (large, 448);
  box_assert_same (half, 0);
  box_assert_same (ppm, 0);
#ifndef __SANITIZE_ADDRESS__ /* fontconfig leaks where it is used, which is here, too */
  box_assert_same (svg, 0);
#endif
  box_assert_same (nothing, 0);
  box_assert_same (words, 0);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

/* Without Landlock no file can be read any more; loaders are there nevertheless. */
static void
test_same_without_files (void)
{
  g_autoptr (GBytes) jpeg = box_make_jpeg (320, 240);
  g_autoptr (GBytes) ppm = make_ppm ();

  box_set_mode ("seccomp");
  box_assert_same (jpeg, 0);
  box_assert_same (ppm, 0);
}

/* Files of all sizes one after another, and what is no picture, or no file. */
static void
test_same_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-box-XXXXXX", NULL);
  g_autofree char *small = g_build_filename (folder, "small.jpg", NULL);
  g_autofree char *large = g_build_filename (folder, "large.bmp", NULL);
  g_autofree char *empty = g_build_filename (folder, "empty.jpg", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing.jpg", NULL);
  g_autofree char *model =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", "model.json", NULL);
  g_autoptr (GBytes) jpeg = box_make_jpeg (320, 240);
  g_autofree char  *filler = g_malloc0 (LARGE_BYTES);
  const char *const paths[] = { small, large, small, empty, missing, folder, model, small };

  g_assert_true (g_file_set_contents (small, g_bytes_get_data (jpeg, NULL),
                                      (gssize) g_bytes_get_size (jpeg), NULL));
  g_assert_true (g_file_set_contents (large, filler, LARGE_BYTES, NULL));
  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  box_set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    box_assert_same_file (paths[i], 0);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
  remove_tree (folder);
}

/* Each costs one picture and a sentence. */
static void
test_death (void)
{
  static const struct
  {
    const char *attack;
    const char *said;
  } cases[] = {
    { "ATTACK crash", "signal" },
    { "ATTACK abort", "signal" },
    { "ATTACK exit", "exit status 7" },
  };

  box_set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (box_decode_text (cases[i].attack, NULL, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
    g_assert_nonnull (strstr (error->message, "ended before its time"));
#ifndef __SANITIZE_ADDRESS__ /* makes an exit of a signal */
    g_assert_nonnull (strstr (error->message, cases[i].said));
#endif
    box_assert_still_decodes ();
  }
}

static void
test_file_is_named (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "koma-box-crash.jpg", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "ATTACK crash", -1, NULL));
  g_assert_null (koma_box_decode_file (file, 0, NULL, &error));
  g_assert_true (g_str_has_prefix (error->message, "koma-box-crash.jpg: the process"));
  g_unlink (path);
}

static void
test_hang (void)
{
  static const char *const names[] = { "ATTACK sleep", "ATTACK spin" };

  box_set_mode ("");
  box_assert_still_decodes ();
  koma_box_close ();
  koma_box_set_seconds (5);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (box_decode_text (names[i], NULL, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
    g_assert_nonnull (strstr (error->message, "longer than 5 seconds"));
  }
  koma_box_close ();
  koma_box_set_seconds (KOMA_MAX_BOX_SECONDS);
  box_assert_still_decodes ();
}

static gpointer
cancel (gpointer cancellable)
{
  g_usleep (G_USEC_PER_SEC / 10);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* One that hangs, and one that waits for memory that others have. */
static void
test_cancel (void)
{
  g_autoptr (GBytes) large = box_make_jpeg (1000, 1000);
  guint64 all = 0;

  box_set_mode ("");
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    GThread *thread = g_thread_new ("cancel", cancel, cancellable);

    if (i == 0) {
      g_assert_null (box_decode_text ("ATTACK sleep", cancellable, &error));
    } else {
      g_assert_true (koma_decode_share_take (KOMA_MAX_DECODE_BYTES, NULL, &all, NULL));
      g_assert_null (koma_box_decode_bytes (large, 0, cancellable, &error));
      koma_decode_share_give_back (all);
    }
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_thread_join (thread);
  }
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
  box_assert_still_decodes ();
}

/* A helper takes its part of the one limit, until its picture is dropped. */
static void
test_share (void)
{
  g_autoptr (GBytes) large = box_make_jpeg (1000, 1000);
  KomaPicture *picture = NULL;

  box_set_mode ("");
  picture = koma_box_decode_bytes (large, 0, NULL, NULL);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 3 * 1000 * 1000);
  koma_picture_unref (picture);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static guint
count_mappings (void)
{
  g_autofree char *text = NULL;
  guint            n = 0;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &text, NULL, NULL));
  for (const char *c = text; *c != '\0'; c++)
    n += *c == '\n';
  return n;
}

/* A thousand pictures, of which some end their helper and some want memory of their own. */
static void
test_leaks (void)
{
  g_autoptr (GBytes) jpeg = box_make_jpeg (64, 64);
  g_autoptr (GBytes) large = box_make_jpeg (2000, 1600);
  guint n_files = 0;
  guint n_mappings = 0;

  box_set_mode ("");
  for (guint i = 0; i < 1000; i++) {
    g_autoptr (KomaPicture) picture = NULL;

    if (i == 100) {
      n_files = count_files ("/proc/self/fd");
      n_mappings = count_mappings ();
    }
    if (i % 50 == 49)
      g_assert_null (box_decode_text ("ATTACK exit", NULL, NULL));
    picture = koma_box_decode_bytes (i % 40 == 0 ? large : jpeg, 0, NULL, NULL);
    g_assert_nonnull (picture);
  }
  g_assert_cmpuint (count_files ("/proc/self/fd"), ==, n_files);
  /* Under a sanitizer, and between threads of malloc(), a few come and go. */
  g_assert_cmpuint (count_mappings (), <=, n_mappings + 20);
}

static gpointer
decode_many (gpointer user_data)
{
  g_autoptr (GBytes) jpeg = box_make_jpeg (200, 100);

  for (guint i = 0; i < 20; i++) {
    g_autoptr (KomaPicture) picture = NULL;

    if (i % 10 == 5)
      g_assert_null (box_decode_text ("ATTACK exit", NULL, NULL));
    picture = koma_box_decode_bytes (jpeg, 0, NULL, NULL);
    g_assert_nonnull (picture);
    g_assert_cmpuint (picture->width, ==, 200);
  }
  return NULL;
}

/* More of them than there are helpers. */
static void
test_threads (void)
{
  GThread *threads[8];

  box_set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("decode", decode_many, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* Ended while it had nothing to do: no picture is lost. */
static void
test_idle_death (void)
{
  g_autoptr (GArray) children = NULL;

  box_set_mode ("");
  box_assert_still_decodes ();
  children = list_children (getpid ());
  if (children == NULL) {
    g_test_skip ("the kernel lists no children");
    return;
  }
  g_assert_cmpuint (children->len, ==, 1);
  g_assert_cmpint (kill (g_array_index (children, pid_t, 0), SIGKILL), ==, 0);
  g_usleep (G_USEC_PER_SEC / 10);
  box_assert_still_decodes ();
}

static void
test_state (void)
{
  KomaBoxState state;
  g_autoptr (GError) error = NULL;

  box_set_mode ("seccomp");
  g_assert_true (koma_box_try (&error));
  g_assert_no_error (error);
  state = koma_box_get_state ();
  g_assert_cmpint (state.place, ==, KOMA_BOX_HELPERS);
  g_assert_cmpint (state.confinement, ==,
                   koma_confinement_get_supported () & KOMA_CONFINEMENT_SECCOMP);
  g_assert_nonnull (strstr (koma_box_get_sentence (&state), "seccomp"));
  g_setenv ("KOMA_BOX", "off", TRUE);
  koma_box_open ();
  state = koma_box_get_state ();
  g_assert_cmpint (state.place, ==, KOMA_BOX_OFF);
  box_assert_still_decodes ();
  g_unsetenv ("KOMA_BOX");
  koma_box_open ();
}

KOMA_TEST_MAIN (argc, argv)
{
  int result = 0;

  g_test_init (&argc, &argv, NULL);
  koma_box_open ();
  g_test_add_func ("/box/same", test_same);
  g_test_add_func ("/box/same-without-files", test_same_without_files);
  g_test_add_func ("/box/same-files", test_same_files);
  g_test_add_func ("/box/death", test_death);
  g_test_add_func ("/box/file-is-named", test_file_is_named);
  g_test_add_func ("/box/hang", test_hang);
  g_test_add_func ("/box/cancel", test_cancel);
  g_test_add_func ("/box/share", test_share);
  g_test_add_func ("/box/leaks", test_leaks);
  g_test_add_func ("/box/threads", test_threads);
  g_test_add_func ("/box/idle-death", test_idle_death);
  g_test_add_func ("/box/state", test_state);
  result = g_test_run ();
  koma_box_close ();
  return result;
}
