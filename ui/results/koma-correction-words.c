/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-correction-words.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"
#include "worker/koma-thread.h"
#include "worker/take/koma-said.h"

static char *
describe_day (gint64 time_us)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (time_us / G_USEC_PER_SEC);

  if (then == NULL)
    return g_strdup ("?");
  if (g_date_time_get_year (then) == g_date_time_get_year (now))
    /* Translators: a day of this year, for g_date_time_format(): “29 November” */
    return g_date_time_format (then, C_ ("day", "%-d %B"));
  /* Translators: a day of another year, for g_date_time_format(): “29 November 2026” */
  return g_date_time_format (then, C_ ("day", "%-d %B %Y"));
}

static char *
describe_confirmation (const char *author, /* (nullable) the user */
                       const char *day)
{
  if (author == NULL)
    /* Translators: the user says that the model is right; a day */
    return g_strdup_printf (_ ("You confirmed it on %s"), day);
  /* Translators: somebody says that the model is right; a day */
  return g_strdup_printf (_ ("%s confirmed it on %s"), author, day);
}

static char *
describe_saying (const char *author, /* (nullable) the user */
                 const char *day)
{
  if (author == NULL)
    /* Translators: what the user says that a picture shows stands above; a day */
    return g_strdup_printf (_ ("You said so on %s"), day);
  /* Translators: what somebody says that a picture shows stands above; a day */
  return g_strdup_printf (_ ("%s said so on %s"), author, day);
}

char *
koma_correction_words_describe (const KomaCorrection *correction,
                                const KomaResult     *result)
{
  const gboolean   is_own = g_str_equal (correction->author, koma_said_get_user ());
  const char      *author = is_own ? NULL : correction->author;
  g_autofree char *day = describe_day (correction->corrected_us);
  g_autofree char *said = NULL;
  g_autofree char *score = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (koma_correction_confirms (correction, result))
    return describe_confirmation (author, day);
  said = describe_saying (author, day);
  if (result == NULL || result->n_classes == 0)
    return g_steal_pointer (&said);
  score = koma_words_for_score (result->classes[0].score);
  /* Translators: who said when what a picture shows, then what the model answers, with the score:
   * “You said so on 29 November; Koma: Egyptian cat, 85%” */
  return g_strdup_printf (_ ("%s; Koma: %s, %s"), said,
                          koma_result_get_class (result, 0).name, score);
}

const char *
koma_correction_words_get_icon (const KomaCorrection *correction,
                                const KomaResult     *result)
{
  return koma_correction_confirms (correction, result) ? "object-select-symbolic"
                                                       : "avatar-default-symbolic";
}

const char *
koma_correction_words_get_mark (const KomaCorrection *correction,
                                const KomaResult     *result)
{
  return koma_correction_confirms (correction, result) ? _ ("Confirmed") : _ ("Corrected");
}
