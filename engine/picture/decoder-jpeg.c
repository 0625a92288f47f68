/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* JPEG through libjpeg-turbo, for the one thing that other loaders do not
 * offer: a picture at n/8 of its size straight from the coefficients, so
 * that a photograph of 12 megapixels costs little more than its entropy
 * decoding.
 *
 * libjpeg reports errors by not returning. All state of a decode therefore
 * lives in one struct outside the function that calls setjmp(), which is left
 * by longjmp() with nothing of its own to lose, and one function clears
 * the struct whatever happened. */

#include "decoder-private.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "decode-share.h"
#include "exif.h"

#define SCALE_DENOMINATOR 8

typedef struct
{
  /* First, so that cinfo->err is this struct. */
  struct jpeg_error_mgr    manager;
  struct jpeg_progress_mgr progress;
  jmp_buf                  escape;

  struct jpeg_decompress_struct cinfo;
  const KomaDecoderInput       *input;
  guint8                       *rgb;  /* [output_height, output_width, 3], dense */
  guint8                       *cmyk; /* (nullable) [output_width, 4] */
  KomaOrientation               orientation;
  KomaTaken                     taken;
  guint64                       share_bytes; /* of the memory of all decoders */
  GError                       *error;

  /* The file ended before its end marker. */
  gboolean is_cut_off;
  /* A scan ended before its last block; the first such row of the output. */
  gboolean has_missing_blocks;
  guint    missing_row;
} JpegDecode;

static JpegDecode *
get_decode (j_common_ptr cinfo)
{
  return (JpegDecode *) cinfo->err;
}

static G_NORETURN void
escape (JpegDecode *self)
{
  longjmp (self->escape, 1);
}

static G_NORETURN void
escape_from_libjpeg_cb (j_common_ptr cinfo)
{
  JpegDecode *self = get_decode (cinfo);
  char        message[JMSG_LENGTH_MAX] = "";
  gboolean    is_memory = self->manager.msg_code == JERR_OUT_OF_MEMORY;

  self->manager.format_message (cinfo, message);
  g_set_error (&self->error, KOMA_ERROR,
               is_memory ? KOMA_ERROR_MEMORY : KOMA_ERROR_DECODE,
               "damaged JPEG picture: %s", message);
  escape (self);
}

/* Warnings are mostly about bytes that do not matter; two of them say that
 * some of the picture is not there. libjpeg itself goes on, in grey. */
static void
notice_message_cb (j_common_ptr cinfo,
                   int          level)
{
  JpegDecode *self = get_decode (cinfo);

  if (level >= 0)
    return;
  if (self->manager.msg_code == JWRN_JPEG_EOF)
    self->is_cut_off = TRUE;
  if (self->manager.msg_code == JWRN_HIT_MARKER && !self->has_missing_blocks) {
    self->has_missing_blocks = TRUE;
    self->missing_row = self->cinfo.output_scanline;
  }
}

static void
output_message_cb (j_common_ptr cinfo)
{
}

static void
watch_progress_cb (j_common_ptr cinfo)
{
  JpegDecode *self = get_decode (cinfo);

  if (self->cinfo.input_scan_number > KOMA_MAX_JPEG_SCANS) {
    g_set_error (&self->error, KOMA_ERROR, KOMA_ERROR_DECODE,
                 "damaged JPEG picture: more than %u scans", KOMA_MAX_JPEG_SCANS);
    escape (self);
  }
  if (g_cancellable_set_error_if_cancelled (self->input->cancellable, &self->error))
    escape (self);
}

/* Is all of the picture there? A scan cut off in the middle leaves grey; a
 * file that ends between two scans of a progressive picture leaves it
 * coarse. But a file that lacks only its end marker is whole, and with
 * restart markers a scan goes on behind a gap. */
static gboolean
is_incomplete (const JpegDecode *self)
{
  const gboolean is_sequential = !jpeg_has_multiple_scans ((j_decompress_ptr) &self->cinfo);
  const guint    mcu_rows = (guint) self->cinfo.max_v_samp_factor * self->cinfo.scale_num;

  if (self->is_cut_off)
    return self->has_missing_blocks || !is_sequential;
  return self->has_missing_blocks && is_sequential && self->cinfo.restart_interval == 0 &&
         self->missing_row + mcu_rows < self->cinfo.output_height;
}

