/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

/* A convolution that was trained as several, whose results are added (Ding et al., RepVGG: Making
 * VGG-style ConvNets Great Again, 2021): it is the one whose filter is the sum of theirs, each of
 * them with its batch norm. Errors are kept by the builder of @hub. */
typedef struct
{
  KomaHub   *hub;
  double     epsilon; /* of norms */
  KomaArray *filter;  /* (nullable) after an error; [out_c, in_c / groups, h, w] */
  KomaArray *bias;    /* (nullable) likewise; [out_c] */
} KomaHubBranches;

/* @shape: that of a weight of the largest of them */
void koma_hub_branches_init (KomaHubBranches *self,
                             KomaHub         *hub,
                             const char      *shape,
                             double           epsilon);
void koma_hub_branches_clear (KomaHubBranches *self);

/* A convolution, in the middle of the window, and what is behind it. */
void koma_hub_branches_add_conv (KomaHubBranches *self,
                                 const char      *conv,
                                 const char      *norm /* (nullable) */);
/* The input itself, or what a norm makes of it, so many times. */
void koma_hub_branches_add_input (KomaHubBranches *self,
                                  const char      *norm, /* (nullable) */
                                  double           factor);
/* All that was added, times a weight of one number for each channel, if the file has it. */
void koma_hub_branches_scale (KomaHubBranches *self, const char *name);
/* Takes what was added. */
KomaValueId koma_hub_branches_apply (KomaHubBranches *self, KomaValueId x, gint64 stride);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaHubBranches, koma_hub_branches_clear)

G_END_DECLS
