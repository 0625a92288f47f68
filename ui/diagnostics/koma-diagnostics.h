/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/preferences/koma-backend-control.h"
#include "ui/results/koma-result-item.h"
#include "worker/measure/koma-worker-measure.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_DIAGNOSIS_NONE,
  KOMA_DIAGNOSIS_COMPARISON,
  KOMA_DIAGNOSIS_PROFILE,
  KOMA_N_DIAGNOSES,
} KomaDiagnosis;

/* The picture that backends are compared on. */
typedef enum {
  KOMA_SUBJECT_LIST, /* the selected one of the list, else its newest; of none made numbers */
  KOMA_SUBJECT_FILE, /* one that was chosen */
  KOMA_SUBJECT_NONE, /* made numbers */
} KomaSubject;

/* How an own look at the model stands: running, done, failed, stopped. One at a time. */
#define KOMA_TYPE_DIAGNOSTICS (koma_diagnostics_get_type ())
G_DECLARE_FINAL_TYPE (KomaDiagnostics, koma_diagnostics, KOMA, DIAGNOSTICS, GObject)

KomaDiagnostics *koma_diagnostics_new (KomaWorker *worker, KomaBackendControl *control);

KomaBackendControl *koma_diagnostics_get_control (KomaDiagnostics *self);
KomaModelInfo      *koma_diagnostics_get_info (KomaDiagnostics *self); /* (nullable) */

/* The picture. @item is that of the list, and followed. */
void        koma_diagnostics_set_item (KomaDiagnostics *self, KomaResultItem *item);
void        koma_diagnostics_set_file (KomaDiagnostics *self, GFile *file);
void        koma_diagnostics_set_subject (KomaDiagnostics *self, KomaSubject subject);
KomaSubject koma_diagnostics_get_subject (KomaDiagnostics *self);
char       *koma_diagnostics_dup_picture (KomaDiagnostics *self); /* (nullable) its name */

void koma_diagnostics_compare (KomaDiagnostics *self);
void koma_diagnostics_profile (KomaDiagnostics *self, const char *backend); /* (nullable) */
void koma_diagnostics_cancel (KomaDiagnostics *self);

KomaDiagnosis      koma_diagnostics_get_running (KomaDiagnostics *self);
KomaComparison    *koma_diagnostics_get_comparison (KomaDiagnostics *self); /* (nullable) so far */
KomaProfileReport *koma_diagnostics_get_report (KomaDiagnostics *self);     /* (nullable) */
/* (nullable) why the last one of this kind has no result, for people */
const char *koma_diagnostics_get_note (KomaDiagnostics *self, KomaDiagnosis diagnosis);
/* (nullable) the same in English, as it came */
const char *koma_diagnostics_get_detail (KomaDiagnostics *self, KomaDiagnosis diagnosis);

G_END_DECLS
