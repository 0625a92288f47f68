/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_PROTOBUF_END,
  KOMA_PROTOBUF_WORD,   /* name, true, DT_FLOAT, inf */
  KOMA_PROTOBUF_NUMBER, /* -1, 0x1f, 1e-3f, -inf */
  KOMA_PROTOBUF_TEXT,   /* "a" 'b': both as one, without quotes and escapes */
  KOMA_PROTOBUF_SIGN,   /* one of {}<>[]:,; and whatever belongs nowhere */
} KomaProtobufToken;

/* The tokens of protocol buffers in text format. */
typedef struct
{
  const char       *at;
  const char       *end;
  guint             line; /* where the token is, from 1 */
  KomaProtobufToken kind;
  GString          *token; /* what it says; may hold NULs where it is a text */
} KomaProtobufLexer;

void     koma_protobuf_lexer_init (KomaProtobufLexer *self,
                                   const char        *text, /* outlives @self */
                                   gsize              length);
void     koma_protobuf_lexer_clear (KomaProtobufLexer *self);
gboolean koma_protobuf_lexer_next (KomaProtobufLexer *self,
                                   GError           **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean koma_protobuf_lexer_is (const KomaProtobufLexer *self, char sign);
gboolean koma_protobuf_lexer_fail (const KomaProtobufLexer *self,
                                   const char              *expected,
                                   GError                 **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaProtobufLexer, koma_protobuf_lexer_clear)

G_END_DECLS
