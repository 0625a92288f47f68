/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "lexer.h"

#include <string.h>

#include "error.h"

typedef struct
{
  const char *at;
  guint       line;
  guint       column;
  gboolean    begins_line;
  GArray     *tokens;
  GError     *error;
} Lexer;

/* Longer ones first. */
static const char *const signs[] = {
  "...",
  "===",
  "!==",
  "**=",
  "=>",
  "==",
  "!=",
  "<=",
  ">=",
  "&&",
  "||",
  "??",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "**",
  "?.",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  ";",
  ":",
  ".",
  "=",
  "+",
  "-",
  "*",
  "/",
  "%",
  "<",
  ">",
  "!",
  "?",
};

static void
clear_token (gpointer token)
{
  g_free (((ScriptToken *) token)->text);
}

static void
fail (Lexer      *self,
      const char *what)
{
  script_fail (&self->error, SCRIPT_ERROR_SYNTAX, self->line, self->column, "%s", what);
}

static void
advance (Lexer *self,
         gsize  n)
{
  for (; n > 0 && *self->at != '\0'; n--, self->at++) {
    self->column++;
    if (*self->at == '\n') {
      self->line++;
      self->column = 1;
      self->begins_line = TRUE;
    }
  }
}

static void
skip_comment (Lexer *self)
{
  const gboolean is_line = self->at[1] == '/';
  const char    *end = is_line ? strchr (self->at, '\n') : strstr (self->at + 2, "*/");

  if (end != NULL)
    advance (self, end - self->at + (is_line ? 0 : 2));
  else if (is_line)
    advance (self, strlen (self->at));
  else
    fail (self, "The comment has no end");
}

static void
skip_space (Lexer *self)
{
  while (self->error == NULL) {
    if (g_ascii_isspace (*self->at))
      advance (self, 1);
    else if (self->at[0] == '/' && (self->at[1] == '/' || self->at[1] == '*'))
      skip_comment (self);
    else
      return;
  }
}

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || (c & 0x80) != 0;
}

/* (transfer none): the token, whose text are the next @n bytes; they are taken. */
static ScriptToken *
add (Lexer          *self,
     ScriptTokenKind kind,
     gsize           n)
{
  const ScriptToken token = {
    .kind = kind,
    .text = g_strndup (self->at, n),
    .line = self->line,
    .column = self->column,
    .begins_line = self->begins_line,
  };

  g_array_append_val (self->tokens, token);
  self->begins_line = FALSE;
  advance (self, n);
  return &g_array_index (self->tokens, ScriptToken, self->tokens->len - 1);
}

static void
take_name (Lexer *self)
{
  gsize n = 0;

  while (is_name (self->at[n]))
    n++;
  add (self, SCRIPT_TOKEN_NAME, n);
}

static void
take_number (Lexer *self)
{
  char        *end = NULL;
  const double number = g_ascii_strtod (self->at, &end);

  add (self, SCRIPT_TOKEN_NUMBER, end - self->at)->number = number;
  if (is_name (*self->at))
    fail (self, "A name begins where the number ends");
}

static void
add_escape (GString    *text,
            const char *at)
{
  static const char names[] = "nrtbfv";
  static const char values[] = "\n\r\t\b\f\v";
  const char       *name = strchr (names, *at);

  if (name != NULL)
    g_string_append_c (text, values[name - names]);
  else if (*at != '\n')
    g_string_append_c (text, *at);
}

char *
script_resolve_escapes (const char *raw,
                        gsize       n)
{
  GString *text = g_string_new (NULL);

  for (const char *at = raw; at < raw + n; at++) {
    if (*at == '\\' && at + 1 < raw + n)
      add_escape (text, ++at);
    else
      g_string_append_c (text, *at);
  }
  return g_string_free (text, FALSE);
}

/* Escapes of a template stay, since its expressions may have strings. */
static void
take_string (Lexer *self)
{
  const char       quote = *self->at;
  const gboolean   is_template = quote == '`';
  gsize            n = 0;
  ScriptToken     *token = NULL;
  g_autofree char *raw = NULL;

  advance (self, 1);
  while (self->at[n] != quote && self->at[n] != '\0' && (is_template || self->at[n] != '\n'))
    n += self->at[n] == '\\' && self->at[n + 1] != '\0' ? 2 : 1;
  if (self->at[n] != quote) {
    fail (self, "The text has no end");
    return;
  }
  token = add (self, is_template ? SCRIPT_TOKEN_TEMPLATE : SCRIPT_TOKEN_STRING, n);
  advance (self, 1);
  self->begins_line = FALSE;
  if (!is_template) {
    raw = token->text;
    token->text = script_resolve_escapes (raw, n);
  }
}

static void
take_sign (Lexer *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (self->at, signs[i])) {
      add (self, SCRIPT_TOKEN_SIGN, strlen (signs[i]));
      return;
    }
  fail (self, "No token begins with this character");
}

static void
take_token (Lexer *self)
{
  const char c = *self->at;

  if (g_ascii_isdigit (c) || (c == '.' && g_ascii_isdigit (self->at[1])))
    take_number (self);
  else if (is_name (c))
    take_name (self);
  else if (c == '\'' || c == '"' || c == '`')
    take_string (self);
  else
    take_sign (self);
}

GArray *
script_lex (const char *text,
            guint       line,
            guint       column,
            GError    **error)
{
  Lexer self = { .at = text, .line = line, .column = column, .begins_line = TRUE };

  self.tokens = g_array_new (FALSE, FALSE, sizeof (ScriptToken));
  g_array_set_clear_func (self.tokens, clear_token);
  skip_space (&self);
  while (self.error == NULL && *self.at != '\0') {
    take_token (&self);
    skip_space (&self);
  }
  add (&self, SCRIPT_TOKEN_END, 0);
  if (self.error == NULL)
    return self.tokens;
  g_array_unref (self.tokens);
  g_propagate_error (error, self.error);
  return NULL;
}
