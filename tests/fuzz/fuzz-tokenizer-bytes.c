/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a helper says that it has read of the files of a tokenizer. The corpus was written by
 * koma_tokenizer_to_bytes (), of the corpus of fuzz-tokenizer.c and of SigLIP's kind. */

#include "engine/words/tokenizer.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTokenizer) tokenizer = koma_tokenizer_new_from_bytes (bytes, &error);

  g_assert_true ((tokenizer == NULL) == (error != NULL));
  if (tokenizer != NULL)
    fuzz_use_tokenizer (tokenizer);
  return 0;
}
