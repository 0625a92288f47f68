/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sidecars: what is looked at before a helper reads one, and what Koma makes of a helper's answer,
 * which may be any bytes. Exempi itself is what the box is for. */

#include "fuzz.h"

#include "worker/take/koma-xmp-answer.h"
#include "worker/take/koma-xmp-outline.h"

static void
read_answer (GBytes *bytes)
{
  g_autoptr (GVariant) answer =
    g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (KOMA_XMP_ANSWER), bytes, FALSE));
  g_auto (GStrv) subjects = NULL;
  g_auto (GStrv) own = NULL;
  g_autofree char *text = NULL;
  guint            kind = 0;

  g_variant_get (answer, "(us^as^as)", &kind, &text, &subjects, &own);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (guint i = 0; subjects[i] != NULL; i++)
    g_assert_true (g_utf8_validate (subjects[i], -1, NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  /* So that a byte too far is seen. */
  g_autofree guint8 *copy = g_memdup2 (data, size);
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;

  if (!koma_xmp_check_outline ((const char *) copy, size, &error))
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  read_answer (bytes);
  return 0;
}
