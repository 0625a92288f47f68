/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Unigram tokenizers: models of SentencePiece and tokenizer.json with a few pieces. */

#include <math.h>
#include <string.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "engine/words/sentence-piece.pb-c.h"
#include "engine/words/tokenizer.h"
#include "fixture.h"
#include "tests/test-main.h"

#define N_IDS     16
#define N_PIECES  16
#define BLANK     "▁"
#define MAX_UNITS 512

typedef Sentencepiece__Model Model;
typedef Sentencepiece__Piece Piece;

/* A model of pieces that a test says, and what it is written from. */
typedef struct
{
  Model                     model;
  Sentencepiece__Trainer    trainer;
  Sentencepiece__Normalizer normalizer;
  Piece                     pieces[N_PIECES];
  Piece                    *list[N_PIECES];
} Sketch;

static void
add_piece (Sketch     *sketch,
           const char *text,
           float       score,
           int         type)
{
  const gsize n = sketch->model.n_pieces++;
  Piece      *piece = &sketch->pieces[n];

  g_assert_cmpuint (n, <, N_PIECES);
  *piece = (Piece) SENTENCEPIECE__PIECE__INIT;
  piece->has_piece = piece->has_score = piece->has_type = TRUE;
  piece->piece.data = (guint8 *) text;
  piece->piece.len = strlen (text);
  piece->score = score;
  piece->type = type;
  sketch->list[n] = piece;
}

/* 0: unknown, 1: </s>, 2: ▁a, 3: ▁, 4: a, 5: b, 6: ab, 7: B alone, 8: ▁b */
static void
init_sketch (Sketch *sketch)
{
  *sketch = (Sketch){ 0 };
  sketch->model = (Model) SENTENCEPIECE__MODEL__INIT;
  sketch->trainer = (Sentencepiece__Trainer) SENTENCEPIECE__TRAINER__INIT;
  sketch->normalizer = (Sentencepiece__Normalizer) SENTENCEPIECE__NORMALIZER__INIT;
  sketch->model.trainer_spec = &sketch->trainer;
  sketch->model.normalizer_spec = &sketch->normalizer;
  sketch->model.pieces = sketch->list;
  add_piece (sketch, "<unk>", 0, 2);
  add_piece (sketch, "</s>", 0, 3);
  add_piece (sketch, BLANK "a", -2, 1);
  add_piece (sketch, BLANK, -3, 1);
  add_piece (sketch, "a", -3, 1);
  add_piece (sketch, "b", -3, 1);
  add_piece (sketch, "ab", -4, 1);
  add_piece (sketch, "B", -1, 1);
  add_piece (sketch, BLANK "b", -4, 1);
}

static KomaTokenizer *
read_sketch (const Sketch *sketch,
             const Folder *folder,
             GError      **error)
{
  const gsize        n_bytes = sentencepiece__model__get_packed_size (&sketch->model);
  g_autofree guint8 *data = g_malloc (n_bytes);

  sentencepiece__model__pack (&sketch->model, data);
  folder_write (folder, "spiece.model", data, (gssize) n_bytes);
  return koma_tokenizer_new (folder->path, NULL, error);
}

static void
check_ids (const KomaTokenizer *tokenizer,
           const char          *text,
           const char          *expected)
{
  gint32      ids[N_IDS];
  const guint n = koma_tokenizer_encode (tokenizer, text, ids, N_IDS);
  g_autoptr (GString) line = g_string_new (NULL);

  g_test_message ("%s", text);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (line, "%s%d", i > 0 ? " " : "", ids[i]);
  g_assert_cmpstr (line->str, ==, expected);
}

static void
check (const KomaTokenizer *tokenizer,
       const char          *text,
       const char          *expected)
{
  g_autoptr (KomaTokenizer) copy = tokenizer_copy (tokenizer);

  check_ids (tokenizer, text, expected);
  check_ids (copy, text, expected);
}

static void
check_sketch (const Sketch *sketch,
              const char   *text,
              const char   *expected)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  tokenizer = read_sketch (sketch, &folder, &error);
  g_assert_no_error (error);
  check (tokenizer, text, expected);
}

