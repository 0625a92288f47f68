/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Protocol buffers in text format (protobuf.dev/reference/protobuf/textformat-spec):
 *
 *   node { name: "x" op: "Add" input: ["a", "b"] attr { key: "T" value { type: DT_FLOAT } } }
 *
 * becomes the binary form, which protobuf-c unpacks: the structs are filled in one place alone. A
 * field that the descriptor lacks is read and left out, as its number in the binary form is. */

#include "protobuf-text.h"

#include <errno.h>
#include <string.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "protobuf-lexer.h"

typedef ProtobufCMessageDescriptor Message;
typedef ProtobufCFieldDescriptor   Field;

typedef enum {
  WIRE_VARINT = 0,
  WIRE_64_BITS = 1,
  WIRE_BYTES = 2,
  WIRE_32_BITS = 5,
} Wire;

typedef struct
{
  KomaProtobufLexer lexer;
  KomaProtobufWord  find_word;
  guint             depth;
} Reading;

static void
reading_clear (Reading *self)
{
  koma_protobuf_lexer_clear (&self->lexer);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/* ---- The binary form ---- */

static void
put_varint (GByteArray *out,
            guint64     number)
{
  do {
    const guint8 byte = (guint8) ((number & 0x7f) | (number > 0x7f ? 0x80 : 0));

    g_byte_array_append (out, &byte, 1);
    number >>= 7;
  } while (number > 0);
}

static void
put_tag (GByteArray  *out,
         const Field *field,
         Wire         wire)
{
  put_varint (out, (guint64) field->id << 3 | wire);
}

static void
put_bytes (GByteArray   *out,
           const Field  *field,
           gconstpointer data,
           gsize         length)
{
  put_tag (out, field, WIRE_BYTES);
  put_varint (out, length);
  g_byte_array_append (out, data, (guint) length);
}

static void
put_bits (GByteArray *out,
          guint64     bits,
          guint       n_bytes)
{
  for (guint i = 0; i < n_bytes; i++) {
    const guint8 byte = (guint8) (bits >> (8 * i));

    g_byte_array_append (out, &byte, 1);
  }
}

/* ---- Values: each reads the token that is there, and leaves it there ---- */

static gboolean
fail_value (const Reading *self,
            const Field   *field,
            const char    *expected,
            GError       **error)
{
  g_autofree char *what = g_strdup_printf ("%s for “%s”", expected, field->name);

  return koma_protobuf_lexer_fail (&self->lexer, what, error);
}

static gboolean
read_text (Reading     *self,
           const Field *field,
           GByteArray  *out,
           GError     **error)
{
  if (self->lexer.kind != KOMA_PROTOBUF_TEXT)
    return fail_value (self, field, "a text in quotes", error);
  /* The structs of protobuf-c would have what is before it, as if that were the name. */
  if (field->type == PROTOBUF_C_TYPE_STRING &&
      strlen (self->lexer.token->str) != self->lexer.token->len)
    return fail_value (self, field, "a text without a NUL", error);
  put_bytes (out, field, self->lexer.token->str, self->lexer.token->len);
  return TRUE;
}

static gboolean
read_bool (Reading     *self,
           const Field *field,
           GByteArray  *out,
           GError     **error)
{
  static const char *const yes[] = { "true", "True", "t", "1", NULL };
  static const char *const no[] = { "false", "False", "f", "0", NULL };
  const char              *word = self->lexer.token->str;
  const gboolean           is_true = g_strv_contains (yes, word);

  if (self->lexer.kind == KOMA_PROTOBUF_TEXT || (!is_true && !g_strv_contains (no, word)))
    return fail_value (self, field, "true or false", error);
  put_tag (out, field, WIRE_VARINT);
  put_varint (out, is_true);
  return TRUE;
}

/* A word that is not known is 0, as a type is that no field of a struct has room for. */
static gboolean
read_integer (Reading     *self,
              const Field *field,
              GByteArray  *out,
              GError     **error)
{
  const gboolean is_narrow = field->type == PROTOBUF_C_TYPE_INT32;
  const char    *start = self->lexer.token->str;
  char          *end = NULL;
  gint64         number = 0;

  errno = 0;
  if (self->lexer.kind == KOMA_PROTOBUF_WORD) {
    if (!self->find_word (start, &number))
      number = 0;
  } else if (self->lexer.kind == KOMA_PROTOBUF_NUMBER) {
    number = g_ascii_strtoll (start, &end, 0);
    if (*end != '\0' || errno != 0 ||
        (is_narrow && (number < G_MININT32 || number > G_MAXINT32)))
      return fail_value (self, field, "a whole number", error);
  } else {
    return fail_value (self, field, "a whole number", error);
  }
  put_tag (out, field, WIRE_VARINT);
  put_varint (out, (guint64) number);
  return TRUE;
}

/* As in C, also with an "f" behind it; "inf" and "nan". */
static gboolean
parse_real (const KomaProtobufLexer *lexer,
            double                  *ret_number)
{
  char *end = NULL;

  if (lexer->kind != KOMA_PROTOBUF_NUMBER && lexer->kind != KOMA_PROTOBUF_WORD)
    return FALSE;
  *ret_number = g_ascii_strtod (lexer->token->str, &end);
  if (end != lexer->token->str && g_ascii_tolower (*end) == 'f')
    end++;
  return end != lexer->token->str && *end == '\0';
}

static gboolean
read_real (Reading     *self,
           const Field *field,
           GByteArray  *out,
           GError     **error)
{
  double  number = 0;
  guint64 bits = 0;
  float   single = 0;
  guint32 single_bits = 0;

  if (!parse_real (&self->lexer, &number))
    return fail_value (self, field, "a number", error);
  if (field->type == PROTOBUF_C_TYPE_DOUBLE) {
    memcpy (&bits, &number, sizeof bits);
    put_tag (out, field, WIRE_64_BITS);
    put_bits (out, bits, sizeof bits);
    return TRUE;
  }
  single = (float) number;
  memcpy (&single_bits, &single, sizeof single_bits);
  put_tag (out, field, WIRE_32_BITS);
  put_bits (out, single_bits, sizeof single_bits);
  return TRUE;
}

static gboolean
read_known (Reading     *self,
            const Field *field,
            GByteArray  *out,
            GError     **error)
{
  switch ((int) field->type) {
  case PROTOBUF_C_TYPE_STRING:
  case PROTOBUF_C_TYPE_BYTES:
    return read_text (self, field, out, error);
  case PROTOBUF_C_TYPE_BOOL:
    return read_bool (self, field, out, error);
  case PROTOBUF_C_TYPE_INT32:
  case PROTOBUF_C_TYPE_INT64:
    return read_integer (self, field, out, error);
  case PROTOBUF_C_TYPE_FLOAT:
  case PROTOBUF_C_TYPE_DOUBLE:
    return read_real (self, field, out, error);
  case PROTOBUF_C_TYPE_MESSAGE:
    return fail_value (self, field, "a message in braces", error);
  default:
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "line %u: “%s” has a type of field that is "
                                                     "not read from text",
                      self->lexer.line, field->name);
  }
}

