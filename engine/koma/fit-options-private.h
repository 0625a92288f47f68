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
  GPtrArray *validation_x; /* (owned) KomaTensor; none: no validation */
  GPtrArray *validation_y; /* (owned) KomaTensor */
};

G_END_DECLS
