/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "picture-processor.h"

#include <string.h>

static const double half[] = { 0.5, 0.5, 0.5 };
static const double imagenet_mean[] = { 0.485, 0.456, 0.406 };
static const double imagenet_deviation[] = { 0.229, 0.224, 0.225 };
static const double clip_mean[] = { 0.48145466, 0.4578275, 0.40821073 };
static const double clip_deviation[] = { 0.26862954, 0.26130258, 0.27577711 };

/* The first is for all that are not here. */
static const KomaPictureProcessor rows[] = {
  { "ViT", KOMA_PROCESSOR_PLAIN, FALSE, 224, 0, 2, 0, half, half },
  { "Beit", KOMA_PROCESSOR_PLAIN, FALSE, 256, 224, 3, 0, half, half },
  { "Bit", KOMA_PROCESSOR_PLAIN, TRUE, 224, 224, 3, 0, clip_mean, clip_deviation },
  { "CLIP", KOMA_PROCESSOR_PLAIN, TRUE, 224, 224, 3, 0, clip_mean, clip_deviation },
  { "ConvNext", KOMA_PROCESSOR_CONVNEXT, TRUE, 384, 0, 2, 224.0 / 256, half, half },
  { "DeiT", KOMA_PROCESSOR_PLAIN, FALSE, 256, 224, 3, 0, half, half },
  { "EfficientNet", KOMA_PROCESSOR_PLAIN, FALSE, 346, 0, 0, 0, half, half, FALSE, TRUE },
  { "Levit", KOMA_PROCESSOR_LEVIT, TRUE, 224, 224, 3, 0, imagenet_mean, imagenet_deviation },
  { "MobileNetV1", KOMA_PROCESSOR_PLAIN, TRUE, 256, 224, 2, 0, half, half },
  { "MobileNetV2", KOMA_PROCESSOR_PLAIN, TRUE, 256, 224, 2, 0, half, half },
  { "MobileViT", KOMA_PROCESSOR_PLAIN, TRUE, 224, 256, 2, 0, NULL, NULL, TRUE },
  { "PoolFormer", KOMA_PROCESSOR_POOLFORMER, TRUE, 224, 224, 3, 0.9, imagenet_mean,
    imagenet_deviation },
  { "Pvt", KOMA_PROCESSOR_PLAIN, FALSE, 224, 0, 2, 0, imagenet_mean, imagenet_deviation },
  { "Segformer", KOMA_PROCESSOR_PLAIN, FALSE, 512, 0, 2, 0, imagenet_mean, imagenet_deviation },
  { "Siglip", KOMA_PROCESSOR_PLAIN, FALSE, 224, 0, 3, 0, half, half },
};

/**
 * koma_picture_processor_find:
 * @name: (nullable): "ViTImageProcessor", "ViTImageProcessorFast", "ViTFeatureExtractor"
 *
 * Returns: (transfer none): what its class does. Thread: any.
 */
const KomaPictureProcessor *
koma_picture_processor_find (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (rows); i++) {
    const gsize length = strlen (rows[i].name);

    if (g_ascii_strncasecmp (name, rows[i].name, length) == 0 &&
        (g_str_has_prefix (name + length, "ImageProcessor") ||
         g_str_has_prefix (name + length, "FeatureExtractor")))
      return &rows[i];
  }
  return &rows[0];
}
