/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

/**
 * KomaVariable:
 *
 * A tensor that can be given other values, of the same shape and dtype: what is learned. It is used
 * wherever a tensor is, in C as `KOMA_TENSOR (variable)`. It belongs to its maker, never to a
 * scope.
 */
#define KOMA_TYPE_VARIABLE  (koma_variable_get_type ())
#define KOMA_VARIABLE(o)    (G_TYPE_CHECK_INSTANCE_CAST ((o), KOMA_TYPE_VARIABLE, KomaVariable))
#define KOMA_IS_VARIABLE(o) (G_TYPE_CHECK_INSTANCE_TYPE ((o), KOMA_TYPE_VARIABLE))

typedef struct _KomaVariable      KomaVariable;
typedef struct _KomaVariableClass KomaVariableClass;

GType koma_variable_get_type (void) G_GNUC_CONST;

KomaVariable *koma_variable_new (KomaTensor *initial,
                                 gboolean    is_trainable,
                                 const char *name,
                                 GError    **error);
const char   *koma_variable_get_name (KomaVariable *self);
gboolean      koma_variable_is_trainable (KomaVariable *self);
gboolean      koma_variable_assign (KomaVariable *self, KomaTensor *value, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaVariable, g_object_unref)

G_END_DECLS
