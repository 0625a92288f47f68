/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "safetensors-writer.h"

void
safetensors_init (SafetensorsWriter *self)
{
  self->header = g_string_new ("{");
  self->data = g_byte_array_new ();
}

void
safetensors_clear (SafetensorsWriter *self)
{
  g_string_free (self->header, TRUE);
  g_byte_array_unref (self->data);
}

static float
mix (guint32 hash,
     gsize   i)
{
  const guint32 mixed = (hash + (guint32) i * 7919u) * 2654435761u;

  return (float) (mixed >> 20) / 2048 - 1;
}

float
safetensors_number (const char *name,
                    gsize       i)
{
  return mix (g_str_hash (name), i);
}

float *
safetensors_numbers (const char *name,
                     gsize       count)
{
  const guint32 hash = g_str_hash (name);
  float        *numbers = g_new (float, count);

  for (gsize i = 0; i < count; i++)
    numbers[i] = mix (hash, i);
  return numbers;
}

void
safetensors_add (SafetensorsWriter *self,
                 const char        *name,
                 KomaShape          shape)
{
  g_autofree float *numbers = safetensors_numbers (name, koma_shape_count (&shape));

  safetensors_add_numbers (self, name, shape, numbers);
}

void
safetensors_add_numbers (SafetensorsWriter *self,
                         const char        *name,
                         KomaShape          shape,
                         const float       *numbers)
{
  const guint      begin = self->data->len;
  g_autofree char *dims = koma_shape_to_string (&shape);

  g_byte_array_append (self->data, (const guint8 *) numbers,
                       (guint) (koma_shape_count (&shape) * sizeof *numbers));
  g_string_append_printf (self->header,
                          "%s\"%s\":{\"dtype\":\"F32\",\"shape\":%s,\"data_offsets\":[%u,%u]}",
                          begin > 0 ? "," : "", name, dims, begin, self->data->len);
}

void
safetensors_write (SafetensorsWriter *self,
                   const Folder      *folder)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint64 length = 0;

  g_string_append_c (self->header, '}');
  length = GUINT64_TO_LE (self->header->len);
  g_byte_array_append (bytes, (const guint8 *) &length, sizeof length);
  g_byte_array_append (bytes, (const guint8 *) self->header->str, (guint) self->header->len);
  g_byte_array_append (bytes, self->data->data, self->data->len);
  folder_write (folder, "model.safetensors", bytes->data, bytes->len);
}
