/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Zip and tar archives: what they unpack to is read as a model. */

#include "fuzz.h"

#include "engine/model/model.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static const char *const names[] = { "model.zip", "model.tar.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char            *path = g_build_filename (fuzz_get_folder (), names[i], NULL);
    g_autoptr (KomaModel) model G_GNUC_UNUSED = NULL;
    g_autoptr (GError) error = NULL;

    fuzz_write_file (names[i], data, size);
    model = koma_model_load (path, NULL, NULL, NULL, &error);
  }
  return 0;
}
