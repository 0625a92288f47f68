/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/runtime/session.h"

G_BEGIN_DECLS

/* Results of another runtime, kept in files: a list of inputs and one of
 * outputs, each { "name", "shape", "dtype", "file" }. */
typedef struct
{
  const char *folder; /* paths of files start here */
  JsonArray  *inputs;
  JsonArray  *outputs;

  KomaPrecision precision;       /* of the session */
  double        range_tolerance; /* in float32, of what lies between the ends; 0: any */
} Reference;

/* Runs @graph on @backend and compares; %FALSE where it can not run. The
 * difference may be @tolerance * MAX (1, largest value), of outputs that are
 * probabilities 1e-5, in float16 @tolerance of the range; more fails the test. */
gboolean reference_check (const Reference *reference,
                          const KomaGraph *graph,
                          const char      *backend,
                          double           tolerance,
                          GError         **error);

G_END_DECLS