static gboolean
read_scalar (Reading     *self,
             const Field *field, /* (nullable) */
             GByteArray  *out,
             GError     **error)
{
  if (self->lexer.kind == KOMA_PROTOBUF_END || self->lexer.kind == KOMA_PROTOBUF_SIGN)
    return koma_protobuf_lexer_fail (&self->lexer, "a value", error);
  return (field == NULL || read_known (self, field, out, error)) &&
         koma_protobuf_lexer_next (&self->lexer, error);
}

/* ---- Messages ---- */

static gboolean read_fields (Reading       *self,
                             const Message *type, /* (nullable) */
                             char           closing,
                             GByteArray    *out,
                             GError       **error);

static gboolean
is_opening (const Reading *self)
{
  return koma_protobuf_lexer_is (&self->lexer, '{') || koma_protobuf_lexer_is (&self->lexer, '<');
}

static gboolean
read_message (Reading     *self,
              const Field *field, /* (nullable) */
              GByteArray  *out,
              GError     **error)
{
  const char     closing = koma_protobuf_lexer_is (&self->lexer, '{') ? '}' : '>';
  const gboolean is_known = field != NULL && field->type == PROTOBUF_C_TYPE_MESSAGE;
  g_autoptr (GByteArray) inner = g_byte_array_new ();

  if (field != NULL && !is_known)
    return fail_value (self, field, "a single value", error);
  if (++self->depth > KOMA_MAX_NESTING)
    return koma_fail (error, KOMA_ERROR_MEMORY, "line %u: messages are nested more than %d deep",
                      self->lexer.line, KOMA_MAX_NESTING);
  if (!koma_protobuf_lexer_next (&self->lexer, error) ||
      !read_fields (self, is_known ? field->descriptor : NULL, closing, inner, error) ||
      !koma_protobuf_lexer_next (&self->lexer, error))
    return FALSE;
  self->depth--;
  if (is_known)
    put_bytes (out, field, inner->data, inner->len);
  return TRUE;
}

static gboolean
read_value (Reading     *self,
            const Field *field, /* (nullable) */
            GByteArray  *out,
            GError     **error)
{
  return is_opening (self) ? read_message (self, field, out, error)
                           : read_scalar (self, field, out, error);
}

