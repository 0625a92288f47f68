/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "answer-fixture.h"

static KomaModelInfo *
make_info (const char *labels)
{
  KomaModelInfo *info = g_new0 (KomaModelInfo, 1);
  char         **words = g_strsplit (labels, ",", -1);

  g_atomic_ref_count_init (&info->ref_count);
  info->name = g_strdup ("Animals & more");
  info->hash = g_strdup ("0123456789abcdef0123456789abcdef");
  info->recipe = g_strdup ("32×32, cropped, values from −1 to 1");
  info->backend = "cpu";
  info->precision = KOMA_PRECISION_FLOAT32;
  info->values.sure_from = 0.5;
  info->n_classes = g_strv_length (words);
  info->labels = koma_labels_new (words, "the test");
  return info;
}

KomaResult *
make_answer (const char *labels,
             double      score)
{
  g_autoptr (KomaModelInfo) info = make_info (labels);
  g_autofree KomaClassScore *top = g_new0 (KomaClassScore, info->n_classes);
  const KomaResult           values = { .info = info, .labels = info->labels };

  for (guint i = 0; i < info->n_classes; i++) {
    top[i] = (KomaClassScore){ .index = i, .score = (float) score };
    score /= 2;
  }
  return koma_result_new (&values, top, info->n_classes);
}
