/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why a picture has no answer, as a word. */
#include "koma-collection-private.h"

#include "engine/koma-app.h"
#include "worker/take/koma-sheet.h"

#define N_LASTING 2

/* What the picture itself is the reason of: it can not be decoded, or a helper ended over it or
 * took too long. What else goes wrong, such as rights, memory or a backend, may be well the next
 * time. */
static void
get_lasting (GError ret_lasting[N_LASTING])
{
  ret_lasting[0] = (GError){ .domain = KOMA_ERROR, .code = KOMA_ERROR_DECODE };
  ret_lasting[1] = (GError){ .domain = G_IO_ERROR, .code = G_IO_ERROR_BROKEN_PIPE };
}

gboolean
koma_collection_is_failure_lasting (const GError *failure)
{
  GError lasting[N_LASTING];

  get_lasting (lasting);
  for (guint i = 0; i < N_LASTING; i++)
    if (g_error_matches (failure, lasting[i].domain, lasting[i].code))
      return TRUE;
  return FALSE;
}

GError *
koma_collection_make_failure (const char *code,
                              const char *message)
{
  GError lasting[N_LASTING];

  get_lasting (lasting);
  for (guint i = 0; i < N_LASTING; i++)
    if (g_str_equal (code, koma_sheet_get_error_code (&lasting[i])))
      return g_error_new_literal (lasting[i].domain, lasting[i].code, message);
  return NULL;
}

GError *
koma_collection_make_any_failure (const char *code,
                                  const char *message)
{
  const GError all[] = {
    { .domain = KOMA_ERROR, .code = KOMA_ERROR_DECODE },
    { .domain = KOMA_ERROR, .code = KOMA_ERROR_MEMORY },
    { .domain = KOMA_ERROR, .code = KOMA_ERROR_BACKEND },
    { .domain = G_IO_ERROR, .code = G_IO_ERROR_NOT_FOUND },
    { .domain = G_IO_ERROR, .code = G_IO_ERROR_PERMISSION_DENIED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (g_str_equal (code, koma_sheet_get_error_code (&all[i])))
      return g_error_new_literal (all[i].domain, all[i].code, message);
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, message);
}
