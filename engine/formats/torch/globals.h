/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/formats/hub/stored-type.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_GLOBAL_DICT,      /* collections.OrderedDict */
  KOMA_GLOBAL_TENSOR,    /* makes a tensor of a storage */
  KOMA_GLOBAL_PARAMETER, /* makes a parameter of a tensor */
  KOMA_GLOBAL_STORAGE,
  KOMA_GLOBAL_OPAQUE, /* of a checkpoint; nobody looks into what it makes */
} KomaGlobalRole;

/* What a pickle of a state dict may name; globals.c has one row for each. */
typedef struct
{
  const char    *name; /* "collections.OrderedDict" */
  KomaGlobalRole role;
  const char    *stored_type; /* of a storage: the name that stored-type.h knows */
} KomaGlobal;

/* (nullable) With an error that says what the name tells of the file. */
const KomaGlobal *koma_global_find (const char *name, GError **error);

G_END_DECLS
