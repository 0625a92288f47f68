/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* A layer of one's own: tanh (x · kernel) · gain, and the kernel is "l2"-regularized where it is
 * told so. */
#define OWN_TYPE_LAYER (own_layer_get_type ())
G_DECLARE_FINAL_TYPE (OwnLayer, own_layer, OWN, LAYER, KomaLayer)

struct _OwnLayer
{
  KomaLayer parent_instance;

  int           units;
  const char   *regularizer; /* (nullable) */
  const char   *constraint;  /* (nullable) of the kernel */
  int           told;        /* units that it tells of; 0: those that it has */
  gboolean      fails;       /* its call does */
  gboolean      assigns;     /* in its call */
  KomaLayer    *inner;       /* (owned) (nullable) is called first */
  int           n_inner;     /* columns that it gives */
  KomaVariable *kernel;      /* (borrowed) */
  KomaVariable *gain;        /* (borrowed) */
  guint         n_built;
  guint         n_called;
};

OwnLayer *own_layer_new (int units);

G_END_DECLS
