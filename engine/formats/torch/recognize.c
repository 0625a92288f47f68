/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A state dict does not say which model it is of. The names of its weights do; that of the file is
 * not looked at. */

#include "recognize.h"

#define MAX_PROBES 2

static const struct
{
  const char *architecture;
  const char *probes[MAX_PROBES]; /* weights; NULL: no second one */
  gint64      side;               /* rows of the first one; 0: any */
} rows[] = {
  { "alexnet", { "features.0.weight", "classifier.6.weight" }, 11 },
  { "convnext", { "features.1.0.block.0.weight", "classifier.2.weight" }, 0 },
  { "densenet", { "features.denseblock1.denselayer1.conv1.weight", "classifier.weight" }, 0 },
  { "densenet", { "features.denseblock1.denselayer1.conv.1.weight", "classifier.weight" }, 0 },
  { "efficientnet", { "features.1.0.block.0.0.weight", "classifier.1.weight" }, 0 },
  { "googlenet", { "inception3a.branch1.conv.weight", "fc.weight" }, 0 },
  { "inception_v3", { "Mixed_5b.branch5x5_1.conv.weight", "fc.weight" }, 0 },
  { "mnasnet", { "layers.8.0.layers.0.weight", "classifier.1.weight" }, 0 },
  { "mobilenet_v2", { "features.1.conv.0.0.weight", "classifier.1.weight" }, 0 },
  { "mobilenet_v3", { "features.1.block.0.0.weight", "classifier.3.weight" }, 0 },
  { "regnet", { "trunk_output.block1.block1-0.f.a.0.weight", "fc.weight" }, 0 },
  { "resnet", { "layer1.0.conv1.weight", "fc.weight" }, 0 },
  { "shufflenet", { "stage2.0.branch1.0.weight", "fc.weight" }, 0 },
  { "squeezenet", { "features.3.squeeze.weight", "classifier.1.weight" }, 0 },
  { "swin", { "features.1.0.attn.relative_position_bias_table", "head.weight" }, 0 },
  { "vgg", { "features.0.weight", "classifier.6.weight" }, 3 },
  { "vit", { "encoder.layers.encoder_layer_0.ln_1.weight", "heads.head.weight" }, 0 },
};

static gboolean
matches (const KomaHubWeights *weights,
         guint                 row)
{
  const KomaArray *first = koma_hub_weights_look (weights, rows[row].probes[0]);

  if (first == NULL || koma_hub_weights_look (weights, rows[row].probes[1]) == NULL)
    return FALSE;
  return rows[row].side == 0 ||
         (first->shape.rank == 4 && first->shape.dims[2] == rows[row].side);
}

/**
 * koma_torch_recognize:
 *
 * Thread: any.
 *
 * Returns: (nullable): a name that koma_hub_architecture_find() knows; %NULL for weights of
 *   another model
 */
const char *
koma_torch_recognize (const KomaHubWeights *weights)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (matches (weights, i))
      return rows[i].architecture;
  return NULL;
}
