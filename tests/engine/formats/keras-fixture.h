/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/model.h"
#include "fixture.h"

G_BEGIN_DECLS

/* A layers model that a test writes: weights first, then the topology. */
typedef struct
{
  Folder      folder;
  GString    *manifest;
  GByteArray *weights;
} KerasFixture;

void keras_fixture_init (KerasFixture *self);
void keras_fixture_clear (KerasFixture *self);
/* "3,3,1,2" */
void keras_fixture_add_weight (KerasFixture *self,
                               const char   *name,
                               const char   *shape,
                               const float  *values);
/* path of model.json; quotes are single */
char *keras_fixture_write (KerasFixture *self,
                           const char   *topology);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KerasFixture, keras_fixture_clear)

/* Runs a model with one input on `cpu`; the outputs are compared with what is
 * expected, one after the other. */
void assert_model_gives (const char  *path,
                         const float *input,
                         const char  *shape, /* of the output that is meant, "[1,2]" */
                         const float *expected);

G_END_DECLS
