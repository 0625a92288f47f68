/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "engine/words/tokenizer.h"

#define N_IDS 16

static const char *const texts[] = {
  "",
  "a photo of a cat's ab, abab <|endoftext|> <unk> </s>",
  " \xc2\xa0 A\xcc\x81\xcc\xa3 \xe3\x82\xab\xe2\x96\x81\xf0\x9f\x98\x80 12\xc2\xbd \xff\xfe",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
};

static void
encode (const KomaTokenizer *tokenizer,
        const char          *text,
        gint32               ids[N_IDS])
{
  const guint n = koma_tokenizer_encode (tokenizer, text, ids, N_IDS);

  g_assert_cmpuint (n, >=, 1);
  g_assert_cmpuint (n, <=, N_IDS);
  for (guint k = 0; k < N_IDS; k++)
    g_assert_true (ids[k] >= 0 && (guint) ids[k] < koma_tokenizer_get_n_ids (tokenizer));
}

void
fuzz_use_tokenizer (const KomaTokenizer *tokenizer)
{
  g_autoptr (GBytes) bytes = koma_tokenizer_to_bytes (tokenizer);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTokenizer) copy = koma_tokenizer_new_from_bytes (bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_tokenizer_get_n_ids (copy), ==, koma_tokenizer_get_n_ids (tokenizer));
  g_assert_cmpint (koma_tokenizer_get_end (copy), ==, koma_tokenizer_get_end (tokenizer));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    gint32 ids[N_IDS], copy_ids[N_IDS];

    encode (tokenizer, texts[i], ids);
    encode (copy, texts[i], copy_ids);
    g_assert_cmpmem (copy_ids, sizeof copy_ids, ids, sizeof ids);
  }
}
