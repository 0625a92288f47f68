/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "decoder.h"
#include "orientation.h"

G_BEGIN_DECLS

/* A whole picture file in memory, and what is wanted of it. */
typedef struct
{
  const guint8 *data;
  gsize         size_bytes;
  guint         min_side; /* see koma_decoder_decode_file() */
  GCancellable *cancellable;
} KomaDecoderInput;

KomaPicture *koma_decoder_decode_jpeg (const KomaDecoderInput *input,
                                       GError                **error);
KomaPicture *koma_decoder_decode_pixbuf (const KomaDecoderInput *input,
                                         GError                **error);

/* Whether all of the picture is there; some loaders do not ask. The first is asked
 * before a loader sees the file, the second is a guess before it is decoded, the third
 * certain. */
gboolean koma_decoder_has_header (const KomaDecoderInput *input);
gboolean koma_decoder_can_be_complete (const KomaDecoderInput *input,
                                       const char             *format);
gboolean koma_decoder_is_complete (const KomaDecoderInput *input,
                                   const char             *format, /* as gdk-pixbuf calls it */
                                   guint64                 n_arrived,
                                   guint64                 n_pixels);

/* (nullable) the format of a file whose loader is not installed */
const char *koma_decoder_find_missing (const KomaDecoderInput *input,
                                       const char *const      *mime_types,
                                       const char            **ret_package);

/* What both have in common. */
gboolean     koma_decoder_check_size (guint64  width,
                                      guint64  height,
                                      GError **error);
guint8      *koma_decoder_allocate (guint    width, /* [height, width, 3] */
                                    guint    height,
                                    GError **error);
KomaPicture *koma_decoder_make_upright (guint8         *rgb, /* (transfer full) dense */
                                        guint           width,
                                        guint           height,
                                        KomaOrientation orientation,
                                        GError        **error);
void         koma_decoder_settle_share (KomaPicture *picture,  /* (nullable): none was made */
                                        guint64     *share_bytes); /* taken; 0 afterwards */

G_END_DECLS
