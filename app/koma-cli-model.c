/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gi18n.h>

#include "koma-cli-options.h"
#include "koma-cli.h"
#include "worker/model/koma-model-store.h"

/**
 * koma_cli_options_take_model:
 * @argv: (array length=argc): what is no option, behind the command
 *
 * Returns: %FALSE after having told the user that there is none, or several
 */
gboolean
koma_cli_options_take_model (KomaCliOptions *self,
                             int             argc,
                             char          **argv)
{
  if (argc > 2 || (argc == 2 && self->model != NULL)) {
    koma_cli_warn (_ ("name one model, as the argument or with --model"));
    return FALSE;
  }
  if (argc == 2)
    self->model = g_strdup (argv[1]);
  return koma_cli_options_choose_model (self);
}

/**
 * koma_cli_options_choose_model:
 *
 * Where no model was named: the one that Koma brings along, or else the first
 * that `koma models` lists.
 *
 * Returns: %FALSE after having told the user that there is none
 */
gboolean
koma_cli_options_choose_model (KomaCliOptions *self)
{
  g_autoptr (KomaModelStore) store = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  if (self->model != NULL)
    return TRUE;
  store = koma_model_store_new ();
  self->model = g_strdup (koma_model_store_get_bundled (store));
  if (self->model != NULL)
    return TRUE;
  entries = koma_model_store_list (store, FALSE);
  if (entries->len == 0) {
    koma_cli_warn (_ ("there is no model yet; name one with --model"));
    return FALSE;
  }
  self->model = g_strdup (((const KomaModelEntry *) entries->pdata[0])->path);
  return TRUE;
}
