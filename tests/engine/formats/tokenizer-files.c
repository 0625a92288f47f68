/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tokenizer-files.h"

/* folder_write_json () makes every ' a ": where one is meant, it stands between two ". */
static char *
make_json (const char *text)
{
  GString *json = g_string_new (NULL);
  gboolean is_plain = FALSE;

  for (const char *at = text; *at != '\0'; at++) {
    if (*at == '"')
      is_plain = !is_plain;
    g_string_append_c (json, *at == '\'' && !is_plain ? '"' : *at);
  }
  return g_string_free (json, FALSE);
}

void
tokenizer_write_json (const Folder *folder,
                      const char   *name,
                      const char   *text)
{
  g_autofree char *json = make_json (text);

  folder_write (folder, name, json, -1);
}

KomaTokenizer *
tokenizer_read (const Folder *folder)
{
  g_autoptr (GError) error = NULL;
  KomaTokenizer *tokenizer = koma_tokenizer_new (folder->path, NULL, &error);

  g_assert_no_error (error);
  return tokenizer;
}