static void
refuse_if_incomplete (JpegDecode *self)
{
  const guint64 row = (guint64) self->missing_row * SCALE_DENOMINATOR / self->cinfo.scale_num;

  if (!is_incomplete (self))
    return;
  if (row == 0)
    g_set_error (&self->error, KOMA_ERROR, KOMA_ERROR_DECODE,
                 "incomplete picture: the data ends after %" G_GSIZE_FORMAT " bytes",
                 self->input->size_bytes);
  else
    g_set_error (&self->error, KOMA_ERROR, KOMA_ERROR_DECODE,
                 "incomplete picture: the data ends near row %u of %u",
                 (guint) row, self->cinfo.image_height);
  escape (self);
}

static void
read_exif (JpegDecode *self)
{
  for (jpeg_saved_marker_ptr m = self->cinfo.marker_list; m != NULL; m = m->next)
    if (m->data_length >= 6 && memcmp (m->data, "Exif\0\0", 6) == 0) {
      self->orientation = koma_exif_get_orientation (m->data, m->data_length);
      self->taken = koma_taken_read_exif (m->data, m->data_length);
      return;
    }
}

/* The smallest n/8 at which the shorter side still has @min_side pixels. Only
 * powers of two: libjpeg-turbo has vector code for their transforms and none
 * for those between, which take longer than the next larger one. Of 12 megapixels
 * (tests/bench/bench-decode.c), n = 1 … 8: 12, 14, 19, 16, 31, 37, 48, 33 ms. */
static guint
choose_scale (guint width,
              guint height,
              guint min_side)
{
  const guint64 shorter = MIN (width, height);

  for (guint n = 1; n < SCALE_DENOMINATOR && min_side > 0; n *= 2)
    if ((shorter * n + SCALE_DENOMINATOR - 1) / SCALE_DENOMINATOR >= min_side)
      return n;
  return SCALE_DENOMINATOR;
}

static void
read_header (JpegDecode *self)
{
  struct jpeg_decompress_struct *cinfo = &self->cinfo;

  jpeg_create_decompress (cinfo);
  cinfo->progress = &self->progress;
  jpeg_mem_src (cinfo, self->input->data, self->input->size_bytes);
  jpeg_save_markers (cinfo, JPEG_APP0 + 1, 0xffff);
  jpeg_read_header (cinfo, TRUE);
  if (!koma_decoder_check_size (cinfo->image_width, cinfo->image_height, &self->error))
    escape (self);

  read_exif (self);
  cinfo->scale_num = choose_scale (cinfo->image_width, cinfo->image_height, self->input->min_side);
  cinfo->scale_denom = SCALE_DENOMINATOR;
  cinfo->out_color_space = cinfo->num_components == 4 ? JCS_CMYK : JCS_RGB;
}

/* Adobe writes inks inverted, and everybody who writes CMYK JPEGs writes them as
 * Adobe does, with its marker; without the marker the inks are inks. */
static void
convert_cmyk_row (const guint8 *restrict cmyk,
                  guint    width,
                  gboolean is_inverted,
                  guint8 *restrict ret_rgb)
{
  const guint invert = is_inverted ? 0 : 255;

  for (guint x = 0; x < width; x++) {
    const guint light = cmyk[4 * x + 3] ^ invert;

    for (guint c = 0; c < 3; c++)
      ret_rgb[3 * x + c] = (guint8) (((cmyk[4 * x + c] ^ invert) * light + 127) / 255);
  }
}

static void
read_row (JpegDecode *self)
{
  j_decompress_ptr cinfo = &self->cinfo;
  const gsize      row_bytes = (gsize) cinfo->output_width * 3;
  guint8          *row = self->rgb + cinfo->output_scanline * row_bytes;
  JSAMPROW         target = self->cmyk != NULL ? self->cmyk : row;

  jpeg_read_scanlines (cinfo, &target, 1);
  if (self->cmyk != NULL)
    convert_cmyk_row (self->cmyk, cinfo->output_width, cinfo->saw_Adobe_marker, row);
}

/* The pixels, twice where they are to be turned; and all coefficients of a
 * picture that comes in several scans. */
