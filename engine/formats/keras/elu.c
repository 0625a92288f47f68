/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* ELU: x above 0, alpha · (exp (x) − 1) below */
gboolean
koma_keras_elu (KomaKerasBuilder    *builder,
                const KomaKerasCall *call,
                KomaValueId         *ret_output,
                GError             **error)
{
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();
  double alpha = 1;

  if (!koma_keras_config_double (call, "alpha", 1, &alpha, error))
    return FALSE;
  koma_attrs_set_float (attrs, "alpha", alpha);
  return koma_keras_add_node (builder, call->op, call, g_steal_pointer (&attrs), ret_output, error);
}
