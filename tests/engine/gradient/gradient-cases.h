/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *text;  /* (nullable): the end; in the language of op-case.h, without n */
  guint       order; /* 2: the gradient has one itself */
} GradientCase;

extern const GradientCase gradient_cases[];

G_END_DECLS
