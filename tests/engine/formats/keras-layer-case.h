/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "keras-fixture.h"

G_BEGIN_DECLS

typedef struct
{
  const char *what; /* "kernel"; "l/kernel" of a layer called l */
  const char *shape;
  float       values[24];
} KerasLayerWeight;

/* A layer called l, alone in a model, and numbers that it must give. */
typedef struct
{
  const char *name;
  const char *class_name; /* NULL: config is all the layers of a Sequential model */
  const char *config;     /* more settings */
  const char *input_shape;
  float       input[24];
  const char *output_shape;
  float       output[24];

  KerasLayerWeight weights[8];
} KerasLayerCase;

/* Two tests for each: it gives these numbers on `cpu`; reading it survives that any one allocation
 * fails. */
void keras_layer_cases_add (const char           *program,
                            const KerasLayerCase *cases, /* [n_cases], static */
                            gsize                 n_cases);

G_END_DECLS
