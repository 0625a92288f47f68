/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A weights manifest beside a file of 448 bytes, "weights.bin". */

#include "fuzz.h"

#include "engine/formats/json.h"
#include "engine/formats/tfjs/weights.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = koma_json_parse ((const char *) data, size, "manifest", &error);
  g_autoptr (GHashTable) weights = NULL;

  fuzz_write_weights ();
  if (koma_json_node_array (root) != NULL)
    weights = koma_tfjs_weights_read (fuzz_get_folder (), koma_json_node_array (root), NULL, NULL,
                                      NULL, &error);
  return 0;
}
