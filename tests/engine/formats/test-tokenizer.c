/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Byte pairs: vocabularies of a few tokens. */

#include <string.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"
#include "tokenizer-files.h"

#define N_IDS 12

#define MERGES      "a b\na b</w>\nab c</w>\n' s</w>\n\xc3\x83 \xc2\xa9</w>\nb c</w>\n"
#define JSON_MERGES "['a b','a b</w>','ab c</w>',\"' s</w>\",'\xc3\x83 \xc2\xa9</w>','b c</w>']"
#define JSON_PAIRS                                                                       \
  "[['a','b'],['a','b</w>'],['ab','c</w>'],[\"'\",'s</w>'],['\xc3\x83','\xc2\xa9</w>']," \
  "['b','c</w>']]"

#define NORMALIZER                                                                   \
  "'normalizer':{'type':'Sequence','normalizers':[{'type':'NFC'},{'type':'Replace'," \
  "'pattern':{'Regex':'\\\\s+'},'content':' '},{'type':'Lowercase'}]}"
#define PRE_TOKENIZER                                                                       \
  "'pre_tokenizer':{'type':'Sequence','pretokenizers':[{'type':'Split','pattern':{'Regex':" \
  "\"'s|'t|'re|'ve|'m|'ll|'d|[\\\\p{L}]+|[\\\\p{N}]|[^\\\\s\\\\p{L}\\\\p{N}]+\"},"          \
  "'behavior':'Removed','invert':true},{'type':'ByteLevel','add_prefix_space':false}]}"
#define POST_PROCESSOR                                                              \
  "'post_processor':{'type':'RobertaProcessing','sep':['<|endoftext|>',41],'cls':[" \
  "'<|startoftext|>',40]}"
#define ADDED                                                                         \
  "'added_tokens':[{'id':40,'content':'<|startoftext|>','normalized':true},{'id':41," \
  "'content':'<|endoftext|>','normalized':false}]"
#define MODEL_TYPE \
  "'model':{'type':'BPE','unk_token':'<|endoftext|>','end_of_word_suffix':'</w>',"
#define MODEL(merges) MODEL_TYPE "'vocab':" TOKENIZER_VOCABULARY ",'merges':" merges "}"
#define TOKENIZER_JSON(merges) \
  "{" NORMALIZER "," PRE_TOKENIZER "," POST_PROCESSOR "," ADDED "," MODEL (merges) "}"

/* The ids that are no padding, in a line. */
static char *
encode (const KomaTokenizer *tokenizer,
        const char          *text,
        guint                n_ids)
{
  g_autofree gint32 *ids = g_new (gint32, n_ids);
  const guint        n = koma_tokenizer_encode (tokenizer, text, ids, n_ids);
  GString           *line = g_string_new (NULL);

  g_assert_cmpuint (n, <=, n_ids);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (line, "%s%d", i > 0 ? " " : "", ids[i]);
  return g_string_free (line, FALSE);
}

static void
check (const KomaTokenizer *tokenizer,
       const char          *text,
       const char          *expected)
{
  g_autoptr (KomaTokenizer) copy = tokenizer_copy (tokenizer);
  g_autofree char *line = encode (tokenizer, text, N_IDS);
  g_autofree char *line_of_copy = encode (copy, text, N_IDS);

  g_test_message ("%s", text);
  g_assert_cmpstr (line, ==, expected);
  g_assert_cmpstr (line_of_copy, ==, expected);
}

static void
check_all (const KomaTokenizer *tokenizer)
{
  check (tokenizer, "", "40 41");
  check (tokenizer, " \t\n", "40 41");
  check (tokenizer, "a", "40 10 41");
  check (tokenizer, "AB abc", "40 31 32 41");
  check (tokenizer, "abab", "40 30 31 41");
  check (tokenizer, "bcbc", "40 1 2 35 41");
  check (tokenizer, "ab's", "40 31 33 41");
  /* Two bytes, each with a character of its own; written in two ways, one of them normalised. */
  check (tokenizer, "\xc3\xa9", "40 34 41");
  /* Single numbers; a contraction at the beginning of a longer run of letters. */
  check (tokenizer, "11a", "40 17 17 10 41");
  check (tokenizer, "'si", "40 33 19 41");
  /* White space of all kinds. */
  check (tokenizer, "a\xc2\xa0"
                    "b\xe3\x80\x80"
                    "a\xc2\x85"
                    "b",
         "40 10 11 10 11 41");
  /* What is not in the vocabulary. */
  check (tokenizer, "axb", "40 0 41 11 41");
  /* Special tokens as they were written, and one that is looked for in small letters. */
  check (tokenizer, "a<|endoftext|>b", "40 10 41 11 41");
  check (tokenizer, "a<|STARTOFTEXT|>b", "40 10 40 11 41");
  /* Cut. */
  check (tokenizer, "a a a a a a a a a a a a", "40 10 10 10 10 10 10 10 10 10 10 41");
}

