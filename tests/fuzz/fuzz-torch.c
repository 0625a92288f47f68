/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights that torch.save () wrote. */

#include "fuzz.h"

#include "engine/formats/torch/torch.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autofree char *path = g_build_filename (fuzz_get_folder (), "weights.pth", NULL);
  gsize            n_float16 = 0;
  g_autoptr (GHashTable) tensors = NULL;
  g_autoptr (GError) error = NULL;

  fuzz_write_file ("weights.pth", data, size);
  tensors = koma_torch_read_tensors (path, NULL, &n_float16, &error);
  g_assert_true ((tensors == NULL) == (error != NULL));
  return 0;
}
