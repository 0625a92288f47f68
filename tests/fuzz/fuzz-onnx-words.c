/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model of pictures and words in two files of ONNX: the length of the first in FUZZ_LENGTH_BYTES,
 * the half for pictures, and that for words. */

#include "fuzz.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  guint32 length = 0;

  if (size < FUZZ_LENGTH_BYTES)
    return 0;
  memcpy (&length, data, FUZZ_LENGTH_BYTES);
  data += FUZZ_LENGTH_BYTES;
  size -= FUZZ_LENGTH_BYTES;
  length = (guint32) MIN (GUINT32_FROM_LE (length), size);
  fuzz_write_file ("text_model.onnx", data + length, size - length);
  fuzz_read_model ("vision_model.onnx", data, length);
  return 0;
}
