/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How the size of a processor of pictures is to be read. */
typedef enum {
  KOMA_PROCESSOR_PLAIN,
  KOMA_PROCESSOR_CONVNEXT,   /* cuts so much, and from 384 pixels on nothing */
  KOMA_PROCESSOR_LEVIT,      /* scales to 256 / 224 of the size */
  KOMA_PROCESSOR_POOLFORMER, /* scales to the size / crop_pct */
} KomaPictureProcessorKind;

/* A class of Hugging Face, and what it does where preprocessor_config.json leaves a key out. */
typedef struct
{
  const char              *name; /* without "ImageProcessor" */
  KomaPictureProcessorKind kind;
  gboolean                 is_shortest; /* a size that is one number is that of the short side */
  gint64                   side;
  gint64                   crop_side; /* 0: it cuts nothing off */
  gint64                   resample;  /* Pillow's number */
  double                   crop_pct;
  const double            *mean; /* [3], and its deviation; NULL: it has none */
  const double            *deviation;
  gboolean                 is_flipped; /* B G R */
  gboolean                 is_twice;   /* knows rescale_offset and include_top */
} KomaPictureProcessor;

/* By the name of its class, of any age; NULL or one that is not known: that of ViT. */
const KomaPictureProcessor *koma_picture_processor_find (const char *name);

G_END_DECLS
