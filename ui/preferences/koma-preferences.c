/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-preferences.h"

#include "engine/koma-limits.h"

#define SCHEMA_ID     "app.koma.Koma"
#define MAX_SMOOTHING 5.0

/**
 * KomaPreferences:
 *
 * The properties are bound to GSettings, so whatever changes them, the
 * window, another program or the user's administrator, is noticed the same
 * way. Where the schema is not installed they work as well, and are forgotten
 * at the end: g_settings_new() would end the program.
 */
struct _KomaPreferences
{
  GObject parent_instance;

  char  *backend; /* as in the schema: "auto" for automatic */
  guint  threads;
  char  *precision; /* as in the schema */
  guint  results;
  double not_sure_below;
  double camera_smoothing;

  GSettings *settings; /* (nullable) owned */
};

enum {
  PROP_0,
  PROP_BACKEND,
  PROP_THREADS,
  PROP_PRECISION,
  PROP_RESULTS,
  PROP_NOT_SURE_BELOW,
  PROP_CAMERA_SMOOTHING,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (KomaPreferences, koma_preferences, G_TYPE_OBJECT)

static void
koma_preferences_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  KomaPreferences *self = KOMA_PREFERENCES (object);

  switch (prop_id) {
  case PROP_BACKEND:
    g_value_set_string (value, self->backend);
    break;
  case PROP_THREADS:
    g_value_set_uint (value, self->threads);
    break;
  case PROP_PRECISION:
    g_value_set_string (value, self->precision);
    break;
  case PROP_RESULTS:
    g_value_set_uint (value, self->results);
    break;
  case PROP_NOT_SURE_BELOW:
    g_value_set_double (value, self->not_sure_below);
    break;
  case PROP_CAMERA_SMOOTHING:
    g_value_set_double (value, self->camera_smoothing);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
  }
}

static gboolean
set_string (char      **place,
            const char *value)
{
  if (g_strcmp0 (*place, value) == 0)
    return FALSE;
  g_free (*place);
  *place = g_strdup (value);
  return TRUE;
}

static gboolean
set_uint (guint *place,
          guint  value)
{
  gboolean is_new = *place != value;

  *place = value;
  return is_new;
}

static gboolean
set_double (double *place,
            double  value)
{
  gboolean is_new = *place != value;

  *place = value;
  return is_new;
}

static gboolean
take_value (KomaPreferences *self,
            guint            prop_id,
            const GValue    *value)
{
  switch (prop_id) {
  case PROP_BACKEND:
    return set_string (&self->backend, g_value_get_string (value));
  case PROP_THREADS:
    return set_uint (&self->threads, g_value_get_uint (value));
  case PROP_PRECISION:
    return set_string (&self->precision, g_value_get_string (value));
  case PROP_RESULTS:
    return set_uint (&self->results, g_value_get_uint (value));
  case PROP_NOT_SURE_BELOW:
    return set_double (&self->not_sure_below, g_value_get_double (value));
  case PROP_CAMERA_SMOOTHING:
    return set_double (&self->camera_smoothing, g_value_get_double (value));
  default:
    g_return_val_if_reached (FALSE);
  }
}

static void
koma_preferences_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  /* Only what is new is told: who listens loads the model again. */
  if (take_value (KOMA_PREFERENCES (object), prop_id, value))
    g_object_notify_by_pspec (object, pspec);
}

static void
koma_preferences_finalize (GObject *object)
{
  KomaPreferences *self = KOMA_PREFERENCES (object);

  g_clear_object (&self->settings);
  g_clear_pointer (&self->backend, g_free);
  g_clear_pointer (&self->precision, g_free);

  G_OBJECT_CLASS (koma_preferences_parent_class)->finalize (object);
}

/* The defaults are the schema's; a test compares them. */
static void
koma_preferences_class_init (KomaPreferencesClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_EXPLICIT_NOTIFY |
                            G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = koma_preferences_finalize;
  object_class->get_property = koma_preferences_get_property;
  object_class->set_property = koma_preferences_set_property;

  props[PROP_BACKEND] = g_param_spec_string ("backend", NULL, NULL, "auto", flags);
  props[PROP_THREADS] = g_param_spec_uint ("threads", NULL, NULL, 0, KOMA_MAX_THREADS, 0, flags);
  props[PROP_PRECISION] = g_param_spec_string ("precision", NULL, NULL, "auto", flags);
  props[PROP_RESULTS] = g_param_spec_uint ("results", NULL, NULL, 1, KOMA_MAX_RESULTS, 3, flags);
  props[PROP_NOT_SURE_BELOW] = g_param_spec_double ("not-sure-below", NULL, NULL, 0.0, 1.0, 0.3,
                                                    flags);
  props[PROP_CAMERA_SMOOTHING] = g_param_spec_double ("camera-smoothing", NULL, NULL,
                                                      0.0, MAX_SMOOTHING, 0.4, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
koma_preferences_init (KomaPreferences *self)
{
}

static GSettings *
find_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, SCHEMA_ID, TRUE);
  if (schema == NULL) {
    g_debug ("The schema %s is not installed: preferences are not kept", SCHEMA_ID);
    return NULL;
  }
  return g_settings_new_full (schema, NULL, NULL);
}

/**
 * koma_preferences_new:
 *
 * Returns: (transfer full): what was kept, and keeps what is set
 */
KomaPreferences *
koma_preferences_new (void)
{
  KomaPreferences *self = g_object_new (KOMA_TYPE_PREFERENCES, NULL);

  self->settings = find_settings ();
  for (guint i = 1; self->settings != NULL && i < N_PROPS; i++)
    g_settings_bind (self->settings, props[i]->name, self, props[i]->name,
                     G_SETTINGS_BIND_DEFAULT);
  return self;
}

/**
 * koma_preferences_get_backend:
 * @self: preferences
 *
 * Returns: (nullable): a backend's name, %NULL for the best that works
 */
const char *
koma_preferences_get_backend (KomaPreferences *self)
{
  return g_str_equal (self->backend, "auto") ? NULL : self->backend;
}

void
koma_preferences_set_backend (KomaPreferences *self,
                              const char      *backend)
{
  g_object_set (self, "backend", backend != NULL ? backend : "auto", NULL);
}

guint
koma_preferences_get_threads (KomaPreferences *self)
{
  return self->threads;
}

/**
 * koma_preferences_get_precision:
 * @self: preferences
 *
 * Returns: how the GPU is to store numbers
 */
KomaPrecision
koma_preferences_get_precision (KomaPreferences *self)
{
  KomaPrecision precision = KOMA_PRECISION_AS_FLAGS;

  (void) koma_precision_parse (self->precision, &precision, NULL);
  return precision;
}

guint
koma_preferences_get_results (KomaPreferences *self)
{
  return self->results;
}

double
koma_preferences_get_not_sure_below (KomaPreferences *self)
{
  return self->not_sure_below;
}

double
koma_preferences_get_camera_smoothing (KomaPreferences *self)
{
  return self->camera_smoothing;
}
