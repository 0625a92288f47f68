/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-id.h"

/* Properties that stay the same while a camera is at the same plug, the best
 * first. PipeWire's serials, and the numbers of /dev/video…, are others
 * after a replug. PipeWire makes its node names of the bus path, too. */
static const char *const STABLE[] = {
  "node.name",
  "device.bus_path",
  "device.bus-path",
  "device.serial",
};

static const char *
get_string (const GstStructure *props,
            const char         *field)
{
  const char *value = props != NULL ? gst_structure_get_string (props, field) : NULL;

  return value != NULL && *value != '\0' ? value : NULL;
}

/*< private >
 * koma_camera_id_new:
 * @props: (nullable): the properties of a GstDevice
 * @name: the camera's own name
 *
 * Thread: any.
 *
 * Returns: (transfer full): an id that tells the camera from others, and is
 *   the same the next time it is there
 */
char *
koma_camera_id_new (const GstStructure *props,
                    const char         *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (STABLE); i++) {
    const char *value = get_string (props, STABLE[i]);

    if (value != NULL)
      return g_strdup (value);
  }
  return g_strdup (name);
}
