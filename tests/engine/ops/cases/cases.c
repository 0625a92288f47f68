/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

#include <string.h>

#define KOMA_OP(ID, name, cpu, definition) [KOMA_OP_##ID] = cases_##definition,
static const char *const *const tables[] = {
#include "engine/ops/ops.inc"
};
#undef KOMA_OP

/**
 * cases_of_op:
 *
 * Returns: (transfer full): the texts, at least one
 */
char **
cases_of_op (KomaOp op)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  const char *name = koma_op_get_name (op);

  for (const char *const *text = tables[op]; *text != NULL; text++) {
    g_autofree char *own = g_strconcat (name, *text + 1, NULL);

    if (**text == '*')
      g_strv_builder_add (texts, own);
    else if (g_str_has_prefix (*text, name) && (*text)[strlen (name)] == ' ')
      g_strv_builder_add (texts, *text);
  }
  return g_strv_builder_end (texts);
}
