/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A checkpoint with its graph as text: the length of the graph in four bytes, the graph, and a
 * block of entries for the index. The same text is tried as the file that names the newest
 * checkpoint, and as a .meta file. */

#include "fuzz.h"

#include "engine/formats/checkpoint/checkpoint.h"

#define STATE "model_checkpoint_path: \"m\"\n"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  gsize graph_bytes = 0;

  if (!fuzz_write_checkpoint ("m", data, size, &graph_bytes))
    return 0;
  data += FUZZ_LENGTH_BYTES;
  fuzz_write_file ("checkpoint", (const guint8 *) STATE, sizeof STATE - 1);
  fuzz_read_model_as (&koma_format_checkpoint, "graph.pbtxt", data, graph_bytes);
  fuzz_read_model_as (&koma_format_checkpoint, "m.meta", data, graph_bytes);
  fuzz_read_model_as (&koma_format_checkpoint, "checkpoint", data, graph_bytes);
  return 0;
}
