/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A safetensors file beside the config.json of a small ViT. */

#include "fuzz.h"

#include <string.h>

static const char config[] = "{\"model_type\":\"vit\",\"image_size\":4,\"num_attention_heads\":1}";

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static gboolean is_written = FALSE;

  if (!is_written)
    fuzz_write_file ("config.json", (const guint8 *) config, strlen (config));
  is_written = TRUE;
  fuzz_read_model ("model.safetensors", data, size);
  return 0;
}
