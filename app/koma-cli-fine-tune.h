/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma-app.h"
#include "koma-cli-job.h"

G_BEGIN_DECLS

/* Fine-tuning by koma teach. Zeros at first. */
typedef struct
{
  KomaTail      *tail;
  KomaSession   *session; /* of the tail, as it is for now */
  KomaCutValues *values;
  guint          n; /* of pictures that were added */

  KomaFineTuned *tuned; /* (nullable) */
  gboolean       is_kept;
  KomaGraph     *graph; /* (nullable) of features, changed */
} KomaCliFineTune;

gboolean koma_cli_fine_tune_init (KomaCliFineTune *self,
                                  const KomaGraph *features,
                                  guint            n, /* pictures at most */
                                  GError         **error);
/* On the thread of the others, when nothing more is to be computed. */
void koma_cli_fine_tune_end (KomaCliFineTune *self);
void koma_cli_fine_tune_clear (KomaCliFineTune *self); /* any thread, then */

/* A picture; @values are those of the stem. Returns its features. */
KomaFeatureVector *koma_cli_fine_tune_add (KomaCliFineTune *self, const float *values);
gboolean           koma_cli_fine_tune_run (KomaCliFineTune           *self,
                                           const KomaExamples        *examples,
                                           const KomaFineTuneOptions *options,
                                           KomaCliJob                *job,
                                           GError                   **error);
/* Of all pictures, by the tail as it is then. (transfer full) */
GPtrArray *koma_cli_fine_tune_take_vectors (KomaCliFineTune *self);

void koma_cli_fine_tune_say (const KomaCliFineTune *self);
void koma_cli_fine_tune_build (const KomaCliFineTune *self, JsonBuilder *builder);

G_END_DECLS
