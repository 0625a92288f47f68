/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture file: a picture or an error, at full size and scaled. */

#include "fuzz.h"

#include "engine/picture/decoder.h"
#include "engine/picture/exif.h"

static void
decode (GBytes *bytes,
        guint   min_side)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (bytes, min_side, NULL, &error);

  g_assert_true ((picture != NULL) != (error != NULL));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  KomaTaken taken = { 0 };

  koma_exif_get_orientation (data, size);
  koma_exif_find_in_png (data, size);
  koma_exif_find_in_webp (data, size);
  taken = koma_taken_read_exif (data, size);
  g_assert_true (koma_taken_is_possible (&taken));
  taken = koma_taken_read_file (data, size);
  g_assert_true (koma_taken_is_possible (&taken));
  decode (bytes, 0);
  decode (bytes, 8);
  return 0;
}
