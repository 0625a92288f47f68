/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/models/koma-load-request.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* How a model becomes a classifier: on the backend that was named, or on the first
 * that can run it. */
typedef struct
{
  KomaModel       *model;
  KomaLoadRequest *load; /* (nullable) told of progress */
  /* Of one picture; the batch does not count, and without a backend any will do. */
  KomaSessionOptions options;
  guint              failed;   /* bit i: not koma_backends_get (i), which failed before */
  const char *const *warnings; /* (nullable) what was said before */
} KomaCompile;

/* Thread: inference. */
KomaClassifier *koma_compile (const KomaCompile *compile,
                              char            ***ret_warnings, /* NULL-terminated */
                              GError           **error);
guint           koma_compile_find_index (const char *backend); /* of koma_backends_get () */

G_END_DECLS
