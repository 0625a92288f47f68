/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A GraphDef, whose constants lie in a manifest that fits colours-2018. */

#include "fuzz.h"

#include <string.h>

#include "engine/formats/graphdef/graphdef.h"
#include "engine/formats/tensorflow/lower.h"

/* Lowered without weights: what the graph holds itself is all there is. */
static void
lower (const guint8 *data,
       gsize         size)
{
  KomaRawModel raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTfGraph) graph = koma_graphdef_parse (data, size, &error);

  if (graph != NULL)
    (void) !koma_tf_lower (graph, &raw, &error);
  koma_raw_model_clear (&raw);
}

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

  lower (data, size);
  fuzz_read_model ("tensorflowjs_model.pb", data, size);
  return 0;
}
