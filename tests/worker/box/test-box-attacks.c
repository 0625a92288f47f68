/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a decoder that was taken over can do in the box, and a helper that lies: nothing. */
#include "attacks.h"
#include "box-fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "engine/picture/decode-share.h"
#include "tests/test-main.h"

/* 0: the helper could do it; else errno */
static int
attack (const char *name)
{
  g_autofree char *text = g_strconcat ("ATTACK ", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = box_decode_text (text, NULL, &error);

  g_assert_no_error (error);
  return picture->rgb[0];
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

/* With a descriptor that every program would inherit which does not close it. */
static void
test_attacks (void)
{
  const int open_fd = open ("/dev/null", O_RDONLY);

  if (!box_has (KOMA_CONFINEMENT_SECCOMP) || !box_has (KOMA_CONFINEMENT_LANDLOCK))
    return;
  g_assert_cmpint (open_fd, >, 0);
  box_set_mode ("");
  assert_all_fail ();
  (void) close (open_fd);
}

static void
test_attacks_without_landlock (void)
{
  if (!box_has (KOMA_CONFINEMENT_SECCOMP))
    return;
  box_set_mode ("seccomp");
  assert_all_fail ();
}

/* Programs of 32 bits have other numbers for calls, by which the filter would be passed. */
static void
test_other_calls (void)
{
#if defined(__x86_64__) && !defined(__ILP32__)
  static const char *const names[] = { "ATTACK call as 32 bits", "ATTACK call as x32" };

  if (!box_has (KOMA_CONFINEMENT_SECCOMP))
    return;
  box_set_mode ("");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (box_decode_text (names[i], NULL, &error));
    g_test_message ("%s: %s", names[i], error->message);
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
#ifndef __SANITIZE_ADDRESS__ /* makes an exit of a signal */
    g_assert_nonnull (strstr (error->message, "signal"));
#endif
    box_assert_still_decodes ();
  }
#else
  g_test_skip ("this machine has no other calls");
#endif
}

/* Landlock is no decoration beside the filter. */
static void
test_attacks_without_seccomp (void)
{
  static const char *const names[] = { "read /etc/passwd", "read through ..", "read a home",
                                       "write a new file", "read the parent's environment" };

  if (!box_has (KOMA_CONFINEMENT_LANDLOCK))
    return;
  box_set_mode ("landlock");
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
test_lies (void)
{
  for (const char *const *name = liar_list (); *name != NULL; name++) {
    g_autofree char *text = g_strconcat ("LIE ", *name, NULL);
    g_autoptr (GError) error = NULL;

    box_set_mode ("liar");
    g_test_message ("%s", *name);
    g_assert_null (box_decode_text (text, NULL, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  }
  g_assert_cmpuint (koma_decode_share_get_taken (), ==, 0);
  box_set_mode ("");
  box_assert_still_decodes ();
}

static void
test_strange_words (void)
{
  g_autoptr (GError) error = NULL;

  box_set_mode ("liar");
  g_assert_null (box_decode_text ("LIE a text that is none", NULL, &error));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strpbrk (error->message, "\033\n\r"));
  g_assert_null (strstr (error->message, "\xc2\x9b"));
  g_assert_cmpuint (g_utf8_strlen (error->message, -1), <=, 1024);
}

KOMA_TEST_MAIN (argc, argv)
{
  int result = 0;

  g_test_init (&argc, &argv, NULL);
  koma_box_open ();
  g_test_add_func ("/box/attacks", test_attacks);
  g_test_add_func ("/box/attacks-without-landlock", test_attacks_without_landlock);
  g_test_add_func ("/box/attacks-without-seccomp", test_attacks_without_seccomp);
  g_test_add_func ("/box/other-calls", test_other_calls);
  g_test_add_func ("/box/attacks-outside", test_attacks_outside);
  g_test_add_func ("/box/lies", test_lies);
  g_test_add_func ("/box/strange-words", test_strange_words);
  result = g_test_run ();
  koma_box_close ();
  return result;
}
