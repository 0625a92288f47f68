/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every format but JPEG, through gdk-pixbuf's loaders: PNG, GIF, WebP, TIFF,
 * BMP and whatever else is installed. */

#include "decoder-private.h"

#include <string.h>

#include <gdk-pixbuf/gdk-pixbuf.h>

#include "engine/koma/koma-error.h"
#include "decode-share.h"
#include "exif.h"

/* Small enough for a quick answer to a cancellation. */
#define CHUNK_BYTES (256 * 1024)

/* What the loader has told so far. */
typedef struct
{
  guint   width;
  guint   height;
  guint64 n_pixels; /* those that have arrived */
  GError *error;    /* (nullable) why no more are wanted */

  const KomaDecoderInput *input;
  guint64                 share_bytes; /* of the memory of all decoders */
} Arrival;

/* gdk-pixbuf's pixels, ours, and ours turned. */
#define BYTES_PER_PIXEL (4 + 3 + 3)

/* Once for a picture, with the size that is found out first: the loader
 * allocates behind that. */
static gboolean
take_share (Arrival *arrival,
            guint64  width,
            guint64  height,
            GError **error)
{
  return arrival->share_bytes > 0 ||
         koma_decode_share_take (width * height * BYTES_PER_PIXEL, arrival->input->cancellable,
                                 &arrival->share_bytes, error);
}

/* (transfer full) "": not known yet */
static char *
get_format (GdkPixbufLoader *loader)
{
  GdkPixbufFormat *format = gdk_pixbuf_loader_get_format (loader);

  return format != NULL ? gdk_pixbuf_format_get_name (format) : g_strdup ("");
}

static gboolean
fail_incomplete (const Arrival *arrival,
                 GError       **error)
{
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
               "incomplete picture: it is cut short, or rows are missing (%" G_GSIZE_FORMAT
               " bytes)",
               arrival->input->size_bytes);
  return FALSE;
}

static gboolean
check_promise (GdkPixbufLoader *loader,
               Arrival         *arrival,
               GError         **error)
{
  g_autofree char *format = get_format (loader);

  return koma_decoder_check_size (arrival->width, arrival->height, error) &&
         (koma_decoder_can_be_complete (arrival->input, format) ||
          fail_incomplete (arrival, error)) &&
         take_share (arrival, arrival->width, arrival->height, error);
}

static void
loader_size_prepared_cb (GdkPixbufLoader *loader,
                         int              width,
                         int              height,
                         gpointer         user_data)
{
  Arrival *arrival = user_data;

  arrival->width = (guint) MAX (width, 0);
  arrival->height = (guint) MAX (height, 0);
  /* A size of 0 × 0 is how a loader is told to stop. */
  if (arrival->error == NULL && !check_promise (loader, arrival, &arrival->error))
    gdk_pixbuf_loader_set_size (loader, 0, 0);
}

static void
loader_area_updated_cb (GdkPixbufLoader *loader,
                        int              x,
                        int              y,
                        int              width,
                        int              height,
                        gpointer         user_data)
{
  Arrival *arrival = user_data;

  arrival->n_pixels += (guint64) width * (guint64) height;
}

/* A PNG is told its loader: where the desktop's database says image/apng of an animated one, no
 * loader is found by content. */
static GdkPixbufLoader *
create_loader (const KomaDecoderInput *input)
{
  static const guint8 signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  GdkPixbufLoader    *loader = NULL;

  if (input->size_bytes >= sizeof signature &&
      memcmp (input->data, signature, sizeof signature) == 0)
    loader = gdk_pixbuf_loader_new_with_type ("png", NULL);
  return loader != NULL ? loader : gdk_pixbuf_loader_new ();
}

static gboolean
feed_loader (GdkPixbufLoader        *loader,
             const KomaDecoderInput *input,
             const Arrival          *arrival,
             GError                **error)
{
  for (gsize at = 0; at < input->size_bytes && arrival->error == NULL;) {
    const gsize n_bytes = MIN (input->size_bytes - at, CHUNK_BYTES);

    if (g_cancellable_set_error_if_cancelled (input->cancellable, error) ||
        !gdk_pixbuf_loader_write (loader, input->data + at, n_bytes, error))
      return FALSE;
    at += n_bytes;
  }
  return arrival->error == NULL;
}

/* Whatever a loader of another format said of it. */
static gboolean
explain_missing (GdkPixbufFormat        *format, /* (nullable) */
                 const KomaDecoderInput *input,
                 GError                **error)
{
  g_auto (GStrv) mime_types =
    format != NULL ? gdk_pixbuf_format_get_mime_types (format) : g_new0 (char *, 1);
  const char *package = NULL;
  const char *name =
    koma_decoder_find_missing (input, (const char *const *) mime_types, &package);

  if (name == NULL)
    return FALSE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
               "%s pictures can not be read here: the package %s, or another loader of "
               "gdk-pixbuf for them, is not installed",
               name, package);
  return TRUE;
}