/* "[1, 2]": several values of one field. */
static gboolean
read_list (Reading     *self,
           const Field *field, /* (nullable) */
           GByteArray  *out,
           GError     **error)
{
  if (field != NULL && field->label != PROTOBUF_C_LABEL_REPEATED)
    return fail_value (self, field, "a single value", error);
  if (!koma_protobuf_lexer_next (&self->lexer, error))
    return FALSE;
  for (guint i = 0; !koma_protobuf_lexer_is (&self->lexer, ']'); i++) {
    if (i > 0 && !koma_protobuf_lexer_is (&self->lexer, ','))
      return koma_protobuf_lexer_fail (&self->lexer, "“,” or “]”", error);
    if ((i > 0 && !koma_protobuf_lexer_next (&self->lexer, error)) ||
        !read_value (self, field, out, error))
      return FALSE;
  }
  return koma_protobuf_lexer_next (&self->lexer, error);
}

/* "name", or "[type.of.an/extension]", which no descriptor here has. */
static gboolean
read_name (Reading       *self,
           const Message *type, /* (nullable) */
           const Field  **ret_field,
           GError       **error)
{
  const gboolean is_extension = koma_protobuf_lexer_is (&self->lexer, '[');

  *ret_field = NULL;
  if (!is_extension && self->lexer.kind != KOMA_PROTOBUF_WORD)
    return koma_protobuf_lexer_fail (&self->lexer, "the name of a field", error);
  if (!is_extension && type != NULL)
    *ret_field = protobuf_c_message_descriptor_get_field_by_name (type, self->lexer.token->str);
  while (is_extension && !koma_protobuf_lexer_is (&self->lexer, ']')) {
    if (!koma_protobuf_lexer_next (&self->lexer, error))
      return FALSE;
    if (self->lexer.kind == KOMA_PROTOBUF_END)
      return koma_protobuf_lexer_fail (&self->lexer, "“]”", error);
  }
  return koma_protobuf_lexer_next (&self->lexer, error);
}

static gboolean
read_field (Reading       *self,
            const Message *type, /* (nullable) */
            GByteArray    *out,
            GError       **error)
{
  const Field *field = NULL;
  gboolean     has_colon = FALSE;

  if (!read_name (self, type, &field, error))
    return FALSE;
  has_colon = koma_protobuf_lexer_is (&self->lexer, ':');
  if (has_colon && !koma_protobuf_lexer_next (&self->lexer, error))
    return FALSE;
  if (!has_colon && !is_opening (self))
    return koma_protobuf_lexer_fail (&self->lexer, "“:” or “{”", error);
  if (!(koma_protobuf_lexer_is (&self->lexer, '[') ? read_list (self, field, out, error)
                                                   : read_value (self, field, out, error)))
    return FALSE;
  return (!koma_protobuf_lexer_is (&self->lexer, ',') &&
          !koma_protobuf_lexer_is (&self->lexer, ';')) ||
         koma_protobuf_lexer_next (&self->lexer, error);
}

/* Up to @closing, or to the end where that is NUL. */
static gboolean
read_fields (Reading       *self,
             const Message *type,
             char           closing,
             GByteArray    *out,
             GError       **error)
{
  while (closing != '\0' ? !koma_protobuf_lexer_is (&self->lexer, closing)
                         : self->lexer.kind != KOMA_PROTOBUF_END)
    if (!read_field (self, type, out, error))
      return FALSE;
  return TRUE;
}

/**
 * koma_protobuf_text_to_binary:
 * @text: a message in text format
 * @length: of @text in bytes
 * @type: of the message
 * @find_word: what a word means where a whole number is expected
 * @error: return location
 *
 * Turns a message in text format into its binary form, which protobuf_c_message_unpack() reads.
 * Whole numbers that are signed and of variable length, real numbers, booleans, texts and messages
 * are known; a struct with other fields is not for this.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is no such text, %KOMA_ERROR_MEMORY where it is
 * nested more than %KOMA_MAX_NESTING deep, %KOMA_ERROR_UNSUPPORTED where a field of @type is none
 * of those. They name the line.
 *
 * Returns: (transfer full): the bytes, or %NULL
 */
GByteArray *
koma_protobuf_text_to_binary (const char                       *text,
                              gsize                             length,
                              const ProtobufCMessageDescriptor *type,
                              KomaProtobufWord                  find_word,
                              GError                          **error)
{
  g_auto (Reading) self = { .find_word = find_word };
  g_autoptr (GByteArray) out = g_byte_array_new ();

  koma_protobuf_lexer_init (&self.lexer, text, length);
  return koma_protobuf_lexer_next (&self.lexer, error) &&
             read_fields (&self, type, '\0', out, error)
           ? g_steal_pointer (&out)
           : NULL;
}