static void
test_vocab_merges (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;

  folder_init (&folder);
  tokenizer_write_json (&folder, "vocab.json", TOKENIZER_VOCABULARY);
  folder_write (&folder, "merges.txt", "#version: 0.2\r\n" MERGES, -1);
  tokenizer = tokenizer_read (&folder);
  check_all (tokenizer);
  g_assert_cmpint (koma_tokenizer_get_end (tokenizer), ==, 41);
  g_assert_cmpuint (koma_tokenizer_get_n_ids (tokenizer), ==, 42);
}

/* Merges of both forms; tokenizer.json goes before other files. */
static void
test_json (void)
{
  static const char *const texts[] = { TOKENIZER_JSON (JSON_MERGES), TOKENIZER_JSON (JSON_PAIRS) };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaTokenizer) tokenizer = NULL;

    folder_init (&folder);
    tokenizer_write_json (&folder, "tokenizer.json", texts[i]);
    folder_write (&folder, "vocab.json", "{", -1);
    folder_write (&folder, "merges.txt", "", -1);
    tokenizer = tokenizer_read (&folder);
    check_all (tokenizer);
  }
}

/* Without "post_processor" and "added_tokens" the vocabulary's own names are the special tokens. */
static void
test_plain_json (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;

  folder_init (&folder);
  tokenizer_write_json (&folder, "tokenizer.json",
                        "{" NORMALIZER "," PRE_TOKENIZER "," MODEL (JSON_PAIRS) "}");
  tokenizer = tokenizer_read (&folder);
  check (tokenizer, "AB abc", "40 31 32 41");
}

static void
test_padding (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  gint32 ids[5];

  folder_init (&folder);
  tokenizer_write_json (&folder, "vocab.json", TOKENIZER_VOCABULARY);
  folder_write (&folder, "merges.txt", MERGES, -1);
  tokenizer_write_json (&folder, "tokenizer_config.json",
                        "{'pad_token':'c','bos_token':{'content':'h'}}");
  tokenizer_write_json (&folder, "special_tokens_map.json", "{'pad_token':'a'}");
  tokenizer = tokenizer_read (&folder);
  g_assert_cmpuint (koma_tokenizer_encode (tokenizer, "b", ids, 5), ==, 3);
  g_assert_cmpint (ids[0], ==, 8);
  g_assert_cmpint (ids[1], ==, 11);
  g_assert_cmpint (ids[2], ==, 41);
  g_assert_cmpint (ids[3], ==, 0);
  g_assert_cmpint (ids[4], ==, 0);
}

/* A pair that is there twice has its last place, and of two equal pairs the left one is merged. */
static void
test_order (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;

  folder_init (&folder);
  tokenizer_write_json (&folder, "vocab.json", TOKENIZER_VOCABULARY);
  folder_write (&folder, "merges.txt", "a b\nb c</w>\na b\n", -1);
  tokenizer = tokenizer_read (&folder);
  check (tokenizer, "abc", "40 0 35 41");
  check (tokenizer, "aba", "40 30 10 41");
}

/* As exported for SigLIP 2: a text is one word of characters, blanks become U+2581, and what is in
 * no token goes by its bytes. */
static void
test_characters (void)
{
  static const char text[] =
    "{'normalizer':{'type':'Replace','pattern':{'String':' '},'content':'▁'},"
    "'pre_tokenizer':{'type':'Split','pattern':{'String':' '},'behavior':'MergedWithPrevious'},"
    "'post_processor':{'type':'TemplateProcessing','single':[{'Sequence':{'id':'A'}},"
    "{'SpecialToken':{'id':'<eos>'}}]},"
    "'model':{'type':'BPE','unk_token':'<unk>','fuse_unk':true,'byte_fallback':true,'vocab':{"
    "'<pad>':0,'<eos>':1,'<unk>':3,'▁':4,'a':5,'b':6,'▁b':7,'<0xC3>':8,"
    "'<0xA9>':9,'a▁b':10},'merges':['▁ b','a ▁b']}}";
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  gint32 ids[4];

  folder_init (&folder);
  tokenizer_write_json (&folder, "tokenizer.json", text);
  tokenizer_write_json (&folder, "tokenizer_config.json", "{'pad_token':'<pad>'}");
  tokenizer = tokenizer_read (&folder);
  check (tokenizer, "a b", "10 1");
  check (tokenizer, "ba  b", "6 5 4 7 1");
  /* The second one has no tokens for its bytes. */
  check (tokenizer, "\xc3\xa9"
                    "a\xc3\xa8xyb",
         "8 9 5 3 6 1");
  g_assert_cmpuint (koma_tokenizer_encode (tokenizer, "a", ids, 4), ==, 2);
  g_assert_cmpint (ids[3], ==, 0);
}

/* Each character by itself: capital letters that are numbers or symbols, one whose small form has
 * two characters, and a sigma that does not know that it is the last one. */