/* libtiff makes RGB of whole numbers of at most 16 bits; of others the loader says only that it
 * failed. */
static gboolean
explain_tiff (const KomaDecoderInput *input,
              GError                **error)
{
  enum {
    BITS_PER_SAMPLE = 258,
    SAMPLE_FORMAT = 339,
    FLOATS = 3
  };
  guint32 bits = 1;
  guint32 format = 1;

  if (!koma_exif_find_in_tiff (input->data, input->size_bytes, BITS_PER_SAMPLE, &bits))
    return FALSE;
  (void) koma_exif_find_in_tiff (input->data, input->size_bytes, SAMPLE_FORMAT, &format);
  if (format != FLOATS && (bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 16))
    return FALSE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
               "TIFF pictures whose samples are %s of %u bits are not supported; save the "
               "picture with 8 or 16 bits",
               format == FLOATS ? "floating-point numbers" : "numbers", bits);
  return TRUE;
}

/* Their loaders write temporary files, which a process that decodes for Koma can not. */
static gboolean
explain_format (GdkPixbufLoader *loader,
                GError         **error)
{
  g_autofree char *name = get_format (loader);

  if (!g_str_equal (name, "xpm") && !g_str_equal (name, "xbm"))
    return FALSE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
               "%s pictures are not supported; save the picture as PNG",
               name[1] == 'p' ? "XPM" : "XBM");
  return TRUE;
}

/* The loaders speak of themselves; people want to hear of the file. */
static void
explain_failure (GdkPixbufLoader        *loader,
                 const KomaDecoderInput *input,
                 const GError           *cause,
                 GError                **error)
{
  GdkPixbufFormat *format = gdk_pixbuf_loader_get_format (loader);
  g_autofree char *name = format != NULL ? gdk_pixbuf_format_get_description (format) : NULL;

  if (cause != NULL && cause->domain == G_IO_ERROR)
    g_set_error_literal (error, cause->domain, cause->code, cause->message);
  else if (explain_missing (format, input, error) || explain_tiff (input, error) ||
           explain_format (loader, error))
    return;
  else if (g_error_matches (cause, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY))
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "%s", cause->message);
  else if (name == NULL)
    g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_DECODE,
                         "not a picture, or of a format that is not known here");
  else
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE, "damaged picture (%s): %s",
                 name, cause != NULL ? cause->message : "it has no pixels");
}

static gboolean
check_complete (GdkPixbufLoader *loader,
                const Arrival   *arrival,
                GError         **error)
{
  const guint64    n_pixels = (guint64) arrival->width * arrival->height;
  g_autofree char *format = get_format (loader);

  return koma_decoder_is_complete (arrival->input, format, arrival->n_pixels, n_pixels) ||
         fail_incomplete (arrival, error);
}

static GdkPixbuf *
load_pixbuf (GdkPixbufLoader        *loader,
             const KomaDecoderInput *input,
             Arrival                *arrival,
             GError                **error)
{
  g_autoptr (GError) cause = NULL;
  gboolean is_whole =
    koma_decoder_has_header (input) || fail_incomplete (arrival, &arrival->error);
  gboolean   is_fed = is_whole && feed_loader (loader, input, arrival, &cause);
  gboolean   is_closed = gdk_pixbuf_loader_close (loader, is_fed ? &cause : NULL);
  GdkPixbuf *pixbuf = NULL;

  if (arrival->error != NULL) {
    g_propagate_error (error, g_steal_pointer (&arrival->error));
    return NULL;
  }
  if (is_fed && is_closed)
    pixbuf = gdk_pixbuf_loader_get_pixbuf (loader);
  if (pixbuf == NULL) {
    explain_failure (loader, input, cause, error);
    return NULL;
  }
  return check_complete (loader, arrival, error) ? g_object_ref (pixbuf) : NULL;
}

/* p * alpha + white * (1 - alpha), rounded, without a division. */
static inline guint8
put_over_white (guint p,
                guint alpha)
{
  const guint sum = p * alpha + 255 * (255 - alpha) + 128;

  return (guint8) ((sum + (sum >> 8)) >> 8);
}

static void
copy_row (const guint8 *restrict pixels,
          guint    width,
          gboolean has_alpha,
          guint8 *restrict ret_rgb)
{
  if (!has_alpha) {
    memcpy (ret_rgb, pixels, (gsize) width * 3);
    return;
  }
  for (guint x = 0; x < width; x++)
    for (guint c = 0; c < 3; c++)
      ret_rgb[3 * x + c] = put_over_white (pixels[4 * x + c], pixels[4 * x + 3]);
}

