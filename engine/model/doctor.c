/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Joins what the parts find. The model's own findings are made once, while it is loaded, as they
 * need its inferred graph; those of a session each time, as it may be compiled for another backend
 * later. */

#include "doctor.h"

#include "doctor-private.h"

/*< private >
 * koma_doctor_examine_model:
 * @graph: (nullable): of one picture, inferred
 *
 * Returns: (transfer full) (element-type KomaFinding): in the order of the parts
 */
GPtrArray *
koma_doctor_examine_model (const KomaModel *model,
                           const KomaGraph *graph)
{
  GPtrArray *findings = koma_findings_new ();

  koma_doctor_examine_file (model, findings);
  koma_doctor_examine_input (model, graph, findings);
  koma_doctor_examine_purpose (model, graph, findings);
  koma_doctor_examine_labels (model, findings);
  koma_doctor_examine_weights (model, findings);
  return findings;
}

static gboolean
has_error (const GPtrArray *findings)
{
  for (guint i = 0; i < findings->len; i++)
    if (((const KomaFinding *) findings->pdata[i])->severity == KOMA_FINDING_ERROR)
      return TRUE;
  return FALSE;
}

/**
 * koma_doctor_examine:
 * @session: (nullable): of the model, compiled for what is to compute it
 * @reason: (nullable): where that failed
 *
 * Says in whole sentences, in the user's language, what fails, what is doubtful and what is worth
 * to know about a model. Thread: that of @session.
 *
 * Returns: (transfer full) (element-type KomaFinding): errors first; empty where all is well
 */
GPtrArray *
koma_doctor_examine (const KomaModel   *model,
                     const KomaSession *session,
                     const GError      *reason)
{
  GPtrArray *findings = koma_findings_new ();

  koma_findings_extend (findings, model->findings);
  if (session != NULL)
    koma_doctor_examine_session (model, session, findings);
  else if (reason != NULL && !has_error (findings))
    koma_findings_add (findings, "not-ready", KOMA_FINDING_ERROR, KOMA_REMEDY_BACKEND,
                       g_strdup_printf (_ ("The model can not be made ready: %s"),
                                        reason->message),
                       _ ("Choose another backend, or export the model again."));
  koma_findings_sort (findings);
  return findings;
}