/* Small letters, no punctuation, single blanks; then the best pieces. */
static void
test_siglip (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;
  Sketch sketch;
  gint32 ids[4];

  folder_init (&folder);
  init_sketch (&sketch);
  tokenizer = read_sketch (&sketch, &folder, &error);
  g_assert_no_error (error);
  check (tokenizer, "", "1");
  check (tokenizer, " .!? ", "1");
  check (tokenizer, "a", "2 1");
  check (tokenizer, "A, b.", "2 8 1");
  check (tokenizer, "a\x1c\xc2\xa0-\tB", "2 8 1");
  /* ▁a b is better than ▁ ab. */
  check (tokenizer, "ab", "2 5 1");
  check (tokenizer, "bab", "8 6 1");
  /* One for several characters in a row that no piece has. */
  check (tokenizer, "xyaz", "3 0 4 0 1");
  /* Control pieces are in no text. */
  check (tokenizer, "a<unk></s>", "2 0 1");
  g_assert_cmpuint (koma_tokenizer_encode (tokenizer, "a b a b a", ids, 4), ==, 4);
  g_assert_cmpint (ids[2], ==, 2);
  g_assert_cmpint (ids[3], ==, 1);
  g_assert_cmpuint (koma_tokenizer_get_n_ids (tokenizer), ==, 9);
  /* What lies beside it may keep capital letters. */
  folder_write_json (&folder, "tokenizer_config.json", "{'do_lower_case':false,'pad_token':'a'}");
  g_clear_pointer (&tokenizer, koma_tokenizer_free);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_no_error (error);
  check (tokenizer, "aB", "2 7 1");
  g_assert_cmpuint (koma_tokenizer_encode (tokenizer, "a", ids, 4), ==, 2);
  g_assert_cmpint (ids[3], ==, 4);
}

static void
test_settings (void)
{
  Sketch sketch;

  init_sketch (&sketch);
  sketch.normalizer.has_add_dummy_prefix = TRUE;
  sketch.normalizer.add_dummy_prefix = FALSE;
  check_sketch (&sketch, "ab", "6 1");
  init_sketch (&sketch);
  sketch.trainer.has_treat_whitespace_as_suffix = TRUE;
  sketch.trainer.treat_whitespace_as_suffix = TRUE;
  check_sketch (&sketch, "b", "5 3 1");
  init_sketch (&sketch);
  sketch.normalizer.has_escape_whitespaces = TRUE;
  sketch.normalizer.escape_whitespaces = FALSE;
  check_sketch (&sketch, "a", "0 4 1");
}

/* What the user defined is one piece, whatever its score; what is not used is none. */
static void
test_types (void)
{
  Sketch sketch;

  init_sketch (&sketch);
  add_piece (&sketch, "aba", -100, 4);
  add_piece (&sketch, "bb", 0, 5);
  check_sketch (&sketch, "ababb", "3 9 5 5 1");
}

/* Of 256 pieces for bytes there must be all. */
static void
test_bytes (void)
{
  g_autoptr (GString) json = g_string_new (
    "{'model':{'type':'Unigram','unk_id':0,'byte_fallback':true,'vocab':[['<unk>',0],['</s>',0],"
    "['a',-1]");
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 256; i++)
    g_string_append_printf (json, ",['<0x%02X>',-5]", i);
  g_string_append (json, "]}}");
  folder_init (&folder);
  folder_write_json (&folder, "tokenizer.json", json->str);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_no_error (error);
  check (tokenizer, "a\xc3\xa9"
                    "a",
         "2 198 172 2 1");
}

/* As exported for SigLIP: all of what a text goes through is in the file. */
static void
test_json (void)
{
  static const char text[] =
    "{'normalizer':{'type':'Sequence','normalizers':[{'type':'Lowercase'},{'type':'Replace',"
    "'pattern':{'Regex':'[!,\\\\-\\\\.\\\\]]'},'content':''},{'type':'Replace','pattern':{'Regex':"
    "'\\\\s+'},'content':' '},{'type':'Strip','strip_left':true,'strip_right':true}]},"
    "'pre_tokenizer':{'type':'Metaspace','replacement':'" BLANK "','prepend_scheme':'always'},"
    "'post_processor':{'type':'TemplateProcessing','single':[{'Sequence':{'id':'A'}},"
    "{'SpecialToken':{'id':'</s>'}}]},"
    "'added_tokens':[{'id':1,'content':'</s>','normalized':false,'lstrip':true,'rstrip':true}],"
    "'padding':{'pad_id':3},"
    "'model':{'unk_id':0,'vocab':[['<unk>',0],['</s>',0],['" BLANK "a',-2],['" BLANK
    "',-3],['a',-3],['b',-3],['ab',-4],['" BLANK "b',-4]]}}";
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;
  gint32 ids[3];

  folder_init (&folder);
  folder_write_json (&folder, "tokenizer.json", text);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_no_error (error);
  check (tokenizer, "", "1");
  check (tokenizer, " A-,  b.] ", "2 7 1");
  check (tokenizer, "bab x", "7 6 3 0 1");
  check (tokenizer, "a </s> b", "2 1 7 1");
  g_assert_cmpuint (koma_tokenizer_encode (tokenizer, "", ids, 3), ==, 1);
  g_assert_cmpint (ids[2], ==, 3);
}