static void
take_share (JpegDecode *self)
{
  struct jpeg_decompress_struct *cinfo = &self->cinfo;
  const guint                    n_copies = self->orientation == KOMA_ORIENTATION_UPRIGHT ? 1 : 2;
  guint64                        size_bytes = 0;

  jpeg_calc_output_dimensions (cinfo);
  size_bytes = (guint64) cinfo->output_width * cinfo->output_height * 3 * n_copies;
  if (jpeg_has_multiple_scans (cinfo))
    size_bytes += (guint64) cinfo->image_width * cinfo->image_height *
                  (guint) cinfo->num_components * sizeof (JCOEF);
  if (!koma_decode_share_take (size_bytes, self->input->cancellable, &self->share_bytes,
                               &self->error))
    escape (self);
}

static void
read_pixels (JpegDecode *self)
{
  struct jpeg_decompress_struct *cinfo = &self->cinfo;

  take_share (self);
  jpeg_start_decompress (cinfo);
  refuse_if_incomplete (self);
  self->rgb = koma_decoder_allocate (cinfo->output_width, cinfo->output_height, &self->error);
  if (self->rgb == NULL)
    escape (self);
  if (cinfo->out_color_space == JCS_CMYK)
    self->cmyk = g_malloc_n (cinfo->output_width, 4);

  while (cinfo->output_scanline < cinfo->output_height) {
    read_row (self);
    refuse_if_incomplete (self); /* now: no hour of grey rows for a hundred bytes */
  }
}

/* Nothing of this function's own lives across the jump. */
static gboolean
run_guarded (JpegDecode *self)
{
  if (setjmp (self->escape) != 0)
    return FALSE;
  read_header (self);
  read_pixels (self);
  return TRUE;
}

static void
jpeg_decode_init (JpegDecode             *self,
                  const KomaDecoderInput *input)
{
  memset (self, 0, sizeof *self);
  self->input = input;
  self->orientation = KOMA_ORIENTATION_UPRIGHT;
  self->cinfo.err = jpeg_std_error (&self->manager);
  self->manager.error_exit = escape_from_libjpeg_cb;
  self->manager.emit_message = notice_message_cb;
  self->manager.output_message = output_message_cb;
  self->progress.progress_monitor = watch_progress_cb;
}

static void
jpeg_decode_clear (JpegDecode *self)
{
  jpeg_destroy_decompress (&self->cinfo); /* harmless where nothing was created */
  koma_decoder_settle_share (NULL, &self->share_bytes);
  g_free (self->rgb);
  g_free (self->cmyk);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (JpegDecode, jpeg_decode_clear)

/**
 * koma_decoder_decode_jpeg:
 * @input: a JPEG file
 * @error: return location
 *
 * Decodes a JPEG of any kind that libjpeg-turbo reads, grey and CMYK too, at
 * the smallest of 1/8, 1/4, 1/2 and 1/1 of its size that leaves @input's
 * `min_side`.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the picture, upright
 *
 * Errors: %KOMA_ERROR_DECODE: damaged, or incomplete; %KOMA_ERROR_MEMORY;
 * %G_IO_ERROR_CANCELLED.
 */
KomaPicture *
koma_decoder_decode_jpeg (const KomaDecoderInput *input,
                          GError                **error)
{
  g_auto (JpegDecode) decode = { 0 };
  g_autoptr (KomaPicture) picture = NULL;
  gboolean is_turned = FALSE;

  jpeg_decode_init (&decode, input);
  if (!run_guarded (&decode)) {
    g_propagate_error (error, g_steal_pointer (&decode.error));
    return NULL;
  }

  picture = koma_decoder_make_upright (g_steal_pointer (&decode.rgb),
                                       decode.cinfo.output_width, decode.cinfo.output_height,
                                       decode.orientation, error);
  koma_decoder_settle_share (picture, &decode.share_bytes);
  if (picture == NULL)
    return NULL;
  koma_picture_set_taken (picture, decode.taken);
  is_turned = koma_orientation_swaps_sides (decode.orientation);
  koma_picture_set_source_size (picture,
                                is_turned ? decode.cinfo.image_height : decode.cinfo.image_width,
                                is_turned ? decode.cinfo.image_width : decode.cinfo.image_height);
  return g_steal_pointer (&picture);
}
