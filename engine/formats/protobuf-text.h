/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <protobuf-c/protobuf-c.h>

#include <glib.h>

G_BEGIN_DECLS

/* The number that a word stands for, "DT_FLOAT" for one; FALSE where it is not known. */
typedef gboolean (*KomaProtobufWord) (const char *word, gint64 *ret_number);

/* The binary form of a message in text format. Fields that @type does not have are left out. */
GByteArray *koma_protobuf_text_to_binary (const char                       *text,
                                          gsize                             length,
                                          const ProtobufCMessageDescriptor *type,
                                          KomaProtobufWord                  find_word,
                                          GError                          **error)
  G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
