/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "backend-fixture.h"

static gboolean
supports_all_but_neg (const KomaGraph *graph,
                      const KomaNode  *node,
                      GError         **error)
{
  if (node->op != KOMA_OP_NEG)
    return TRUE;
  g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "no Neg here");
  return FALSE;
}

static gboolean
supports_all (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  return TRUE;
}

const KomaBackendClass backend_fixture_closed = {
  .name = "closed",
  .title = "Closed",
  .supports = supports_all_but_neg,
};

const KomaBackendClass backend_fixture_open = {
  .name = "open",
  .title = "Open",
  .wants_inner_buffers = TRUE,
  .supports = supports_all,
};
