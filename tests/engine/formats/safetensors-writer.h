/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/shape.h"
#include "fixture.h"

G_BEGIN_DECLS

/* Writes model.safetensors with weights of float32 whose numbers are made of their names. */
typedef struct
{
  GString    *header;
  GByteArray *data;
} SafetensorsWriter;

void safetensors_init (SafetensorsWriter *self);
void safetensors_add (SafetensorsWriter *self, const char *name, KomaShape shape);
void safetensors_add_numbers (SafetensorsWriter *self,
                              const char        *name,
                              KomaShape          shape,
                              const float       *numbers);
void safetensors_write (SafetensorsWriter *self, const Folder *folder);
void safetensors_clear (SafetensorsWriter *self);

/* Element @i of a weight: -1 … 1. */
float safetensors_number (const char *name, gsize i);
/* (transfer full) The first of them. */
float *safetensors_numbers (const char *name, gsize count);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SafetensorsWriter, safetensors_clear)

G_END_DECLS
