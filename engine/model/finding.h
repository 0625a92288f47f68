/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_FINDING_ERROR, /* the model does not serve */
  KOMA_FINDING_DOUBT, /* it may give wrong answers, or be slow */
  KOMA_FINDING_NOTE,  /* good to know */
} KomaFindingSeverity;

/* What a program can offer beside the advice. */
typedef enum {
  KOMA_REMEDY_NONE,
  KOMA_REMEDY_RANGE,   /* choose a range of values */
  KOMA_REMEDY_LABELS,  /* choose a file with the names of the classes */
  KOMA_REMEDY_FOLDER,  /* open the model's folder */
  KOMA_REMEDY_MODEL,   /* open another model */
  KOMA_REMEDY_BACKEND, /* choose what computes */
} KomaRemedy;

/* One thing that is wrong, doubtful or remarkable about a model. Immutable, reference counted, any
 * thread. The words are in the user's language. */
typedef struct
{
  const char         *id; /* static, for programs: "labels-missing" */
  KomaFindingSeverity severity;
  KomaRemedy          remedy;
  char               *sentence;
  char               *advice; /* (nullable) how to go about it */
} KomaFinding;

KomaFinding *koma_finding_ref (KomaFinding *finding);
void         koma_finding_unref (KomaFinding *finding);
const char  *koma_finding_severity_get_name (KomaFindingSeverity severity);  /* "error" */
const char  *koma_finding_severity_get_title (KomaFindingSeverity severity); /* translated */

/* Lists: (element-type KomaFinding). */
GPtrArray *koma_findings_new (void);
void       koma_findings_add (GPtrArray          *findings,
                              const char         *id,
                              KomaFindingSeverity severity,
                              KomaRemedy          remedy,
                              char               *sentence, /* (transfer full) */
                              const char         *advice);          /* (nullable) */
void       koma_findings_extend (GPtrArray *findings, GPtrArray *others);
void       koma_findings_sort (GPtrArray *findings);           /* errors first */
void       koma_findings_accept_backend (GPtrArray *findings); /* Koma has chosen it */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaFinding, koma_finding_unref)

G_END_DECLS
