/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plan.h"

G_BEGIN_DECLS

typedef struct
{
  KomaGlesBinding  binding;
  const KomaShape *shape;
} KomaGlesOperand;

gboolean koma_gles_binary_record (KomaGlesPlan          *plan,
                                  const KomaGlesOperand *operands, /* [2] */
                                  const KomaShape       *out,
                                  KomaGlesBinding        output,
                                  KomaGlesDispatch      *dispatch,
                                  GError               **error);

G_END_DECLS
