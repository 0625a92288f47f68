/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that are no vocabularies, or too much of one: each is refused, and says why. */

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"
#include "tokenizer-files.h"

typedef struct
{
  const char *name;
  const char *file;
  const char *text; /* of JSON as tokenizer_write_json () takes it */
  int         code;
  const char *words[2];
} Bad;

#define BAD_JSON(name, text, code, ...) \
  {                                     \
    name, "tokenizer.json", text, code, \
    {                                   \
      __VA_ARGS__                       \
    }                                   \
  }

static const Bad bad[] = {
  { "no-file", "x", "", KOMA_ERROR_MODEL, { "vocab.json", "tokenizer.json" } },
  { "vocabulary-list", "vocab.json", "[]", KOMA_ERROR_MODEL, { "vocab.json", "ids" } },
  { "negative-id", "vocab.json", "{'a':-1}", KOMA_ERROR_MODEL, { "vocab.json", "a" } },
  { "huge-id", "vocab.json", "{'a':4294967297}", KOMA_ERROR_MODEL, { "vocab.json", "a" } },
  { "empty-token", "vocab.json", "{'':1}", KOMA_ERROR_MODEL, { "vocab.json", "0 bytes" } },
  { "no-end", "vocab.json", "{'#version:':0}", KOMA_ERROR_MODEL, { "vocab.json", "start token" } },
  { "unknown-merge", "merges.txt", "a b\na x\n", KOMA_ERROR_MODEL, { "merge 2", "x" } },
  { "unknown-pair", "merges.txt", "a c\n", KOMA_ERROR_MODEL, { "merge 1", "both" } },
  { "no-pair", "merges.txt", "a b\nab\n", KOMA_ERROR_MODEL, { "merges.txt", "merge 2" } },
  { "special-token", "special_tokens_map.json", "{'bos_token':'<s>'}", KOMA_ERROR_MODEL, { "start", "<s>" } },
  { "clean", "open_clip_config.json", "{'model_cfg':{'text_cfg':{'tokenizer_kwargs':{'clean':'x'}}}}", KOMA_ERROR_UNSUPPORTED, { "open_clip_config.json", "“clean”" } },
  BAD_JSON ("no-model", "{}", KOMA_ERROR_MODEL, "tokenizer.json", "unk_id"),
  BAD_JSON ("type", "{'model':{'type':'WordPiece'}}", KOMA_ERROR_UNSUPPORTED, "WordPiece"),
  BAD_JSON ("normalizer", "{'normalizer':{'type':'Nmt'}}", KOMA_ERROR_UNSUPPORTED, "Nmt"),
  BAD_JSON ("regex", "{'normalizer':{'type':'Replace','pattern':{'Regex':'a|b'},'content':''}}", KOMA_ERROR_UNSUPPORTED, "a|b"),
  BAD_JSON ("table", "{'normalizer':{'type':'Precompiled','precompiled_charsmap':'AAAA'}}", KOMA_ERROR_MODEL, "Precompiled", "damaged"),
  BAD_JSON ("pre-tokenizer", "{'pre_tokenizer':{'type':'Digits'}}", KOMA_ERROR_UNSUPPORTED, "Digits"),
  BAD_JSON ("split", "{'pre_tokenizer':{'type':'Split','pattern':{'Regex':'x'}}}", KOMA_ERROR_UNSUPPORTED, "“x”"),
  BAD_JSON ("bytes", "{'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':false}}", KOMA_ERROR_UNSUPPORTED, "ByteLevel"),
  BAD_JSON ("blank", "{'pre_tokenizer':{'type':'Metaspace','replacement':'_'}}", KOMA_ERROR_UNSUPPORTED, "Metaspace"),
  BAD_JSON ("white-space", "{'pre_tokenizer':{'type':'WhitespaceSplit'}}", KOMA_ERROR_UNSUPPORTED, "WhitespaceSplit"),
  BAD_JSON ("prefix", "{'model':{'type':'BPE','continuing_subword_prefix':'##'}}", KOMA_ERROR_UNSUPPORTED, "##"),
  BAD_JSON ("merge", "{'model':{'type':'BPE','vocab':{'a':1},'merges':[7]}}", KOMA_ERROR_MODEL, "merge 1"),
  BAD_JSON ("added", "{'model':{'type':'BPE','vocab':{'a':1}},'added_tokens':[{'id':-4}]}", KOMA_ERROR_MODEL, "added_tokens"),
  BAD_JSON ("end", "{'model':{'type':'BPE','vocab':{'a':1}}}", KOMA_ERROR_MODEL, "end token"),
  BAD_JSON ("processor", "{'model':{'type':'BPE','vocab':{'a':1}},'post_processor':{'type':'X1'}}", KOMA_ERROR_UNSUPPORTED, "X1"),
  BAD_JSON ("no-pieces", "{'model':{'type':'Unigram','unk_id':0,'vocab':[]}}", KOMA_ERROR_MODEL, "unk_id"),
  BAD_JSON ("score", "{'model':{'unk_id':0,'vocab':[['a',NaN]]}}", KOMA_ERROR_MODEL, "piece 0"),
  BAD_JSON ("twice", "{'model':{'unk_id':0,'vocab':[['a',-1],['a',-2]]}}", KOMA_ERROR_MODEL, "twice"),
};

