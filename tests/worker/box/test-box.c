/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures come out of the box as they come out of the decoder, a helper can do nothing but decode,
 * and no helper does harm here. The helpers are this program (attacks.h). */
#include "attacks.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/decode/decode-share.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "worker/box/koma-box-serve.h"
#include "worker/box/koma-box.h"
#include "worker/decode/koma-thumbnail.h"

/* How the helper is confined, or that it lies: a helper is given the languages of its environment,
 * and nothing of the tests. */
#define MODE "LC_KOMA_TEST"

static __attribute__ ((constructor)) void
be_helper (int    argc,
           char **argv)
{
  const char     *mode = g_getenv (MODE);
  KomaConfinement wanted = KOMA_CONFINEMENT_ALL;

  if (argc != 2 || strcmp (argv[1], KOMA_BOX_ARGUMENT) != 0)
    return;
  if (g_strcmp0 (mode, "liar") == 0)
    liar_serve ();
  if (g_strcmp0 (mode, "landlock") == 0)
    wanted = KOMA_CONFINEMENT_LANDLOCK;
  if (g_strcmp0 (mode, "seccomp") == 0)
    wanted = KOMA_CONFINEMENT_SECCOMP;
  koma_box_serve (wanted, attack_decode);
}

static void
set_mode (const char *mode)
{
  koma_box_close ();
  g_setenv (MODE, mode, TRUE);
}

static KomaPicture *
decode_text (const char   *text,
             GCancellable *cancellable,
             GError      **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return koma_box_decode_bytes (bytes, 0, cancellable, error);
}

/* 0: the helper could do it; else errno */
static int
attack (const char *name)
{
  g_autofree char *text = g_strconcat ("ATTACK ", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = decode_text (text, NULL, &error);

  g_assert_no_error (error);
  return picture->rgb[0];
}

static GBytes *
make_jpeg (guint width,
           guint height)
{
  guint8 *rgb = g_malloc ((gsize) 3 * width * height);
  g_autoptr (KomaPicture) picture = koma_picture_new_take (rgb, width, height, (gsize) 3 * width);
  GBytes *jpeg = NULL;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++, rgb += 3) {
      rgb[0] = (guint8) (x * 255 / width);
      rgb[1] = (guint8) (y * 255 / height);
      rgb[2] = (guint8) (x * y);
    }
  jpeg = koma_thumbnail_encode (picture, MAX (width, height), NULL);
  g_assert_nonnull (jpeg);
  return jpeg;
}

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

static void
assert_same (GBytes *bytes,
             guint   min_side)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) boxed_error = NULL;
  g_autoptr (KomaPicture) boxed = koma_box_decode_bytes (bytes, min_side, NULL, &boxed_error);
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (bytes, min_side, NULL, &error);

  if (picture == NULL) {
    g_assert_null (boxed);
    g_assert_error (boxed_error, error->domain, error->code);
    g_assert_cmpstr (boxed_error->message, ==, error->message);
    return;
  }
  g_assert_no_error (boxed_error);
  g_assert_cmpuint (boxed->source_width, ==, picture->source_width);
  g_assert_cmpuint (boxed->source_height, ==, picture->source_height);
  g_assert_cmpmem (boxed->rgb, boxed->stride * boxed->height, picture->rgb,
                   picture->stride * picture->height);
}