static void
test_lower (void)
{
  static const char text[] =
    "{'normalizer':{'type':'Lowercase'},'model':{'type':'BPE','vocab':{'</s>':0,'ⅻ':1,'ⓩ':2,'i':3,"
    "'\xcc\x87':4,'σ':5,'ς':6,'ß':7,'ǆ':8},'merges':[]}}";
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;

  folder_init (&folder);
  tokenizer_write_json (&folder, "tokenizer.json", text);
  tokenizer = tokenizer_read (&folder);
  check (tokenizer, "ⅫⓏİΣΣςẞǄǅ", "1 2 3 4 5 5 6 7 8 8 0");
}

/* The first line may be a merge of "#", no comment. */
static void
test_number_sign (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;

  folder_init (&folder);
  tokenizer_write_json (&folder, "vocab.json",
                        "{'#':0,'#</w>':1,'##</w>':2,'<|startoftext|>':40,'<|endoftext|>':41}");
  folder_write (&folder, "merges.txt", "# #</w>\n", -1);
  tokenizer = tokenizer_read (&folder);
  check (tokenizer, "##", "40 2 41");
}

/* What open_clip does with a text before the tokenizer sees it. */
static void
test_clean (void)
{
  static const struct
  {
    const char *settings;
    const char *ids; /* of "A_b ,  C " */
  } cases[] = {
    { "'hf_tokenizer_name':'x','tokenizer_kwargs':{'clean':'canonicalize'}", "1 4 2 4 3 0" },
    { "'hf_tokenizer_name':'x','tokenizer_kwargs':{'clean':'lower'}", "1 8 2 4 9 4 3 0" },
    { "'hf_tokenizer_name':'x'", "5 8 2 4 9 4 7 0" },
    { "'vocab_size':10", "5 8 2 4 9 4 4 7 4 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *config = g_strdup_printf ("{'model_cfg':{'text_cfg':{%s}}}",
                                               cases[i].settings);
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaTokenizer) tokenizer = NULL;

    folder_init (&folder);
    tokenizer_write_json (&folder, "tokenizer.json",
                          "{'normalizer':{'type':'Replace','pattern':{'String':' '},'content':'▁'},"
                          "'model':{'type':'BPE','vocab':{'</s>':0,'a':1,'b':2,'c':3,'▁':4,'A':5,"
                          "'B':6,'C':7,'_':8,',':9},'merges':[]}}");
    tokenizer_write_json (&folder, "open_clip_config.json", config);
    tokenizer = tokenizer_read (&folder);
    check (tokenizer, "A_b ,  C ", cases[i].ids);
  }
}

/* 10 MB in one word, and bytes that are no text, have an answer. */
static void
test_long_texts (void)
{
  static const char *const parts[] = { "a", "ab ", "\xff", "\xcc\x81\xcc\xa3", "<|startoftext|>",
                                       "'", " " };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;

  folder_init (&folder);
  tokenizer_write_json (&folder, "vocab.json", TOKENIZER_VOCABULARY);
  folder_write (&folder, "merges.txt", MERGES, -1);
  tokenizer = tokenizer_read (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_autofree char *line = NULL;

    while (text->len < 10u << 20)
      g_string_append (text, parts[i]);
    line = encode (tokenizer, text->str, 77);
    g_assert_true (g_str_has_prefix (line, "40 ") && g_str_has_suffix (line, "41"));
  }
}

/* As much as a file may have: what another process makes of it is the same. */
static void
test_most (void)
{
  g_autofree char *suffix = g_strnfill (KOMA_MAX_TOKEN_BYTES, 'x');
  g_auto (Folder) folder = { 0 };
  g_autoptr (GString) json = g_string_new ("{'normalizer':{'type':'Sequence','normalizers':[");
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (KomaTokenizer) none = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 16; i++)
    g_string_append_printf (json, "%s{'type':'Strip'}", i > 0 ? "," : "");
  g_string_append_printf (json, "]},'model':{'type':'BPE','vocab':{'a':0,'</s>':1},'merges':[],"
                                "'end_of_word_suffix':'%s'}}",
                          suffix);
  folder_init (&folder);
  tokenizer_write_json (&folder, "tokenizer.json", json->str);
  tokenizer = tokenizer_read (&folder);
  check (tokenizer, " aa ", "0 1");
  g_string_replace (json, "'end_of_word_suffix':'", "'end_of_word_suffix':'x", 1);
  tokenizer_write_json (&folder, "tokenizer.json", json->str);
  none = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_null (none);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "tokenizer.json", "end_of_word_suffix",
                     NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tokenizer/vocab-merges", test_vocab_merges);
  g_test_add_func ("/tokenizer/json", test_json);
  g_test_add_func ("/tokenizer/plain-json", test_plain_json);
  g_test_add_func ("/tokenizer/padding", test_padding);
  g_test_add_func ("/tokenizer/order", test_order);
  g_test_add_func ("/tokenizer/characters", test_characters);
  g_test_add_func ("/tokenizer/lower", test_lower);
  g_test_add_func ("/tokenizer/clean", test_clean);
  g_test_add_func ("/tokenizer/number-sign", test_number_sign);
  g_test_add_func ("/tokenizer/long-texts", test_long_texts);
  g_test_add_func ("/tokenizer/most", test_most);
  return g_test_run ();
}
