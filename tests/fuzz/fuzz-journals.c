/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Journals: of files that were sorted, and of a project of examples. */

#include "fuzz.h"

#include <string.h>

#include "worker/take/koma-arrange-lines.h"
#include "worker/teach/disk/koma-teach-replay.h"

/* What a record says is what another journal would say again. */
static void
check_again (const KomaArrangeRecord *record)
{
  g_auto (KomaArrangeRecord) again = { 0 };
  g_autofree char *object = koma_arrange_record_to_json (record);
  g_autofree char *once_more = NULL;

  if (koma_arrange_record_parse (object, strlen (object), &again) != KOMA_RECORD_IS_WHOLE)
    g_error ("not understood again: %s", object);
  once_more = koma_arrange_record_to_json (&again);
  g_assert_cmpstr (object, ==, once_more);
}

static void
read_sorted (const guint8 *data,
             gsize         size)
{
  g_auto (KomaArrangeLines) lines = { 0 };

  if (!koma_arrange_lines_parse ((const char *) data, size, "journal", &lines, NULL))
    return;
  g_assert_true (lines.n_damaged <= G_MAXINT && lines.n_unknown <= G_MAXINT);
  (void) koma_arrange_lines_say_something (&lines);
  for (guint i = 0; i < lines.records->len; i++)
    check_again (lines.records->pdata[i]);
}

static void
read_taught (const guint8 *data,
             gsize         size)
{
  g_autoptr (KomaTeachReplay) replay = koma_teach_replay_new ((const char *) data, size, NULL);
  g_autoptr (KomaTeachReplay) again = NULL;
  g_autofree char *text = NULL;

  if (replay == NULL)
    return;
  text = koma_teach_replay_write (replay);
  again = koma_teach_replay_new (text, strlen (text), NULL);
  g_assert_nonnull (again);
  g_assert_cmpuint (again->n_unknown, ==, 0);
  g_assert_cmpuint (again->examples->len, ==, replay->examples->len);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  /* As files are read: with a NUL behind them. */
  g_autofree guint8 *copy = g_malloc0 (size + 1);

  if (size > 0)
    memcpy (copy, data, size);
  read_sorted (copy, size);
  read_taught (copy, size);
  return 0;
}