/* Formats whose loaders and fonts are read when they are wanted, large memory, errors. */
static void
test_same (void)
{
  g_autoptr (GBytes) jpeg = make_jpeg (320, 240);
  g_autoptr (GBytes) large = make_jpeg (4000, 3000);
  g_autoptr (GBytes) half = g_bytes_new_from_bytes (large, 0, g_bytes_get_size (large) / 2);
  g_autoptr (GBytes) ppm = make_ppm ();
  g_autoptr (GBytes) svg G_GNUC_UNUSED = make_svg ();
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (GBytes) words = g_bytes_new_static ("words", 5);

  set_mode ("");
  assert_same (jpeg, 0);
  assert_same (large, 0);
  assert_same (jpeg, 32);
  assert_same (large, 448);
  assert_same (half, 0);
  assert_same (ppm, 0);
#ifndef __SANITIZE_ADDRESS__ /* fontconfig leaks where it is used, which is here, too */
  assert_same (svg, 0);
#endif
  assert_same (nothing, 0);
  assert_same (words, 0);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

/* Without Landlock no file can be read any more; loaders are there nevertheless. */
static void
test_same_without_files (void)
{
  g_autoptr (GBytes) jpeg = make_jpeg (320, 240);
  g_autoptr (GBytes) ppm = make_ppm ();

  set_mode ("seccomp");
  assert_same (jpeg, 0);
  assert_same (ppm, 0);
}

static gboolean
has (KomaConfinement confinement)
{
  if (koma_confinement_get_supported () & confinement)
    return TRUE;
  g_test_skip ("not in this kernel, or not in this container");
  return FALSE;
}

static void
assert_all_fail (void)
{
  for (const char *const *name = attack_list (); *name != NULL; name++) {
    const int code = attack (*name);

    g_test_message ("%s: %s", *name, code == 0 ? "possible" : g_strerror (code));
    g_assert_cmpint (code, !=, 0);
    g_assert_cmpint (code, !=, 255);
  }
}

static void
test_attacks (void)
{
  if (!has (KOMA_CONFINEMENT_SECCOMP) || !has (KOMA_CONFINEMENT_LANDLOCK))
    return;
  set_mode ("");
  assert_all_fail ();
}

static void
test_attacks_without_landlock (void)
{
  if (!has (KOMA_CONFINEMENT_SECCOMP))
    return;
  set_mode ("seccomp");
  assert_all_fail ();
}

/* Landlock is no decoration beside the filter. */
static void
test_attacks_without_seccomp (void)
{
  static const char *const names[] = { "read /etc/passwd", "read through ..", "read a home",
                                       "write a new file", "read the parent's environment" };

  if (!has (KOMA_CONFINEMENT_LANDLOCK))
    return;
  set_mode ("landlock");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (attack (names[i]), ==, EACCES);
}

/* Where nothing confines, the same attacks do what they say: so they are attacks. */
static void
test_attacks_outside (void)
{
  static const char *const names[] = { "read /etc/passwd", "write a new file", "remove a file",
                                       "fork", "open an internet socket", "make a memory file" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *text = g_strconcat ("ATTACK ", names[i], NULL);
    g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
    g_autoptr (KomaPicture) picture = attack_decode (bytes, 0, NULL, NULL);

    g_assert_cmpint (picture->rgb[0], ==, 0);
  }
}

static void
assert_still_decodes (void)
{
  g_autoptr (GBytes) jpeg = make_jpeg (64, 64);

  assert_same (jpeg, 0);
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

  set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (decode_text (cases[i].attack, NULL, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
    g_assert_nonnull (strstr (error->message, "ended before its time"));
#ifndef __SANITIZE_ADDRESS__ /* makes an exit of a signal */
    g_assert_nonnull (strstr (error->message, cases[i].said));
#endif
    assert_still_decodes ();
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

  set_mode ("");
  assert_still_decodes ();
  koma_box_close ();
  koma_box_set_seconds (5);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (decode_text (names[i], NULL, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
    g_assert_nonnull (strstr (error->message, "longer than 5 seconds"));
  }
  koma_box_close ();
  koma_box_set_seconds (KOMA_MAX_BOX_SECONDS);
  assert_still_decodes ();
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
  g_autoptr (GBytes) large = make_jpeg (1000, 1000);
  guint64 all = 0;

  set_mode ("");
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (GError) error = NULL;
    GThread *thread = g_thread_new ("cancel", cancel, cancellable);

    if (i == 0) {
      g_assert_null (decode_text ("ATTACK sleep", cancellable, &error));
    } else {
      g_assert_true (koma_decode_share_take (KOMA_MAX_DECODE_BYTES, NULL, &all, NULL));
      g_assert_null (koma_box_decode_bytes (large, 0, cancellable, &error));
      koma_decode_share_give_back (all);
    }
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_thread_join (thread);
  }
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
  assert_still_decodes ();
}

/* A helper takes its part of the one limit, until its picture is dropped. */
static void
test_share (void)
{
  g_autoptr (GBytes) large = make_jpeg (1000, 1000);
  KomaPicture *picture = NULL;

  set_mode ("");
  picture = koma_box_decode_bytes (large, 0, NULL, NULL);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 3 * 1000 * 1000);
  koma_picture_unref (picture);
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
}

static void
test_lies (void)
{
  for (const char *const *name = liar_list (); *name != NULL; name++) {
    g_autofree char *text = g_strconcat ("LIE ", *name, NULL);
    g_autoptr (GError) error = NULL;

    set_mode ("liar");
    g_test_message ("%s", *name);
    g_assert_null (decode_text (text, NULL, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  }
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
  set_mode ("");
  assert_still_decodes ();
}

static void
test_strange_words (void)
{
  g_autoptr (GError) error = NULL;

  set_mode ("liar");
  g_assert_null (decode_text ("LIE a text that is none", NULL, &error));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strpbrk (error->message, "\033\n\r"));
  g_assert_null (strstr (error->message, "\xc2\x9b"));
  g_assert_cmpuint (g_utf8_strlen (error->message, -1), <=, 1024);
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
  g_autoptr (GBytes) jpeg = make_jpeg (64, 64);
  g_autoptr (GBytes) large = make_jpeg (2000, 1600);
  guint n_files = 0;
  guint n_mappings = 0;

  set_mode ("");
  for (guint i = 0; i < 1000; i++) {
    g_autoptr (KomaPicture) picture = NULL;

    if (i == 100) {
      n_files = count_files ("/proc/self/fd");
      n_mappings = count_mappings ();
    }
    if (i % 50 == 49)
      g_assert_null (decode_text ("ATTACK exit", NULL, NULL));
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
  g_autoptr (GBytes) jpeg = make_jpeg (200, 100);

  for (guint i = 0; i < 20; i++) {
    g_autoptr (KomaPicture) picture = NULL;

    if (i % 10 == 5)
      g_assert_null (decode_text ("ATTACK exit", NULL, NULL));
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

  set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("decode", decode_many, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

/* (nullable) the one child of this process */
static char *
find_child (void)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/task/%d/children", (int) getpid ());
  char            *children = NULL;

  return g_file_get_contents (path, &children, NULL, NULL) ? g_strstrip (children) : NULL;
}

/* Ended while it had nothing to do: no picture is lost. */
static void
test_idle_death (void)
{
  g_autofree char *child = NULL;

  set_mode ("");
  assert_still_decodes ();
  child = find_child ();
  if (child == NULL || *child == '\0') {
    g_test_skip ("the kernel lists no children");
    return;
  }
  g_assert_cmpint (kill ((pid_t) atoi (child), SIGKILL), ==, 0);
  g_usleep (G_USEC_PER_SEC / 10);
  assert_still_decodes ();
}

static void
test_state (void)
{
  KomaBoxState state;
  g_autoptr (GError) error = NULL;

  set_mode ("seccomp");
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
  assert_still_decodes ();
  g_unsetenv ("KOMA_BOX");
  koma_box_open ();
}

int
main (int    argc,
      char **argv)
{
  int result = 0;

  g_test_init (&argc, &argv, NULL);
  koma_box_open ();
  g_test_add_func ("/box/same", test_same);
  g_test_add_func ("/box/same-without-files", test_same_without_files);
  g_test_add_func ("/box/attacks", test_attacks);
  g_test_add_func ("/box/attacks-without-landlock", test_attacks_without_landlock);
  g_test_add_func ("/box/attacks-without-seccomp", test_attacks_without_seccomp);
  g_test_add_func ("/box/attacks-outside", test_attacks_outside);
  g_test_add_func ("/box/death", test_death);
  g_test_add_func ("/box/file-is-named", test_file_is_named);
  g_test_add_func ("/box/hang", test_hang);
  g_test_add_func ("/box/cancel", test_cancel);
  g_test_add_func ("/box/share", test_share);
  g_test_add_func ("/box/lies", test_lies);
  g_test_add_func ("/box/strange-words", test_strange_words);
  g_test_add_func ("/box/leaks", test_leaks);
  g_test_add_func ("/box/threads", test_threads);
  g_test_add_func ("/box/idle-death", test_idle_death);
  g_test_add_func ("/box/state", test_state);
  result = g_test_run ();
  koma_box_close ();
  return result;
}
