/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "feature-vector.h"

G_BEGIN_DECLS

/* Pictures whose classes are known: what a head is made from. Borrowed, a value; a head takes
 * references to the vectors that it keeps. */
typedef struct
{
  KomaFeatureVector *const *features; /* [n] all of one length */
  const guint              *classes;  /* [n] indices into names */
  guint                     n;
  const char *const        *names; /* [n_classes] */
  guint                     n_classes;
  /* (nullable) [n] The features were fine-tuned with these, so an answer to them proves nothing. */
  const gboolean *is_seen;
} KomaExamples;

G_END_DECLS
