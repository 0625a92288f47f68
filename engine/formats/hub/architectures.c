/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "architectures.h"

#include <string.h>

static const KomaHubArchitecture rows[] = {
#define KOMA_HUB_ARCHITECTURE(source, pattern, symbol) \
  { KOMA_HUB_##source, pattern, koma_hub_build_##symbol },
#include "architectures.inc"
#undef KOMA_HUB_ARCHITECTURE
};

static gboolean
matches (const char *pattern,
         const char *name)
{
  for (; *pattern != '\0'; pattern++, name++) {
    if (*pattern == '*')
      return TRUE;
    if (*pattern == '#' ? !g_ascii_isdigit (*name) : *pattern != *name)
      return FALSE;
  }
  return *name == '\0';
}

/**
 * koma_hub_architecture_find:
 * @name: "vit", "resnet18"; what timm has behind a dot is the training, not the architecture
 *
 * Returns: (nullable): the architecture; %NULL where Koma does not have it. Thread: any.
 */
const KomaHubArchitecture *
koma_hub_architecture_find (KomaHubSource source,
                            const char   *name)
{
  g_autofree char *plain = g_strndup (name, strcspn (name, "."));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].source == source && matches (rows[i].pattern, plain))
      return &rows[i];
  return NULL;
}

/**
 * koma_hub_architecture_list:
 *
 * Returns: (transfer full): those of @source in words, for an error. Thread: any.
 */
char *
koma_hub_architecture_list (KomaHubSource source)
{
  GString         *all = g_string_new (NULL);
  g_autofree char *last = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *plain = g_strndup (rows[i].pattern, strcspn (rows[i].pattern, "_#*"));

    if (rows[i].source != source || g_strcmp0 (plain, last) == 0)
      continue;
    g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "", plain);
    g_free (last);
    last = g_steal_pointer (&plain);
  }
  return g_string_free (all, FALSE);
}
