/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-trouble.h"

/*< private >
 * koma_camera_trouble_clear:
 * @trouble: a trouble
 *
 * Makes it none.
 */
void
koma_camera_trouble_clear (KomaCameraTrouble *trouble)
{
  g_free (trouble->detail);
  g_free (trouble->package);
  *trouble = (KomaCameraTrouble){ 0 };
}

/*< private >
 * koma_camera_trouble_set:
 * @trouble: a trouble
 * @state: what it leads to
 * @detail: (nullable): more about it, in English
 */
void
koma_camera_trouble_set (KomaCameraTrouble *trouble,
                         KomaCameraState    state,
                         const char        *detail)
{
  g_autofree char *copy = g_strdup (detail);

  koma_camera_trouble_clear (trouble);
  trouble->state = state;
  trouble->detail = g_steal_pointer (&copy);
}