/* A table of characters as SentencePiece has it; the caller fills the units. */
static void
set_table (Sketch        *sketch,
           const guint32 *units, /* [MAX_UNITS] */
           const char    *texts,
           gsize          n_text_bytes,
           GByteArray    *bytes)
{
  guint32 size = GUINT32_TO_LE (MAX_UNITS * sizeof (guint32));

  g_byte_array_append (bytes, (const guint8 *) &size, sizeof size);
  for (guint i = 0; i < MAX_UNITS; i++) {
    const guint32 unit = GUINT32_TO_LE (units[i]);

    g_byte_array_append (bytes, (const guint8 *) &unit, sizeof unit);
  }
  g_byte_array_append (bytes, (const guint8 *) texts, (guint) n_text_bytes);
  sketch->normalizer.has_precompiled_charsmap = TRUE;
  sketch->normalizer.precompiled_charsmap.data = bytes->data;
  sketch->normalizer.precompiled_charsmap.len = bytes->len;
}

/* "x" becomes the text at 0, "xy" that at 2. */
static void
fill_units (guint32 *units) /* [MAX_UNITS] */
{
  /* The root's children are at 256 + byte, those of "x" at 384 ^ byte, that of "xy" is 510. */
  units[0] = 256u << 10;
  units[256 + 'x'] = 'x' | 1u << 8 | ((256u + 'x') ^ 384u) << 10;
  units[384] = 1u << 31 | 0;
  units[384 ^ 'y'] = 'y' | 1u << 8 | ((384u ^ 'y') ^ 510u) << 10;
  units[510] = 1u << 31 | 2;
}

/* "x" becomes "a", "xy" becomes "b": the longer one is taken. */
static void
test_table (void)
{
  guint32 units[MAX_UNITS] = { 0 };
  Sketch  sketch;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  fill_units (units);
  init_sketch (&sketch);
  set_table (&sketch, units, "a\0b", 4, bytes);
  check_sketch (&sketch, "x", "2 1");
  check_sketch (&sketch, "xy", "8 1");
  check_sketch (&sketch, "xxy", "2 5 1");
}

/* Hugging Face's tokenizers use the same table in another way: the shortest entry stands for all of
 * a short cluster, here "x" with an accent, and in "xy" nothing but "x" is looked for. */
static void
test_table_of_json (void)
{
  guint32 units[MAX_UNITS] = { 0 };
  Sketch  sketch;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *base64 = NULL;
  g_autofree char *json = NULL;
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  fill_units (units);
  init_sketch (&sketch);
  set_table (&sketch, units, "a\0b", 4, bytes);
  base64 = g_base64_encode (bytes->data, bytes->len);
  json = g_strdup_printf ("{'normalizer':{'type':'Precompiled','precompiled_charsmap':'%s'},"
                          "'model':{'unk_id':0,'vocab':[['<unk>',0],['</s>',0],['a',-1],['b',-1],"
                          "['y',-1],['\xcc\x81',-1]]}}",
                          base64);
  folder_init (&folder);
  folder_write_json (&folder, "tokenizer.json", json);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_no_error (error);
  check (tokenizer, "xy", "2 4 1");
  check (tokenizer, "x\xcc\x81y", "2 4 1");
  check (tokenizer, "x\xcc\x81\xcc\x81\xcc\x81y", "2 5 5 5 4 1");
}

