/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-request.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* How to measure; a plain value, copied by the call. */
typedef struct
{
  KomaRequest  *request;   /* (nullable) the picture that is computed; NULL: made numbers */
  const char   *name;      /* (nullable) of the picture, for people */
  const char   *backend;   /* to profile; (nullable): the one in use */
  guint         n_threads; /* 0: as the model in use */
  KomaPrecision precision; /* float16 for backends that have it */
  guint         max_batch; /* to compare; a power of 2; 0: 16 */
  double        runs_ms;   /* to compare: of steady runs with each batch, about; 0: 400 */
  guint         n_runs;    /* to profile; 0: 20 */
} KomaMeasurementOptions;

/* Told what is known so far, whenever that is more: the last one is the result. @so_far: of the
 * type of the result, borrowed. */
typedef void (*KomaMeasurementReport) (gpointer so_far, gpointer user_data);

G_END_DECLS
