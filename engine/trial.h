/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "agreement.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_TRIAL_RUNNING,
  KOMA_TRIAL_MEASURED,
  KOMA_TRIAL_DIFFERS, /* from plain C, beyond the tolerance */
  KOMA_TRIAL_FAILED,
} KomaTrialState;

/* What came of it. Times in ms, of a whole batch. */
typedef struct
{
  KomaTrialState state;
  double         prepare_ms; /* compiling, and weights to where they belong */
  double         first_ms;   /* of the first run */
  double         median_ms;  /* of the steady runs that followed */
  double         min_ms;
  guint          n_runs;
  KomaAgreement  agreement;
  GError        *error; /* (nullable) why it failed */
} KomaTrialResult;

/* A backend tried with a model, a piece at a time, so that other work need
 * not wait for all of it. Made, stepped and freed on one thread. */
typedef struct _KomaTrial KomaTrial;

KomaTrial             *koma_trial_new (const KomaGraph          *graph,
                                       const KomaSessionOptions *options);
void                   koma_trial_free (KomaTrial *trial);
gboolean               koma_trial_step (KomaTrial *trial); /* whether there is more to do */
const KomaTrialResult *koma_trial_get_result (const KomaTrial *trial);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTrial, koma_trial_free)

G_END_DECLS
