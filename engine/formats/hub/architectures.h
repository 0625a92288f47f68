/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "hub.h"

G_BEGIN_DECLS

/* The interface of an architecture: a function that makes its graph, and a row of
 * architectures.inc. @pictures is [n,h,w,3], as the model wants their numbers; what comes back is
 * [n,classes], or what koma_hub_compare () gives. Errors are kept by the builder. */
typedef KomaValueId (*KomaHubBuild) (KomaHub *self, KomaValueId pictures);

typedef struct
{
  KomaHubSource source;
  const char   *pattern; /* "vit", "resnet#*": # is a digit, a star at the end is anything */
  KomaHubBuild  build;
} KomaHubArchitecture;

#define KOMA_HUB_ARCHITECTURE(source, pattern, symbol) \
  KomaValueId koma_hub_build_##symbol (KomaHub *self, KomaValueId pictures);
#include "architectures.inc"
#undef KOMA_HUB_ARCHITECTURE

const KomaHubArchitecture *koma_hub_architecture_find (KomaHubSource source, const char *name);
/* "beit, vit, …" of a source. */
char *koma_hub_architecture_list (KomaHubSource source);

G_END_DECLS
