/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "name.h"

#include <string.h>

/* Whether the first @n bytes of @other are @name. */
static gboolean
matches (const char *name,
         const char *other,
         gsize       n)
{
  const char *end = other + n;

  for (;; name++, other++) {
    while (*name == '_')
      name++;
    while (other < end && *other == '_')
      other++;
    if (*name == '\0' || other == end)
      return *name == '\0' && other == end;
    if (g_ascii_tolower (*name) != g_ascii_tolower (*other))
      return FALSE;
  }
}

gboolean
koma_training_name_matches (const char *name,
                            const char *other)
{
  return matches (name, other, strlen (other));
}

gboolean
koma_training_name_is_among (const char *name,
                             const char *names)
{
  for (;;) {
    const gsize n = strcspn (names, "|");

    if (matches (name, names, n))
      return TRUE;
    if (names[n] == '\0')
      return FALSE;
    names += n + 1;
  }
}
