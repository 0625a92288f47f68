/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fit-options.h"

G_BEGIN_DECLS

struct _KomaFitOptions
{
  GObject parent_instance;

  guint      batch_size;
  guint      epochs;
  gboolean   shuffles;
  double     validation_split;
  char      *monitor; /* (owned) (nullable) */
  int        patience;
  double     min_delta;
  guint      initial_epoch;
  guint      steps_per_epoch; /* 0: no limit */
  GPtrArray *validation_x;    /* (owned) KomaTensor; none: no validation */
  GPtrArray *validation_y;    /* (owned) KomaTensor */
  GPtrArray *sample_weights;  /* (owned) KomaTensor of each output; none: all count alike */
  GPtrArray *class_weights;   /* (owned) GArray of double, or NULL, of each output */
};

G_END_DECLS
