/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-trouble.h"

void
koma_camera_trouble_clear (KomaCameraTrouble *trouble)
{
  g_free (trouble->detail);
  g_free (trouble->package);
  *trouble = (KomaCameraTrouble){ 0 };
}

void
koma_camera_trouble_copy (KomaCameraTrouble       *to,
                          const KomaCameraTrouble *from)
{
  KomaCameraTrouble copy = { from->state, g_strdup (from->detail), g_strdup (from->package) };

  koma_camera_trouble_clear (to);
  *to = copy;
}

void
koma_camera_trouble_set (KomaCameraTrouble *trouble,
                         KomaCameraState    state,
                         const char        *detail)
{
  koma_camera_trouble_copy (trouble, &(KomaCameraTrouble){ state, (char *) detail, NULL });
}
