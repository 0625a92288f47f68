/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-uri-list.h"

/**
 * koma_uri_list_parse:
 * @text: (array length=size) (nullable): one address a line, `#` comments
 * @files: (element-type GFile): gets the local files
 * @addresses: (element-type utf8): gets the other addresses, as they are written
 *
 * Thread: any.
 */
void
koma_uri_list_parse (const char *text,
                     gsize       size,
                     GPtrArray  *files,
                     GPtrArray  *addresses)
{
  g_autofree char *list = g_strndup (size > 0 ? text : "", size);
  g_auto (GStrv) lines = g_strsplit_set (list, "\r\n", -1);

  for (guint i = 0; lines[i] != NULL; i++) {
    g_autoptr (GFile) file = NULL;

    if (*g_strstrip (lines[i]) == '\0' || *lines[i] == '#')
      continue;
    file = g_file_new_for_uri (lines[i]);
    if (g_file_peek_path (file) != NULL)
      g_ptr_array_add (files, g_steal_pointer (&file));
    else
      g_ptr_array_add (addresses, g_strdup (lines[i]));
  }
}
