/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A GraphDef, as a frozen graph and as one whose constants lie in a manifest that fits
 * colours-2018. */

#include "fuzz.h"

#include "engine/formats/graphdef/frozen.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static const char manifest[] =
    "[{\"paths\": [\"weights.bin\"], \"weights\": ["
    "{\"name\": \"blur/filter\", \"shape\": [3, 3, 3, 3], \"dtype\": \"float32\"},"
    "{\"name\": \"blur/bias\", \"shape\": [3], \"dtype\": \"float32\"},"
    "{\"name\": \"mean/axes\", \"shape\": [2], \"dtype\": \"int32\"},"
    "{\"name\": \"versus/matrix\", \"shape\": [3, 3], \"dtype\": \"float32\"},"
    "{\"name\": \"logits/bias\", \"shape\": [3], \"dtype\": \"float32\"},"
    "{\"name\": \"labels\", \"shape\": [14], \"dtype\": \"int32\"}]}]";
  g_autofree char *path = g_build_filename (fuzz_get_folder (), "weights_manifest.json", NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_assert_true (g_file_set_contents (path, manifest, -1, NULL));

  fuzz_read_model ("tensorflowjs_model.pb", data, size);
  fuzz_read_model_as (&koma_format_frozen, "frozen.pb", data, size);
  return 0;
}
