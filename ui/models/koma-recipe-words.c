/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recipe-words.h"

#include <glib/gi18n-lib.h>

static const KomaRecipeWord ranges[] = {
  { "-1,1", "−1 … 1" },
  { "0,1", "0 … 1" },
  { "0,255", "0 … 255" },
  { "imagenet", "ImageNet" },
  { "caffe", "Caffe" },
  { "teachable-machine", "Teachable Machine" },
  { NULL, N_ ("Other Numbers") },
};

static const KomaRecipeWord channels[] = {
  { "rgb", N_ ("Red, Green, Blue") },
  { "bgr", N_ ("Blue, Green, Red") },
  { NULL },
};

static const KomaRecipeWord fits[] = {
  { "crop", N_ ("The Middle") },
  { "stretch", N_ ("All of It, Stretched") },
  { "pad", N_ ("All of It, Between Bars") },
  { NULL },
};

static const KomaRecipeWord resizes[] = {
  { "bilinear", N_ ("Smooth (Bilinear)") },
  { "bicubic", N_ ("Sharp (Bicubic)") },
  { "nearest", N_ ("Nearest Pixel") },
  { "lanczos", N_ ("Sharpest (Lanczos)") },
  { "box", N_ ("Mean of Pixels (Box)") },
  { "hamming", N_ ("Smooth and Sharp (Hamming)") },
  { NULL },
};

static const KomaRecipeWord scores[] = {
  { "probabilities", N_ ("Probabilities") },
  { "logits", N_ ("Logits (Softmax)") },
  { "log", N_ ("Logarithms") },
  { "multi-label", N_ ("Several Classes at Once (Sigmoid)") },
  { NULL },
};

/**
 * koma_recipe_words_list:
 *
 * Returns: (transfer none) (nullable): the choices of a part that has a list of them; that without
 *   a word ends it, and stands for anything else where it has a title
 */
const KomaRecipeWord *
koma_recipe_words_list (KomaRecipePart part)
{
  static const KomaRecipeWord *const lists[KOMA_N_PARTS] = {
    [KOMA_PART_RANGE] = ranges,
    [KOMA_PART_CHANNELS] = channels,
    [KOMA_PART_FIT] = fits,
    [KOMA_PART_RESIZE] = resizes,
    [KOMA_PART_SCORES] = scores,
  };

  return lists[part];
}
