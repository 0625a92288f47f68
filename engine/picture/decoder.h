/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "picture.h"

G_BEGIN_DECLS

/* Decoding. @min_side: the picture may be decoded smaller than it is, as long
 * as its shorter side stays at least that many pixels; 0: full size.
 * All EXIF orientations; the first frame of an animation.
 * Errors: KOMA_ERROR_DECODE, KOMA_ERROR_MEMORY, G_IO_ERROR_*.
 * Thread: any but main. */
KomaPicture *koma_decoder_decode_file (GFile        *file,
                                       guint         min_side,
                                       GCancellable *cancellable,
                                       GError      **error);
KomaPicture *koma_decoder_decode_bytes (GBytes       *bytes,
                                        guint         min_side,
                                        GCancellable *cancellable,
                                        GError      **error);

/* koma_decoder_decode_bytes (), or what stands in for it. */
typedef KomaPicture *(*KomaDecoderDecodeBytes) (GBytes       *bytes,
                                                guint         min_side,
                                                GCancellable *cancellable,
                                                GError      **error);
KomaPicture *koma_decoder_decode_file_with (GFile                 *file,
                                            guint                  min_side,
                                            KomaDecoderDecodeBytes decode,
                                            GCancellable          *cancellable,
                                            GError               **error);

/* All of gdk-pixbuf's loaders, for who may open no file later. */
void koma_decoder_load_all (void);

G_END_DECLS
