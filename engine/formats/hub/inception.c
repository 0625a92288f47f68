/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Inception V3 (Szegedy et al., Rethinking the Inception Architecture for Computer Vision, 2015) by
 * the names that torchvision and timm share: modules of branches whose channels are joined. Which
 * branches a module has follows from the names of its weights. The classifier in the middle,
 * "AuxLogits", is there for training alone. */

#include "architectures.h"
#include "published-range.h"
#include "steps.h"

static const KomaHubSteps steps = { 1e-3, "relu" };

/* What halves the picture has no zeros around it. */
static KomaValueId
add_conv (KomaHub    *self,
          KomaValueId x,
          const char *name,
          gint64      stride,
          KomaHubPad  pad)
{
  const KomaHubWindow window = { .stride = stride, .pad = stride > 1 ? KOMA_HUB_PAD_NONE : pad };

  x = koma_hub_conv (self, x, koma_hub_name (self, "%s.conv", name), window);
  x = koma_hub_batch_norm (self, x, koma_hub_name (self, "%s.bn", name), steps.epsilon);
  return koma_hub_activate (self, x, steps.activation);
}

static gboolean
has_conv (KomaHub    *self,
          const char *name)
{
  return koma_hub_has_layer (self, koma_hub_name (self, "%s.conv", name));
}

static KomaValueId
join (KomaHub    *self,
      KomaValueId a, /* KOMA_VALUE_NONE: nothing yet */
      KomaValueId b)
{
  return a == KOMA_VALUE_NONE ? b : koma_hub_join_channels (self, a, b);
}

/* A convolution of that name, or those called NAME_1, NAME_2 …, the last of which has the stride;
 * behind them may be two side by side, NAME_3a and NAME_3b. Or nothing. */
static KomaValueId
add_branch (KomaHub    *self,
            KomaValueId x,
            const char *name,
            gint64      stride)
{
  KomaValueId y = x;
  guint       i = 1;
  const char *conv = koma_hub_name (self, "%s_1", name);

  if (has_conv (self, name))
    return add_conv (self, x, name, stride, KOMA_HUB_PAD_HALF);
  while (has_conv (self, conv)) {
    const char *next = koma_hub_name (self, "%s_%u", name, ++i);

    y = add_conv (self, y, conv, has_conv (self, next) ? 1 : stride, KOMA_HUB_PAD_HALF);
    conv = next;
  }
  if (i == 1)
    return KOMA_VALUE_NONE;
  if (!has_conv (self, koma_hub_name (self, "%sa", conv)))
    return y;
  return join (self,
               add_conv (self, y, koma_hub_name (self, "%sa", conv), 1, KOMA_HUB_PAD_HALF),
               add_conv (self, y, koma_hub_name (self, "%sb", conv), 1, KOMA_HUB_PAD_HALF));
}

/* The zeros around are a part of these means. */
static KomaValueId
add_mean (KomaHub    *self,
          KomaValueId x)
{
  const KomaHubWindow window = { .pad = KOMA_HUB_PAD_NONE };

  x = koma_hub_pad_pixels (self, x, 1, 1, 1);
  return koma_hub_pool (self, KOMA_OP_AVG_POOL, x, 3, window, FALSE);
}

static KomaValueId
add_max_pool (KomaHub    *self,
              KomaValueId x)
{
  const KomaHubWindow window = { .stride = 2, .pad = KOMA_HUB_PAD_NONE };

  return koma_hub_pool (self, KOMA_OP_MAX_POOL, x, 3, window, FALSE);
}

/* A module that has no convolution behind its pool halves the picture. */
static KomaValueId
add_module (KomaHub    *self,
            KomaValueId x,
            const char *module)
{
  static const char *const branches[] = { "branch1x1", "branch5x5", "branch7x7",
                                          "branch3x3", "branch3x3dbl", "branch7x7dbl",
                                          "branch7x7x3" };
  const char              *pool = koma_hub_name (self, "%s.branch_pool", module);
  const gboolean           is_halving = !has_conv (self, pool);
  KomaValueId              joined = KOMA_VALUE_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (branches); i++) {
    const char       *name = koma_hub_name (self, "%s.%s", module, branches[i]);
    const KomaValueId branch = add_branch (self, x, name, is_halving ? 2 : 1);

    if (branch != KOMA_VALUE_NONE)
      joined = join (self, joined, branch);
  }
  /* Where there is no module, this one's weight is missed. */
  if (joined == KOMA_VALUE_NONE)
    return add_conv (self, x, koma_hub_name (self, "%s.branch1x1", module), 1, KOMA_HUB_PAD_NONE);
  if (is_halving)
    return join (self, joined, add_max_pool (self, x));
  return join (self, joined, add_conv (self, add_mean (self, x), pool, 1, KOMA_HUB_PAD_HALF));
}

KomaValueId
koma_hub_build_inception (KomaHub    *self,
                          KomaValueId x)
{
  static const char *const modules[] = { "5b", "5c", "5d", "6a", "6b", "6c",
                                         "6d", "6e", "7a", "7b", "7c" };

  if (self->source == KOMA_HUB_TORCHVISION)
    x = koma_hub_to_published_range (self, x, "AuxLogits.conv0.conv", "Conv2d_1a_3x3.conv", 32);
  x = add_conv (self, x, "Conv2d_1a_3x3", 2, KOMA_HUB_PAD_NONE);
  x = add_conv (self, x, "Conv2d_2a_3x3", 1, KOMA_HUB_PAD_NONE);
  x = add_max_pool (self, add_conv (self, x, "Conv2d_2b_3x3", 1, KOMA_HUB_PAD_HALF));
  x = add_conv (self, x, "Conv2d_3b_1x1", 1, KOMA_HUB_PAD_NONE);
  x = add_max_pool (self, add_conv (self, x, "Conv2d_4a_3x3", 1, KOMA_HUB_PAD_NONE));
  for (guint i = 0; i < G_N_ELEMENTS (modules) && self->nodes.error == NULL; i++)
    x = add_module (self, x, koma_hub_name (self, "Mixed_%s", modules[i]));
  return koma_hub_head (self, koma_hub_mean_pixels (self, x, FALSE), "fc");
}
