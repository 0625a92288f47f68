/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-thumbnail.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include "engine/koma-app.h"

#define QUALITY 85

/* As in engine/picture/decoder-jpeg.c: what a longjmp() must not lose is in here. */
typedef struct
{
  struct jpeg_error_mgr manager; /* first: cinfo->err is this struct */
  jmp_buf               escape;

  struct jpeg_compress_struct cinfo;
  const KomaPicture          *picture;
  unsigned char              *jpeg; /* from malloc() */
  unsigned long               jpeg_bytes;
  char                        message[JMSG_LENGTH_MAX];
} JpegEncode;

static G_NORETURN void
escape_from_libjpeg_cb (j_common_ptr cinfo)
{
  JpegEncode *self = (JpegEncode *) cinfo->err;

  self->manager.format_message (cinfo, self->message);
  longjmp (self->escape, 1);
}

static void
write_picture (JpegEncode *self)
{
  struct jpeg_compress_struct *cinfo = &self->cinfo;
  const guint8                *rgb = self->picture->rgb;

  jpeg_create_compress (cinfo);
  jpeg_mem_dest (cinfo, &self->jpeg, &self->jpeg_bytes);
  cinfo->image_width = self->picture->width;
  cinfo->image_height = self->picture->height;
  cinfo->input_components = 3;
  cinfo->in_color_space = JCS_RGB;
  jpeg_set_defaults (cinfo);
  jpeg_set_quality (cinfo, QUALITY, TRUE);

  jpeg_start_compress (cinfo, TRUE);
  while (cinfo->next_scanline < cinfo->image_height) {
    JSAMPROW row = (JSAMPROW) rgb + cinfo->next_scanline * self->picture->stride;

    jpeg_write_scanlines (cinfo, &row, 1);
  }
  jpeg_finish_compress (cinfo);
}

static gboolean
run_guarded (JpegEncode *self)
{
  if (setjmp (self->escape) != 0)
    return FALSE;
  write_picture (self);
  return TRUE;
}

static void
jpeg_encode_clear (JpegEncode *self)
{
  jpeg_destroy_compress (&self->cinfo);
  free (self->jpeg);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (JpegEncode, jpeg_encode_clear)

/**
 * koma_thumbnail_encode:
 * @picture: a picture
 * @side: pixels of the square that the thumbnail fits into, 1 or more
 * @error: return location
 *
 * Makes a thumbnail: the picture scaled to fit, never enlarged, as JPEG.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): a JPEG file
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
GBytes *
koma_thumbnail_encode (const KomaPicture *picture,
                       guint              side,
                       GError           **error)
{
  g_autoptr (KomaPicture) scaled = koma_picture_scale_to_fit (picture, side);
  g_auto (JpegEncode) encode = { 0 };

  encode.cinfo.err = jpeg_std_error (&encode.manager);
  encode.manager.error_exit = escape_from_libjpeg_cb;
  encode.picture = scaled;
  if (scaled == NULL || !run_guarded (&encode)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "Thumbnail of %u × %u pixels: %s",
                 picture->width, picture->height,
                 scaled != NULL ? encode.message : "out of memory");
    return NULL;
  }
  return g_bytes_new (encode.jpeg, encode.jpeg_bytes);
}