static void
test_bad (gconstpointer data)
{
  const Bad *self = data;
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  if (!g_str_equal (self->name, "no-file")) {
    tokenizer_write_json (&folder, "vocab.json", TOKENIZER_VOCABULARY);
    folder_write (&folder, "merges.txt", "#version: 0.2\n", -1);
  }
  if (g_str_has_suffix (self->file, ".txt"))
    folder_write (&folder, self->file, self->text, -1);
  else
    tokenizer_write_json (&folder, self->file, self->text);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_null (tokenizer);
  assert_error_says (error, KOMA_ERROR, self->code, self->words[0], self->words[1], NULL);
}

/* A vocabulary of 500 tokens more than there may be. */
static void
test_many_tokens (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GString) json = g_string_new ("{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0");
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < KOMA_MAX_TOKENS + 500; i++)
    g_string_append_printf (json, ",\"%x\":1", i);
  g_string_append (json, "}}}");
  folder_init (&folder);
  folder_write (&folder, "tokenizer.json", json->str, (gssize) json->len);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_null (tokenizer);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "tokenizer.json", "tokens", NULL);
}

/* A list as long as a file may have. */
static void
check_list (const char *begin,
            const char *element,
            guint       n,
            const char *end,
            int         code,
            const char *word)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GString) json = g_string_new (begin);
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (json, "%s%s", i > 0 ? "," : "", element);
  g_string_append (json, end);
  folder_init (&folder);
  tokenizer_write_json (&folder, "tokenizer.json", json->str);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_null (tokenizer);
  assert_error_says (error, KOMA_ERROR, code, "tokenizer.json", word, NULL);
}

/* What would be done for each text, or for each token, is limited. */
static void
test_long_lists (void)
{
  g_autofree char *text = g_strnfill (KOMA_MAX_TOKEN_BYTES + 1, 'a');
  g_autofree char *replace =
    g_strdup_printf ("{'type':'Replace','pattern':{'String':'b'},'content':'%s'}", text);

  check_list ("{'normalizer':{'type':'Sequence','normalizers':[", "{'type':'NFC'}", 40000, "]}}",
              KOMA_ERROR_MODEL, "normalizers");
  check_list ("{'normalizer':{'type':'Sequence','normalizers':[", "{'type':'Strip'}", 17, "]}}",
              KOMA_ERROR_MODEL, "normalizers");
  check_list ("{'normalizer':", replace, 1, "}", KOMA_ERROR_MODEL, "bytes");
  check_list ("{'model':{'type':'BPE','vocab':{'a':1}},'added_tokens':[", "{'id':1,'content':'a'}",
              20000, "]}", KOMA_ERROR_MEMORY, "added_tokens");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autofree char *path = g_strconcat ("/tokenizer-refused/", bad[i].name, NULL);

    g_test_add_data_func (path, &bad[i], test_bad);
  }
  g_test_add_func ("/tokenizer-refused/many-tokens", test_many_tokens);
  g_test_add_func ("/tokenizer-refused/long-lists", test_long_lists);
  return g_test_run ();
}
