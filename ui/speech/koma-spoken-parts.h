/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A part of a text, and the language whose voice can read it. */
typedef struct
{
  char       *text;     /* owned; one line */
  const char *language; /* static or the caller's: “ja” */
} KomaSpokenPart;

/* Of the translation in use: “ja”, “pt-BR”; “en” where there is none. */
char *koma_spoken_language (void);
/* (element-type KomaSpokenPart) in the order of @text; @language stays the caller's. */
GArray *koma_spoken_parts_new (const char *text, const char *language);

G_END_DECLS
