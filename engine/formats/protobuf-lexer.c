/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "protobuf-lexer.h"

#include <string.h>

#include "engine/koma/koma-error.h"

/* Of a token, in an error. */
#define MAX_SHOWN 32

/**
 * koma_protobuf_lexer_init:
 * @self: (out caller-allocates): stands before the first token
 * @text: need not end with a NUL; outlives @self
 * @length: of @text in bytes
 *
 * Thread: any.
 */
void
koma_protobuf_lexer_init (KomaProtobufLexer *self,
                          const char        *text,
                          gsize              length)
{
  *self = (KomaProtobufLexer){
    .at = text,
    .end = text + length,
    .line = 1,
    .token = g_string_new (NULL),
  };
}

void
koma_protobuf_lexer_clear (KomaProtobufLexer *self)
{
  if (self->token != NULL)
    g_string_free (g_steal_pointer (&self->token), TRUE);
}

/* The next character, or NUL behind the last one; a NUL of the text is part of no token. */
static char
peek (const KomaProtobufLexer *self)
{
  return self->at < self->end ? *self->at : '\0';
}

static void
skip_blanks (KomaProtobufLexer *self)
{
  gboolean is_comment = FALSE;

  while (self->at < self->end && (is_comment || g_ascii_isspace (*self->at) || *self->at == '#')) {
    is_comment = (is_comment || *self->at == '#') && *self->at != '\n';
    self->line += *self->at == '\n';
    self->at++;
  }
}

static gboolean
fail_escape (const KomaProtobufLexer *self,
             GError                 **error)
{
  return koma_fail (error, KOMA_ERROR_MODEL,
                    "line %u: a text has an escape that is none behind a “\\”", self->line);
}

static gboolean
is_digit (char  c,
          guint base)
{
  const int value = g_ascii_xdigit_value (c);

  return value >= 0 && value < (int) base;
}

/* @ret_number gets up to @max digits. Returns: whether there was one */
static gboolean
read_digits (KomaProtobufLexer *self,
             guint              base,
             guint              max,
             guint             *ret_number)
{
  guint n = 0;

  *ret_number = 0;
  while (n < max && is_digit (peek (self), base)) {
    *ret_number = *ret_number * base + (guint) g_ascii_xdigit_value (*self->at++);
    n++;
  }
  return n > 0;
}

static gboolean
read_character (KomaProtobufLexer *self,
                guint              n_digits,
                GError           **error)
{
  guint number = 0;

  if (!read_digits (self, 16, n_digits, &number) || !g_unichar_validate (number))
    return fail_escape (self, error);
  g_string_append_unichar (self->token, number);
  return TRUE;
}

/* What stands behind the backslash. */
static gboolean
read_escape (KomaProtobufLexer *self,
             GError           **error)
{
  static const char letters[] = "abfnrtv\\'\"?";
  static const char meanings[] = "\a\b\f\n\r\t\v\\'\"?";
  const char        letter = peek (self);
  const char       *found = letter != '\0' ? strchr (letters, letter) : NULL;
  guint             number = 0;

  if (self->at == self->end)
    return fail_escape (self, error);
  if (is_digit (letter, 8)) {
    (void) read_digits (self, 8, 3, &number);
    if (number > 0xff)
      return fail_escape (self, error);
    g_string_append_c (self->token, (char) number);
    return TRUE;
  }
  self->at++;
  if (found != NULL) {
    g_string_append_c (self->token, meanings[found - letters]);
    return TRUE;
  }
  if (letter == 'u' || letter == 'U')
    return read_character (self, letter == 'u' ? 4 : 8, error);
  if ((letter != 'x' && letter != 'X') || !read_digits (self, 16, 2, &number))
    return fail_escape (self, error);
  g_string_append_c (self->token, (char) number);
  return TRUE;
}

static gboolean
read_quoted (KomaProtobufLexer *self,
             GError           **error)
{
  const char quote = *self->at++;

  while (self->at < self->end && *self->at != quote && *self->at != '\n') {
    const char c = *self->at++;

    if (c != '\\')
      g_string_append_c (self->token, c);
    else if (!read_escape (self, error))
      return FALSE;
  }
  if (peek (self) != quote)
    return koma_fail (error, KOMA_ERROR_MODEL, "line %u: a text has no quote at its end",
                      self->line);
  self->at++;
  return TRUE;
}

/* Texts behind each other are one. */
static gboolean
read_text (KomaProtobufLexer *self,
           GError           **error)
{
  while (peek (self) == '"' || peek (self) == '\'') {
    if (!read_quoted (self, error))
      return FALSE;
    skip_blanks (self);
  }
  return TRUE;
}

static void
read_word (KomaProtobufLexer *self)
{
  while (g_ascii_isalnum (peek (self)) || peek (self) == '_')
    g_string_append_c (self->token, *self->at++);
}

/* A sign belongs to a number at its beginning, and in its exponent. */
static void
read_number (KomaProtobufLexer *self)
{
  char last = '\0';

  while (g_ascii_isalnum (peek (self)) || peek (self) == '.' ||
         ((peek (self) == '-' || peek (self) == '+') &&
          (last == '\0' || g_ascii_tolower (last) == 'e'))) {
    last = *self->at++;
    g_string_append_c (self->token, last);
  }
}

/**
 * koma_protobuf_lexer_next:
 * @error: return location
 *
 * Goes to the next token. Thread: any. Errors: %KOMA_ERROR_MODEL where a text does not end, or has
 * an escape that is none. They name the line.
 *
 * Returns: whether there is one; %KOMA_PROTOBUF_END is one, too
 */
gboolean
koma_protobuf_lexer_next (KomaProtobufLexer *self,
                          GError           **error)
{
  skip_blanks (self);
  g_string_truncate (self->token, 0);
  if (self->at == self->end) {
    self->kind = KOMA_PROTOBUF_END;
    return TRUE;
  }
  if (*self->at == '"' || *self->at == '\'') {
    self->kind = KOMA_PROTOBUF_TEXT;
    return read_text (self, error);
  }
  if (g_ascii_isalpha (*self->at) || *self->at == '_') {
    self->kind = KOMA_PROTOBUF_WORD;
    read_word (self);
  } else if (g_ascii_isdigit (*self->at) || *self->at == '-' || *self->at == '.') {
    self->kind = KOMA_PROTOBUF_NUMBER;
    read_number (self);
  } else {
    self->kind = KOMA_PROTOBUF_SIGN;
    g_string_append_c (self->token, *self->at++);
  }
  return TRUE;
}

/**
 * koma_protobuf_lexer_is:
 *
 * Returns: whether the token is @sign
 */
gboolean
koma_protobuf_lexer_is (const KomaProtobufLexer *self,
                        char                     sign)
{
  return self->kind == KOMA_PROTOBUF_SIGN && self->token->str[0] == sign;
}

/**
 * koma_protobuf_lexer_fail:
 * @expected: in words, in place of the token
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL, with the line.
 *
 * Returns: %FALSE
 */
gboolean
koma_protobuf_lexer_fail (const KomaProtobufLexer *self,
                          const char              *expected,
                          GError                 **error)
{
  g_autofree char *start = g_strndup (self->token->str, MAX_SHOWN);
  g_autofree char *shown = g_utf8_make_valid (start, -1);

  if (self->kind == KOMA_PROTOBUF_END)
    return koma_fail (error, KOMA_ERROR_MODEL, "line %u: expected %s, found the end", self->line,
                      expected);
  return koma_fail (error, KOMA_ERROR_MODEL, "line %u: expected %s, found “%s”", self->line,
                    expected, shown);
}