/* Each node leads back to itself, and says that an entry ends there. */
static void
test_circle (void)
{
  guint32 units[MAX_UNITS] = { 0 };
  Sketch  sketch;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;
  gint32 ids[64];

  units['a'] = 'a' | 1u << 8 | (guint32) 'a' << 10;
  for (guint i = 0; i < 1u << 20; i++)
    g_string_append_c (text, 'a');
  folder_init (&folder);
  init_sketch (&sketch);
  /* And what stands for it is long and no UTF-8. */
  set_table (&sketch, units, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, bytes);
  tokenizer = read_sketch (&sketch, &folder, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_tokenizer_encode (tokenizer, text->str, ids, 64), <=, 64);
}

static void
expect_error (const Sketch *sketch,
              int           code,
              const char   *word)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  tokenizer = read_sketch (sketch, &folder, &error);
  g_assert_null (tokenizer);
  assert_error_says (error, KOMA_ERROR, code, "spiece.model", word, NULL);
}

static void
test_bad (void)
{
  g_autofree char *long_text = g_strnfill (KOMA_MAX_TOKEN_BYTES + 1, 'a');
  Sketch           sketch;

  init_sketch (&sketch);
  sketch.pieces[4].score = NAN;
  expect_error (&sketch, KOMA_ERROR_MODEL, "piece 4");
  init_sketch (&sketch);
  sketch.pieces[0].type = 1;
  expect_error (&sketch, KOMA_ERROR_MODEL, "unknown");
  init_sketch (&sketch);
  sketch.pieces[1].piece.len = 1;
  expect_error (&sketch, KOMA_ERROR_MODEL, "</s>");
  init_sketch (&sketch);
  add_piece (&sketch, "ab", 0, 1);
  expect_error (&sketch, KOMA_ERROR_MODEL, "twice");
  init_sketch (&sketch);
  add_piece (&sketch, long_text, 0, 1);
  expect_error (&sketch, KOMA_ERROR_MODEL, "bytes");
  init_sketch (&sketch);
  sketch.trainer.has_model_type = TRUE;
  sketch.trainer.model_type = 2;
  expect_error (&sketch, KOMA_ERROR_UNSUPPORTED, "unigram");
  init_sketch (&sketch);
  sketch.normalizer.has_precompiled_charsmap = TRUE;
  sketch.normalizer.precompiled_charsmap.data = (guint8 *) "\xff\xff\xff\xff";
  sketch.normalizer.precompiled_charsmap.len = 4;
  expect_error (&sketch, KOMA_ERROR_MODEL, "damaged");
}

static void
test_truncated (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  folder_write (&folder, "spiece.model", "\x0a\x20<unk>", -1);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_null (tokenizer);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "spiece.model", "SentencePiece", NULL);
}

/* Pieces that are all prefixes of each other, and a text that has all of them at each place. */
static void
test_long_text (void)
{
  g_autoptr (GString) json = g_string_new (
    "{'model':{'type':'Unigram','unk_id':0,'vocab':[['<unk>',0],['</s>',0]");
  g_autofree char *text = g_strnfill (10u << 20, 'a');
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;
  gint32 ids[64];

  for (guint i = 1; i <= KOMA_MAX_TOKEN_BYTES; i++)
    g_string_append_printf (json, ",['%.*s',-1]", (int) i, text);
  g_string_append (json, "]}}");
  folder_init (&folder);
  folder_write_json (&folder, "tokenizer.json", json->str);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_tokenizer_encode (tokenizer, text, ids, 64), ==,
                    KOMA_MAX_TEXT_BYTES / KOMA_MAX_TOKEN_BYTES + 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tokenizer-pieces/siglip", test_siglip);
  g_test_add_func ("/tokenizer-pieces/settings", test_settings);
  g_test_add_func ("/tokenizer-pieces/types", test_types);
  g_test_add_func ("/tokenizer-pieces/bytes", test_bytes);
  g_test_add_func ("/tokenizer-pieces/json", test_json);
  g_test_add_func ("/tokenizer-pieces/table", test_table);
  g_test_add_func ("/tokenizer-pieces/table-of-json", test_table_of_json);
  g_test_add_func ("/tokenizer-pieces/circle", test_circle);
  g_test_add_func ("/tokenizer-pieces/bad", test_bad);
  g_test_add_func ("/tokenizer-pieces/truncated", test_truncated);
  g_test_add_func ("/tokenizer-pieces/long-text", test_long_text);
  return g_test_run ();
}
