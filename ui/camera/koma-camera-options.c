/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-options.h"

#include "koma-square.h"

#include "worker/koma-thread.h"

#define GROUP "Camera"

struct _KomaCameraOptions
{
  GObject parent_instance;

  gboolean         is_mirrored;
  gboolean         is_steady;
  KomaCameraRegion region;
  char            *device;
};

enum {
  PROP_0,
  PROP_MIRROR,
  PROP_STEADY,
  PROP_REGION,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

/* These names are used in the state file and in the menu, too. */
static const char *const kinds[] = {
  [KOMA_CAMERA_REGION_CENTRE] = "centre",
  [KOMA_CAMERA_REGION_WHOLE] = "whole",
  [KOMA_CAMERA_REGION_SQUARE] = "square",
};

G_DEFINE_FINAL_TYPE (KomaCameraOptions, koma_camera_options, G_TYPE_OBJECT)

static void
koma_camera_options_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  KomaCameraOptions *self = KOMA_CAMERA_OPTIONS (object);

  switch (prop_id) {
  case PROP_MIRROR:
    g_value_set_boolean (value, self->is_mirrored);
    break;
  case PROP_STEADY:
    g_value_set_boolean (value, self->is_steady);
    break;
  case PROP_REGION:
    g_value_set_static_string (value, kinds[self->region.kind]);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  }
}

/* An unknown name changes nothing. */
static void
set_kind (KomaCameraOptions *self,
          const char        *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    if (g_strcmp0 (kind, kinds[i]) == 0)
      self->region.kind = i;
  }
}

static void
koma_camera_options_set_property (GObject      *object,
                                  guint         prop_id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  KomaCameraOptions *self = KOMA_CAMERA_OPTIONS (object);

  switch (prop_id) {
  case PROP_MIRROR:
    self->is_mirrored = g_value_get_boolean (value);
    break;
  case PROP_STEADY:
    self->is_steady = g_value_get_boolean (value);
    break;
  case PROP_REGION:
    set_kind (self, g_value_get_string (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  }
}

static void
koma_camera_options_finalize (GObject *object)
{
  g_free (KOMA_CAMERA_OPTIONS (object)->device);

  G_OBJECT_CLASS (koma_camera_options_parent_class)->finalize (object);
}

static void
koma_camera_options_class_init (KomaCameraOptionsClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = koma_camera_options_finalize;
  object_class->get_property = koma_camera_options_get_property;
  object_class->set_property = koma_camera_options_set_property;

  props[PROP_MIRROR] = g_param_spec_boolean ("mirror", NULL, NULL, TRUE, flags);
  props[PROP_STEADY] = g_param_spec_boolean ("steady", NULL, NULL, TRUE, flags);
  props[PROP_REGION] = g_param_spec_string ("region", NULL, NULL, kinds[0], flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
koma_camera_options_init (KomaCameraOptions *self)
{
  self->is_mirrored = TRUE;
  self->is_steady = TRUE;
  self->region = (KomaCameraRegion){ KOMA_CAMERA_REGION_CENTRE, 0.3, 0.25, 0.5 };
}

KomaCameraOptions *
koma_camera_options_new (void)
{
  return g_object_new (KOMA_TYPE_CAMERA_OPTIONS, NULL);
}

void
koma_camera_options_add_actions (KomaCameraOptions *self,
                                 GActionMap        *map)
{
  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 1; i < N_PROPS; i++) {
    g_autoptr (GPropertyAction) action = g_property_action_new (props[i]->name, self,
                                                                props[i]->name);

    g_action_map_add_action (map, G_ACTION (action));
  }
}

gboolean
koma_camera_options_get_mirror (KomaCameraOptions *self)
{
  return self->is_mirrored;
}

gboolean
koma_camera_options_get_steady (KomaCameraOptions *self)
{
  return self->is_steady;
}

const KomaCameraRegion *
koma_camera_options_get_region (KomaCameraOptions *self)
{
  return &self->region;
}

void
koma_camera_options_set_square (KomaCameraOptions *self,
                                double             x,
                                double             y,
                                double             side)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->region.x = CLAMP (x, 0.0, 1.0);
  self->region.y = CLAMP (y, 0.0, 1.0);
  self->region.side = CLAMP (side, KOMA_SQUARE_MIN_SIDE, 1.0);
}

const char *
koma_camera_options_get_device (KomaCameraOptions *self)
{
  return self->device;
}

void
koma_camera_options_set_device (KomaCameraOptions *self,
                                const char        *id)
{
  g_autofree char *copy = g_strdup (id);

  KOMA_ASSERT_MAIN_THREAD ();

  g_free (self->device);
  self->device = g_steal_pointer (&copy);
}

/* ---- State file ---- */

static void
load_boolean (KomaCameraOptions *self,
              GKeyFile          *file,
              const char        *key,
              const char        *property)
{
  g_autoptr (GError) error = NULL;
  gboolean value = g_key_file_get_boolean (file, GROUP, key, &error);

  if (error == NULL)
    g_object_set (self, property, value, NULL);
}

void
koma_camera_options_load (KomaCameraOptions *self,
                          GKeyFile          *file)
{
  g_autofree char   *kind = g_key_file_get_string (file, GROUP, "Region", NULL);
  gsize              n_numbers = 0;
  g_autofree double *square = g_key_file_get_double_list (file, GROUP, "Square", &n_numbers, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  g_free (self->device);
  self->device = g_key_file_get_string (file, GROUP, "Device", NULL);
  load_boolean (self, file, "Mirror", "mirror");
  load_boolean (self, file, "Steady", "steady");
  g_object_set (self, "region", kind, NULL);
  if (n_numbers == 3)
    koma_camera_options_set_square (self, square[0], square[1], square[2]);
}

void
koma_camera_options_save (KomaCameraOptions *self,
                          GKeyFile          *file)
{
  double square[] = { self->region.x, self->region.y, self->region.side };

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->device != NULL)
    g_key_file_set_string (file, GROUP, "Device", self->device);
  g_key_file_set_boolean (file, GROUP, "Mirror", self->is_mirrored);
  g_key_file_set_boolean (file, GROUP, "Steady", self->is_steady);
  g_key_file_set_string (file, GROUP, "Region", kinds[self->region.kind]);
  g_key_file_set_double_list (file, GROUP, "Square", square, G_N_ELEMENTS (square));
}
