/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "box-fixture.h"

#include <string.h>

#include "attacks.h"
#include "worker/take/koma-xmp-answer.h"
#include "worker/box/koma-box-patience.h"
#include "worker/box/koma-box-serve.h"
#include "worker/decode/koma-thumbnail.h"

/* How the helper is confined, or that it lies: a helper is given the languages of its environment,
 * and nothing of the tests. */
#define MODE "LC_KOMA_TEST"

static __attribute__ ((constructor)) void
be_helper (int    argc,
           char **argv)
{
  const char          *mode = g_getenv (MODE);
  KomaConfinement      wanted = KOMA_CONFINEMENT_ALL;
  const KomaBoxReaders readers = { attack_decode,
                                   { attack_read, koma_archive_read, attack_read_tokenizer },
                                   koma_xmp_answer };

  if (argc != 2 || strcmp (argv[1], KOMA_BOX_ARGUMENT) != 0)
    return;
  if (g_strcmp0 (mode, "liar") == 0)
    liar_serve ();
  if (g_strcmp0 (mode, "landlock") == 0)
    wanted = KOMA_CONFINEMENT_LANDLOCK;
  if (g_strcmp0 (mode, "seccomp") == 0)
    wanted = KOMA_CONFINEMENT_SECCOMP;
  koma_box_serve (wanted, &readers);
}

void
box_set_mode (const char *mode)
{
  koma_box_close ();
  koma_box_patience_forget ();
  g_setenv (MODE, mode, TRUE);
}

KomaPicture *
box_decode_text (const char   *text,
                 GCancellable *cancellable,
                 GError      **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return koma_box_decode_bytes (bytes, 0, cancellable, error);
}

GBytes *
box_make_jpeg (guint width,
               guint height)
{
  guint8 *rgb = g_malloc ((gsize) 3 * width * height);
  g_autoptr (KomaPicture) picture = koma_picture_new_take (rgb, width, height, (gsize) 3 * width);
  GBytes *jpeg = NULL;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++, rgb += 3) {
      rgb[0] = (guint8) (x * 255 / width);
      rgb[1] = (guint8) (y * 255 / height);
      rgb[2] = (guint8) (x * y);
    }
  jpeg = koma_thumbnail_encode (picture, MAX (width, height), NULL);
  g_assert_nonnull (jpeg);
  return jpeg;
}

static void
assert_same (const KomaPicture *boxed, /* (nullable) */
             const GError      *boxed_error,
             const KomaPicture *picture, /* (nullable) */
             const GError      *error)
{
  if (picture == NULL) {
    g_assert_null (boxed);
    g_assert_error (boxed_error, error->domain, error->code);
    g_assert_cmpstr (boxed_error->message, ==, error->message);
    return;
  }
  g_assert_no_error (boxed_error);
  g_assert_cmpuint (boxed->source_width, ==, picture->source_width);
  g_assert_cmpuint (boxed->source_height, ==, picture->source_height);
  g_assert_cmpint (boxed->taken.time_us, ==, picture->taken.time_us);
  g_assert_cmpint (boxed->taken.camera, ==, picture->taken.camera);
  g_assert_cmpmem (boxed->rgb, boxed->stride * boxed->height, picture->rgb,
                   picture->stride * picture->height);
}

void
box_assert_same (GBytes *bytes,
                 guint   min_side)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) boxed_error = NULL;
  g_autoptr (KomaPicture) boxed = koma_box_decode_bytes (bytes, min_side, NULL, &boxed_error);
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (bytes, min_side, NULL, &error);

  assert_same (boxed, boxed_error, picture, error);
}

void
box_assert_same_file (const char *path,
                      guint       min_side)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) boxed_error = NULL;
  g_autoptr (KomaPicture) boxed = koma_box_decode_file (file, min_side, NULL, &boxed_error);
  g_autoptr (KomaPicture) picture = koma_decoder_decode_file (file, min_side, NULL, &error);

  assert_same (boxed, boxed_error, picture, error);
}

void
box_assert_still_decodes (void)
{
  g_autoptr (GBytes) jpeg = box_make_jpeg (64, 64);

  box_assert_same (jpeg, 0);
}

gboolean
box_has (KomaConfinement confinement)
{
  if (koma_confinement_get_supported () & confinement)
    return TRUE;
  g_test_skip ("not in this kernel, or not in this container");
  return FALSE;
}
