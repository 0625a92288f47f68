/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The files of a tokenizer, each beside others that are sound. */

#include "fuzz.h"

#include <string.h>

#include "engine/words/tokenizer.h"

static const char vocabulary[] =
  "{\"a\":0,\"b\":1,\"a</w>\":2,\"b</w>\":3,\"ab\":4,\"ab</w>\":5,"
  "\"<|startoftext|>\":6,\"<|endoftext|>\":7}";
static const char merges[] = "#version: 0.2\na b\na b</w>\n";

static void
read_folder (const char *name)
{
  g_autofree char *folder = g_build_filename (fuzz_get_folder (), name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTokenizer) tokenizer = koma_tokenizer_new (folder, NULL, &error);

  g_assert_true ((tokenizer == NULL) == (error != NULL));
  if (tokenizer != NULL)
    fuzz_use_tokenizer (tokenizer);
}

static void
write_text (const char *name,
            const char *text)
{
  fuzz_write_file (name, (const guint8 *) text, strlen (text));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static gboolean is_written = FALSE;

  if (!is_written) {
    write_text ("vocabulary/merges.txt", merges);
    write_text ("merges/vocab.json", vocabulary);
    write_text ("special/vocab.json", vocabulary);
    write_text ("special/merges.txt", merges);
    write_text ("clean/vocab.json", vocabulary);
    write_text ("clean/merges.txt", merges);
  }
  is_written = TRUE;
  fuzz_write_file ("json/tokenizer.json", data, size);
  fuzz_write_file ("vocabulary/vocab.json", data, size);
  fuzz_write_file ("merges/merges.txt", data, size);
  fuzz_write_file ("special/special_tokens_map.json", data, size);
  fuzz_write_file ("clean/open_clip_config.json", data, size);
  fuzz_write_file ("pieces/spiece.model", data, size);
  read_folder ("json");
  read_folder ("vocabulary");
  read_folder ("merges");
  read_folder ("special");
  read_folder ("clean");
  read_folder ("pieces");
  return 0;
}
