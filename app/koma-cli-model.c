/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One rule for all commands: --model names the model; where a command has no other arguments, the
 * only one names it as well. */

#include <glib/gi18n.h>

#include "koma-cli-fetch.h"
#include "koma-cli-options.h"
#include "koma-cli.h"
#include "worker/models/koma-model-choices.h"
#include "worker/net/koma-address.h"

static gboolean
ask_for_one (void)
{
  /* Translators: a command, such as “koma inspect” */
  koma_cli_warn (_ ("name one model with --model; “%s --help” tells more"), g_get_prgname ());
  return FALSE;
}

/* Returns: (transfer full) (nullable): the one that Koma brings along, or else the first that
 *   `koma models` lists */
static char *
find_default (void)
{
  g_autoptr (KomaModelChoices) choices = koma_model_choices_new ();
  g_autoptr (GPtrArray) entries = NULL;

  if (koma_model_choices_get_bundled (choices) != NULL)
    return g_strdup (koma_model_choices_get_bundled (choices));
  entries = koma_model_choices_list (choices, FALSE);
  return entries->len > 0 ? g_strdup (((const KomaModelEntry *) entries->pdata[0])->path) : NULL;
}

/* An address in place of the model becomes the path of its file in the store. */
static gboolean
fetch (KomaCliOptions *self)
{
  char *path = koma_address_is (self->model) ? koma_cli_fetch (self->model)
                                             : koma_address_get_path (self->model);

  g_free (self->model);
  self->model = path;
  return path != NULL;
}

/**
 * koma_cli_options_take_model:
 * @argc: 0 where arguments mean something else
 * @argv: (array length=argc): what is no option, behind the command
 *
 * Settles which model is meant; one that is named by its address is fetched.
 *
 * Returns: %FALSE after having told the user that there is none, or several
 */
gboolean
koma_cli_options_take_model (KomaCliOptions *self,
                             int             argc,
                             char          **argv)
{
  const int n_named = (self->models != NULL ? (int) g_strv_length (self->models) : 0) +
                      MAX (argc - 1, 0);

  if (n_named > 1)
    return ask_for_one ();
  if (n_named == 1)
    self->model = g_strdup (self->models != NULL ? self->models[0] : argv[1]);
  else
    self->model = find_default ();
  return self->model != NULL ? fetch (self) : ask_for_one ();
}
