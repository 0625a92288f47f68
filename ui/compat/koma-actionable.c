/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-actionable.h"

static void
set (GtkActionable *actionable,
     const char    *name, /* (nullable) */
     GVariant      *target)    /* (nullable) */
{
  gtk_actionable_set_action_name (actionable, NULL);
  gtk_actionable_set_action_target_value (actionable, target);
  gtk_actionable_set_action_name (actionable, name);
}

void
koma_actionable_set (GtkActionable *actionable,
                     const char    *action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (action != NULL)
    g_action_parse_detailed_name (action, &name, &target, NULL);
  set (actionable, name, target);
}

void
koma_actionable_set_with_text (GtkActionable *actionable,
                               const char    *name,
                               const char    *target)
{
  set (actionable, name, g_variant_new_string (target));
}
