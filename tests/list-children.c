/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "list-children.h"

#include <stdlib.h>

static void
add_children (GArray     *children,
              const char *text) /* "12 345 " */
{
  g_auto (GStrv) numbers = g_strsplit (text, " ", -1);

  for (guint i = 0; numbers[i] != NULL; i++) {
    const pid_t child = (pid_t) atoi (numbers[i]);

    if (child > 0)
      g_array_append_val (children, child);
  }
}

GArray *
list_children (pid_t process)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/task", (int) process);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GArray     *children = g_array_new (FALSE, FALSE, sizeof (pid_t));
  const char *thread = NULL;
  gboolean    is_listed = FALSE;

  while (dir != NULL && (thread = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, thread, "children", NULL);
    g_autofree char *text = NULL;

    if (!g_file_get_contents (path, &text, NULL, NULL))
      continue;
    is_listed = TRUE;
    add_children (children, text);
  }
  if (!is_listed)
    g_clear_pointer (&children, g_array_unref);
  return children;
}
