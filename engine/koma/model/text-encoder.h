/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph-model.h"
#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaTextEncoder:
 *
 * The half for words of a model that compares pictures with words, such as CLIP and SigLIP: a text
 * becomes tokens, and these a vector. Immutable; any thread may use it, several at once.
 */
#define KOMA_TYPE_TEXT_ENCODER (koma_text_encoder_get_type ())
G_DECLARE_FINAL_TYPE (KomaTextEncoder, koma_text_encoder, KOMA, TEXT_ENCODER, GObject)

KomaTextEncoder *koma_text_encoder_new (KomaGraphModel *model, GError **error);

/* Tokens of a text, and numbers of a vector. */
guint koma_text_encoder_get_context_length (KomaTextEncoder *self);
guint koma_text_encoder_get_width (KomaTextEncoder *self);

KomaTensor *koma_text_encoder_tokenize (KomaTextEncoder   *self,
                                        const char *const *texts,
                                        GError           **error);
KomaTensor *koma_text_encoder_encode (KomaTextEncoder   *self,
                                      const char *const *texts,
                                      GError           **error);

G_END_DECLS
