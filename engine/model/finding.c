/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "finding.h"

#include <glib/gi18n.h>

static void
finding_clear (gpointer data)
{
  KomaFinding *self = data;

  g_free (self->sentence);
  g_free (self->advice);
}

/**
 * koma_finding_ref:
 *
 * Returns: (transfer full): the same finding. Thread: any.
 */
KomaFinding *
koma_finding_ref (KomaFinding *finding)
{
  return g_atomic_rc_box_acquire (finding);
}

/**
 * koma_finding_unref:
 *
 * The last one frees it. Thread: any.
 */
void
koma_finding_unref (KomaFinding *finding)
{
  g_atomic_rc_box_release_full (finding, finding_clear);
}

/**
 * koma_finding_severity_get_name:
 *
 * Returns: (transfer none): "error", "doubt" or "note". Thread: any.
 */
const char *
koma_finding_severity_get_name (KomaFindingSeverity severity)
{
  static const char *const names[] = { "error", "doubt", "note" };

  return names[severity];
}

/**
 * koma_finding_severity_get_title:
 *
 * Returns: (transfer none): the same for people, in the user's language. Thread: any.
 */
const char *
koma_finding_severity_get_title (KomaFindingSeverity severity)
{
  static const char *const titles[] = { N_ ("Error"), N_ ("Doubt"), N_ ("Note") };

  return _ (titles[severity]);
}

/**
 * koma_findings_new:
 *
 * Returns: (transfer full) (element-type KomaFinding): an empty list. Thread: any.
 */
GPtrArray *
koma_findings_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) koma_finding_unref);
}

/* @sentence: (transfer full) */
static KomaFinding *
finding_new (const char         *id,
             KomaFindingSeverity severity,
             KomaRemedy          remedy,
             char               *sentence,
             const char         *advice)
{
  KomaFinding *finding = g_atomic_rc_box_new0 (KomaFinding);

  *finding = (KomaFinding){ id, severity, remedy, sentence, g_strdup (advice) };
  return finding;
}

/**
 * koma_findings_add:
 * @id: static
 * @sentence: (transfer full): in the user's language
 * @advice: (nullable): likewise; copied
 *
 * Thread: that of @findings.
 */
void
koma_findings_add (GPtrArray          *findings,
                   const char         *id,
                   KomaFindingSeverity severity,
                   KomaRemedy          remedy,
                   char               *sentence,
                   const char         *advice)
{
  g_ptr_array_add (findings, finding_new (id, severity, remedy, sentence, advice));
}

/**
 * koma_findings_extend:
 * @others: stays as it is
 *
 * Thread: that of @findings.
 */
void
koma_findings_extend (GPtrArray *findings,
                      GPtrArray *others)
{
  for (guint i = 0; i < others->len; i++)
    g_ptr_array_add (findings, koma_finding_ref (others->pdata[i]));
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const KomaFinding *one = *(KomaFinding *const *) a;
  const KomaFinding *other = *(KomaFinding *const *) b;

  return (int) one->severity - (int) other->severity;
}

/**
 * koma_findings_sort:
 *
 * Errors come first, then doubts, then notes; each in the order in which they were added. Thread:
 * that of @findings.
 */
void
koma_findings_sort (GPtrArray *findings)
{
  /* Stable, as GLib documents. */
  g_ptr_array_sort (findings, compare);
}

/**
 * koma_findings_accept_backend:
 *
 * Of a backend that Koma has chosen itself, because it is the fastest: what could be better about
 * it is good to know, and no doubt for the user to act on. Thread: that of @findings.
 */
void
koma_findings_accept_backend (GPtrArray *findings)
{
  for (guint i = 0; i < findings->len; i++) {
    KomaFinding *before = findings->pdata[i];

    if (before->severity != KOMA_FINDING_DOUBT || before->remedy != KOMA_REMEDY_BACKEND)
      continue;
    findings->pdata[i] = finding_new (before->id, KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
                                      g_strdup (before->sentence), NULL);
    koma_finding_unref (before);
  }
  koma_findings_sort (findings);
}
