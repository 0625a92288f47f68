/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/training/trainer-options.h"
#include "engine/koma/tensor/gradients.h"

G_BEGIN_DECLS

typedef struct
{
  char          *name; /* (owned) */
  KomaFunction   f;
  gpointer       user_data;
  GDestroyNotify destroy; /* (nullable) */
} KomaLayersFunction;

void koma_layers_function_free (KomaLayersFunction *self); /* (nullable) */
/* It is called once for each trainer's plan. @self outlives the result. */
KomaTrainerFunction koma_layers_function_write (KomaLayersFunction *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLayersFunction, koma_layers_function_free)

G_END_DECLS
