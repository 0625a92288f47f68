/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"

G_BEGIN_DECLS

/* What variance_scaling divides by: how many inputs an output has, how many outputs an input, or
 * the mean of both. */
typedef enum {
  KOMA_FAN_IN,
  KOMA_FAN_OUT,
  KOMA_FAN_AVG,
} KomaFan;

/* The values that a weight begins with, as Keras names them and their options. */
typedef struct
{
  guint row; /* private */

  double   value;          /* constant */
  double   gain;           /* identity, orthogonal */
  double   mean, stddev;   /* random_normal, truncated_normal */
  double   minval, maxval; /* random_uniform */
  double   scale;          /* variance_scaling … */
  KomaFan  mode;
  gboolean is_uniform;
  gboolean is_untruncated; /* normal numbers beyond two deviations too */
} KomaInitializer;

gboolean koma_initializer_init (KomaInitializer *self,
                                const char      *name, /* "glorotUniform", "glorot_uniform" */
                                GError         **error);
gboolean koma_initializer_set_number (KomaInitializer *self,
                                      const char      *option, /* "stddev" */
                                      double           value,
                                      GError         **error);
gboolean koma_initializer_set_word (KomaInitializer *self,
                                    const char      *option, /* "mode", "distribution" */
                                    const char      *value,  /* "fan_in", "uniform" */
                                    GError         **error);
gboolean koma_initializer_fill (const KomaInitializer *self,
                                const KomaShape       *shape,
                                guint64                seed,
                                float                 *ret_values, /* [of the shape] */
                                GError               **error);

G_END_DECLS
