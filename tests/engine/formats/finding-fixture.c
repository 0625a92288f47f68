/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "finding-fixture.h"

const KomaFinding *
find_finding (GPtrArray  *findings,
              const char *id)
{
  for (guint i = 0; i < findings->len; i++) {
    const KomaFinding *finding = findings->pdata[i];

    if (g_str_equal (finding->id, id))
      return finding;
  }
  return NULL;
}

void
assert_finding (GPtrArray          *findings,
                const char         *id,
                KomaFindingSeverity severity,
                const char         *words)
{
  const KomaFinding *finding = find_finding (findings, id);

  if (finding == NULL)
    for (guint i = 0; i < findings->len; i++)
      g_test_message ("found %s", ((const KomaFinding *) findings->pdata[i])->id);
  g_assert_nonnull (finding);
  g_assert_cmpint (finding->severity, ==, severity);
  if (words != NULL && strstr (finding->sentence, words) == NULL)
    g_error ("“%s” does not say “%s”", finding->sentence, words);
  /* Whatever is wrong, there is advice; notes may have none. */
  g_assert_true (finding->advice != NULL || severity == KOMA_FINDING_NOTE);
}