static void
copy_pixels (const GdkPixbuf *pixbuf,
             guint8          *ret_rgb)
{
  const guint8  *pixels = gdk_pixbuf_read_pixels (pixbuf);
  const guint    width = (guint) gdk_pixbuf_get_width (pixbuf);
  const guint    height = (guint) gdk_pixbuf_get_height (pixbuf);
  const gsize    stride = (gsize) gdk_pixbuf_get_rowstride (pixbuf);
  const gboolean has_alpha = gdk_pixbuf_get_has_alpha (pixbuf);

  for (guint y = 0; y < height; y++)
    copy_row (pixels + y * stride, width, has_alpha, ret_rgb + (gsize) y * width * 3);
}

/* Some loaders tell, some leave it to us, none turns the picture itself. */
static KomaOrientation
find_orientation (GdkPixbufLoader        *loader,
                  GdkPixbuf              *pixbuf,
                  const KomaDecoderInput *input)
{
  const char      *option = gdk_pixbuf_get_option (pixbuf, "orientation");
  g_autofree char *format = get_format (loader);

  if (option != NULL && option[0] >= '1' && option[0] <= '8' && option[1] == '\0')
    return (KomaOrientation) (option[0] - '0');
  if (g_str_equal (format, "png"))
    return koma_exif_find_in_png (input->data, input->size_bytes);
  if (g_str_equal (format, "webp"))
    return koma_exif_find_in_webp (input->data, input->size_bytes);
  return KOMA_ORIENTATION_UPRIGHT;
}

static KomaPicture *
make_picture (GdkPixbufLoader        *loader,
              const KomaDecoderInput *input,
              Arrival                *arrival,
              GError                **error)
{
  g_autoptr (GdkPixbuf) pixbuf = load_pixbuf (loader, input, arrival, error);
  guint   width = 0;
  guint   height = 0;
  guint8 *rgb = NULL;

  if (pixbuf == NULL)
    return NULL;
  width = (guint) gdk_pixbuf_get_width (pixbuf);
  height = (guint) gdk_pixbuf_get_height (pixbuf);
  /* What a loader announced may not be what it gives. */
  if (!koma_decoder_check_size (width, height, error) ||
      !take_share (arrival, width, height, error))
    return NULL;
  rgb = koma_decoder_allocate (width, height, error);
  if (rgb == NULL)
    return NULL;
  copy_pixels (pixbuf, rgb);
  return koma_decoder_make_upright (rgb, width, height, find_orientation (loader, pixbuf, input),
                                    error);
}

/**
 * koma_decoder_decode_pixbuf:
 * @input: a picture file of any format but JPEG
 * @error: return location
 *
 * Decodes a picture at its full size; the first frame of an animation; what
 * is transparent becomes white.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the picture, upright
 *
 * Errors: %KOMA_ERROR_DECODE: no known format, damaged, or incomplete;
 * %KOMA_ERROR_MEMORY; %G_IO_ERROR_CANCELLED.
 */
KomaPicture *
koma_decoder_decode_pixbuf (const KomaDecoderInput *input,
                            GError                **error)
{
  GdkPixbufLoader *loader = create_loader (input);
  Arrival          arrival = { .input = input };
  KomaPicture     *picture = NULL;

  g_signal_connect (loader, "size-prepared", G_CALLBACK (loader_size_prepared_cb), &arrival);
  g_signal_connect (loader, "area-updated", G_CALLBACK (loader_area_updated_cb), &arrival);
  picture = make_picture (loader, input, &arrival, error);
  g_object_unref (loader); /* and its pixels, before others may have their memory */
  koma_decoder_settle_share (picture, &arrival.share_bytes);
  return picture;
}

/**
 * koma_decoder_load_all:
 *
 * Loads the modules of all loaders and the desktop's database of types, which are
 * otherwise loaded with the first picture that needs them.
 *
 * Thread: any.
 */
void
koma_decoder_load_all (void)
{
  g_autoptr (GSList) formats = gdk_pixbuf_get_formats ();
  g_autofree char *type G_GNUC_UNUSED = g_content_type_guess (NULL, (const guint8 *) "", 1, NULL);

  for (GSList *l = formats; l != NULL; l = l->next) {
    g_autofree char *name = gdk_pixbuf_format_get_name (l->data);
    g_autoptr (GdkPixbufLoader) loader = gdk_pixbuf_loader_new_with_type (name, NULL);

    if (loader != NULL)
      gdk_pixbuf_loader_close (loader, NULL);
  }
}
