/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-cell.h"

#include "koma-cli-output.h"

glong
koma_cli_cell_measure (const char *text)
{
  glong width = 0;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    width += g_unichar_iswide (g_utf8_get_char (c)) ? 2 : 1;
  return width;
}

void
koma_cli_cell_say (const char *text,
                   glong       width)
{
  const int n_spaces = (int) MAX (ABS (width) - koma_cli_cell_measure (text), 0);

  if (width < 0)
    koma_cli_say ("%s%*s", text, n_spaces, "");
  else
    koma_cli_say ("%*s%s", n_spaces, "", text);
}
