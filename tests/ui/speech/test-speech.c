/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "fake-ssip.h"
#include "ui/speech/koma-speech.h"
#include "ui/speech/koma-spoken-parts.h"
#include "tests/test-main.h"

/* What it is told: who speaks, and “王, king”. */
#define INTRODUCTION "SET SELF CLIENT_NAME %s:koma:results\nSET SELF PRIORITY MESSAGE\n"
#define BEGIN        "CANCEL SELF\nBLOCK BEGIN\n"
#define JAPANESE     "SET SELF LANGUAGE ja\nSPEAK\n> 王,\n> .\n"
#define ENGLISH      "SET SELF LANGUAGE en\nSPEAK\n> king\n> .\n"
#define END          "BLOCK END\n"

static char *
join_parts (const char *text,
            const char *language)
{
  g_autoptr (GArray) parts = koma_spoken_parts_new (text, language);
  GString *joined = g_string_new (NULL);

  for (guint i = 0; i < parts->len; i++) {
    const KomaSpokenPart *part = &g_array_index (parts, KomaSpokenPart, i);

    g_string_append_printf (joined, "%s%s:%s", i > 0 ? "|" : "", part->language, part->text);
  }
  return g_string_free (joined, FALSE);
}

static void
test_parts (void)
{
  static const struct
  {
    const char *text, *language, *joined;
  } cases[] = {
    { "tabby, 80 percent", "en", "en:tabby, 80 percent" },
    { "歩兵, pawn, 99 percent", "en", "ja:歩兵,|en:pawn, 99 percent" },
    { "と金, peón, 99 por ciento", "es", "ja:と金,|es:peón, 99 por ciento" },
    { "歩兵・上向き、99 パーセント", "ja", "ja:歩兵・上向き、99 パーセント" },
    { "보병(歩兵), 99퍼센트", "ko", "ko:보병(歩兵), 99퍼센트" },
    { "고양이, 99 percent", "en", "ko:고양이, 99|en:percent" },
    { "“王” 1", "en", "ja:“王” 1" },
    { "99", "de", "de:99" },
    { "two\r\n.\r\nlines", "en", "en:two  .  lines" },
    { "", "en", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *joined = join_parts (cases[i].text, cases[i].language);

    g_assert_cmpstr (joined, ==, cases[i].joined);
  }
}

/* Without a translation, as here. */
static void
test_language (void)
{
  g_autofree char *language = koma_spoken_language ();

  g_assert_cmpstr (language, ==, "en");
}

static void
test_say (gconstpointer path)
{
  g_autoptr (FakeSsip) server = fake_ssip_new (path);
  KomaSpeech      *speech = koma_speech_new ();
  g_autofree char *heard =
    g_strdup_printf (INTRODUCTION BEGIN JAPANESE ENGLISH END, g_get_user_name ());

  koma_speech_say (speech, "王, king");
  fake_ssip_wait (server, "BLOCK END");
  g_assert_cmpstr (server->heard->str, ==, heard);

  /* A second text interrupts; a dot at its beginning does not end it. */
  g_string_truncate (server->heard, 0);
  koma_speech_say (speech, ".koma");
  fake_ssip_wait (server, "BLOCK END");
  g_assert_cmpstr (server->heard->str, ==,
                   "CANCEL SELF\nBLOCK BEGIN\nSET SELF LANGUAGE en\nSPEAK\n> ..koma\n> .\n"
                   "BLOCK END\n");
  g_assert_null (koma_speech_get_trouble (speech));
  koma_speech_stop (speech);
  fake_ssip_wait (server, "CANCEL SELF\nQUIT");
  g_object_unref (speech);
}

/* Of what comes while another is being sent, the newest alone is said. */
static void
test_newest (gconstpointer path)
{
  g_autoptr (FakeSsip) server = fake_ssip_new (path);
  g_autoptr (KomaSpeech) speech = koma_speech_new ();

  server->is_silent = TRUE;
  koma_speech_say (speech, "one");
  while (server->waiting.length == 0)
    g_main_context_iteration (NULL, TRUE);
  koma_speech_say (speech, "two");
  koma_speech_say (speech, "three");
  fake_ssip_answer (server);
  fake_ssip_wait (server, "> three\n> .\nBLOCK END");
  g_assert_nonnull (strstr (server->heard->str, "> one\n"));
  g_assert_null (strstr (server->heard->str, "> two\n"));
  g_clear_object (&speech);
}

/* One that was started anew meanwhile. */
static void
test_again (gconstpointer path)
{
  g_autoptr (FakeSsip) server = fake_ssip_new (path);
  g_autoptr (KomaSpeech) speech = koma_speech_new ();

  koma_speech_say (speech, "one");
  fake_ssip_wait (server, "BLOCK END");
  fake_ssip_drop (server);
  koma_speech_say (speech, "two");
  fake_ssip_wait (server, "> two\n> .\nBLOCK END");
  g_assert_null (koma_speech_get_trouble (speech));
  g_clear_object (&speech);
}

/* One that never answers holds nothing up, and is left. */
static void
test_stop (gconstpointer path)
{
  g_autoptr (FakeSsip) server = fake_ssip_new (path);
  KomaSpeech *speech = koma_speech_new ();

  server->is_silent = TRUE;
  koma_speech_say (speech, "one");
  while (server->waiting.length == 0)
    g_main_context_iteration (NULL, TRUE);
  koma_speech_say (speech, "two");
  koma_speech_stop (speech);
  g_object_add_weak_pointer (G_OBJECT (speech), (gpointer *) &speech);
  g_object_unref (speech);
  while (speech != NULL)
    g_main_context_iteration (NULL, TRUE);
  fake_ssip_answer (server);
  fake_ssip_wait (server, "CANCEL SELF\nQUIT");
  g_assert_null (strstr (server->heard->str, "SPEAK"));
}

/* Said again once it has been switched off and on. */
static void
test_stop_and_say (gconstpointer path)
{
  g_autoptr (FakeSsip) server = fake_ssip_new (path);
  g_autoptr (KomaSpeech) speech = koma_speech_new ();

  koma_speech_say (speech, "one");
  koma_speech_stop (speech);
  koma_speech_say (speech, "two");
  fake_ssip_wait (server, "> two\n> .\nBLOCK END");
  g_assert_null (koma_speech_get_trouble (speech));
  g_clear_object (&speech);
}

static void
wait_for_trouble (KomaSpeech *speech,
                  gboolean    is_wanted)
{
  while ((koma_speech_get_trouble (speech) != NULL) != is_wanted)
    g_main_context_iteration (NULL, TRUE);
}

/* The trouble is over once something can be said, and forgotten when it is switched off. */
static void
test_trouble (gconstpointer path)
{
  g_autoptr (FakeSsip) server = NULL;
  g_autoptr (KomaSpeech) speech = koma_speech_new ();

  koma_speech_say (speech, "one");
  wait_for_trouble (speech, TRUE);
  server = fake_ssip_new (path);
  server->is_voiceless = TRUE;
  koma_speech_say (speech, "two");
  fake_ssip_wait (server, "QUIT");
  wait_for_trouble (speech, TRUE);
  server->is_voiceless = FALSE;
  koma_speech_say (speech, "three");
  wait_for_trouble (speech, FALSE);
  g_assert_nonnull (strstr (server->heard->str, "> three\n"));
  koma_speech_stop (speech);
  g_clear_pointer (&server, fake_ssip_free);
  koma_speech_say (speech, "four");
  wait_for_trouble (speech, TRUE);
  koma_speech_stop (speech);
  g_assert_null (koma_speech_get_trouble (speech));
}

static void
test_address (void)
{
  g_autoptr (KomaSpeech) speech = koma_speech_new ();

  g_setenv ("SPEECHD_ADDRESS", "somewhere", TRUE);
  koma_speech_say (speech, "one");
  wait_for_trouble (speech, TRUE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-ssip-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "socket", NULL);
  g_autofree char *address = g_strconcat ("unix_socket:", path, NULL);
  int              status = 0;

  g_setenv ("SPEECHD_ADDRESS", address, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/speech/parts", test_parts);
  g_test_add_func ("/ui/speech/language", test_language);
  g_test_add_data_func ("/ui/speech/say", path, test_say);
  g_test_add_data_func ("/ui/speech/newest", path, test_newest);
  g_test_add_data_func ("/ui/speech/again", path, test_again);
  g_test_add_data_func ("/ui/speech/stop", path, test_stop);
  g_test_add_data_func ("/ui/speech/stop-and-say", path, test_stop_and_say);
  g_test_add_data_func ("/ui/speech/trouble", path, test_trouble);
  g_test_add_func ("/ui/speech/address", test_address);

  status = g_test_run ();
  g_rmdir (folder);
  return status;
}
