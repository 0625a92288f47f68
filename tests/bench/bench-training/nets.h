/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The networks that learn in this benchmark, as graphs. */
#pragma once

#include "engine/training/trainer.h"

G_BEGIN_DECLS

#define NET_SIDE      28 /* of a picture; also steps of the sequence, and numbers in each */
#define NET_N_CLASSES 10

typedef struct
{
  const char     *name;
  KomaForwardFunc forward;
  KomaShape       shapes[10]; /* of the weights; those of rank 1 are biases */
  guint           n_weights;
} Net;

const Net *net_find (const char *name); /* (nullable) */

G_END_DECLS
