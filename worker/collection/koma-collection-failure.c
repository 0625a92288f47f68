/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why a picture has no answer, as a word. */
#include "koma-collection-private.h"

#include "engine/koma-app.h"

/* The words of koma_sheet_get_error_code () for what the picture itself is the reason of. What else
 * went wrong, such as rights or memory, may be well the next time. */
static const struct
{
  const char *word;
  KomaError   code;
} lasting[] = {
  { "decode", KOMA_ERROR_DECODE },
  { "engine", KOMA_ERROR_UNSUPPORTED },
};

gboolean
koma_collection_is_failure_lasting (const char *code)
{
  for (guint i = 0; i < G_N_ELEMENTS (lasting); i++)
    if (g_str_equal (code, lasting[i].word))
      return TRUE;
  return FALSE;
}

/* @code: a lasting one */
GError *
koma_collection_make_failure (const char *code,
                              const char *message)
{
  for (guint i = 0; i < G_N_ELEMENTS (lasting); i++)
    if (g_str_equal (code, lasting[i].word))
      return g_error_new_literal (KOMA_ERROR, (int) lasting[i].code, message);
  g_return_val_if_reached (NULL);
}
