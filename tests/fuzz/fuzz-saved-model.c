/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A SavedModel: the length of its graph in four bytes, the graph, and a block of entries for the
 * index of its checkpoint. The index around them has the right checksums, which no change of bytes
 * would find. */

#include "fuzz.h"

#include "engine/formats/saved-model/saved-model.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  gsize graph_bytes = 0;

  if (fuzz_write_checkpoint ("variables/variables", data, size, &graph_bytes))
    fuzz_read_model_as (&koma_format_saved_model, KOMA_SAVED_MODEL_NAME,
                        data + FUZZ_LENGTH_BYTES, graph_bytes);
  return 0;
}
