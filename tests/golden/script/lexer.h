/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  SCRIPT_TOKEN_END,
  SCRIPT_TOKEN_NUMBER,
  SCRIPT_TOKEN_STRING,
  SCRIPT_TOKEN_TEMPLATE, /* text as it stands between the backticks */
  SCRIPT_TOKEN_NAME,     /* keywords too */
  SCRIPT_TOKEN_SIGN,     /* "=>", "(" */
} ScriptTokenKind;

typedef struct
{
  ScriptTokenKind kind;
  char           *text;   /* (owned) of a string without quotes and escapes; "" at the end */
  double          number; /* of a number */
  guint           line;   /* from 1 */
  guint           column;
  gboolean        begins_line; /* a statement may end before it without a semicolon */
} ScriptToken;

/* The tokens of a text that begins at a place, without comments; the last is the end.
 *
 * Returns (transfer full) (nullable) (element-type ScriptToken); %NULL with @error set */
GArray *script_lex (const char *text, guint line, guint column, GError **error);
/* What a text means: "\\n" is the end of a line. (transfer full) */
char *script_resolve_escapes (const char *raw, gsize n);

G_END_DECLS
