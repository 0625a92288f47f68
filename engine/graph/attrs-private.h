/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "attrs.h"

G_BEGIN_DECLS

/* For attrs.c, and for what writes attributes down. */
typedef enum {
  KOMA_ATTR_INT,
  KOMA_ATTR_FLOAT,
  KOMA_ATTR_STRING,
  KOMA_ATTR_INTS,
  KOMA_ATTR_OBJECT,
} KomaAttrType;

typedef struct
{
  KomaAttrType type;
  gint64       number;
  double       real;
  char        *string;
  gint64      *ints; /* [n_ints] */
  gsize        n_ints;

  gpointer       object; /* (owned) */
  KomaAttrsCopy  copy_object;
  GDestroyNotify free_object;
} KomaAttr;

struct _KomaAttrs
{
  GHashTable *by_name; /* char * → KomaAttr * */
};

G_END_DECLS
