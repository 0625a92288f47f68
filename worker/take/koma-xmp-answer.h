/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a helper is asked of a sidecar, and what it says, as the bytes of a GVariant each.
 *   asked: the sidecar; classes with name, label, index and score; the labels; where they come
 *          from, with who said so and KOMA_XMP_RATING, or nothing where labels are to be read
 *   said:  a KomaXmpAnswer; the new sidecar, or a sentence; dc:subject; those that Koma wrote */
#define KOMA_XMP_RATING  "Rating"
#define KOMA_XMP_REQUEST "(aya(ssud)asa(ss))"
#define KOMA_XMP_ANSWER  "(usasas)"

typedef enum {
  KOMA_XMP_IS_READ,
  KOMA_XMP_IS_NONE,
  KOMA_XMP_NOT_MADE,
  KOMA_XMP_NO_EXEMPI, /* with a sentence */
} KomaXmpAnswer;

/* Thread: any; for the box, and for sidecars of Koma's own. */
GBytes *koma_xmp_answer (GBytes *request);

G_END_DECLS
