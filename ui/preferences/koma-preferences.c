/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-preferences.h"

#include "engine/koma-values.h"
#include "worker/koma-thread.h"

#define SCHEMA_ID     "app.koma.Koma"
#define MAX_SMOOTHING 5.0

enum {
  PROP_0,
  PROP_BACKEND,
  PROP_THREADS,
  PROP_PRECISION,
  PROP_CLASS_LANGUAGE,
  PROP_RESULTS,
  PROP_NOT_SURE_BELOW,
  PROP_CAMERA_SMOOTHING,
  PROP_LIST_GRID,
  PROP_LIST_SORT,
  PROP_LIST_DESCENDING,
  PROP_LIST_GROUP,
  PROP_MODEL_SUGGESTED,
  PROP_SPEAK_RESULTS,
  PROP_TECHNICAL_DETAILS,
  PROP_WHY_LOOK,
  N_PROPS,
};

/**
 * KomaPreferences:
 *
 * The properties are bound to GSettings, so changes by the window, another
 * program or the user's administrator are all noticed the same way. Where the
 * schema is not installed, or is older and lacks a key, they work as well, and
 * are forgotten at the end: g_settings_new() would end the program.
 */
struct _KomaPreferences
{
  GObject parent_instance;

  GValue     values[N_PROPS]; /* of the properties, as in the schema: backend "auto" is automatic */
  GSettings *settings;        /* (nullable) owned */
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (KomaPreferences, koma_preferences, G_TYPE_OBJECT)

static void
koma_preferences_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  g_value_copy (&KOMA_PREFERENCES (object)->values[prop_id], value);
}

/* Notifies of new values only: listeners load the model again. */
static void
koma_preferences_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  GValue *place = &KOMA_PREFERENCES (object)->values[prop_id];

  if (g_param_values_cmp (pspec, value, place) == 0)
    return;
  g_value_copy (value, place);
  g_object_notify_by_pspec (object, pspec);
}

static void
koma_preferences_finalize (GObject *object)
{
  KomaPreferences *self = KOMA_PREFERENCES (object);

  g_clear_object (&self->settings);
  for (guint i = 1; i < N_PROPS; i++)
    g_value_unset (&self->values[i]);

  G_OBJECT_CLASS (koma_preferences_parent_class)->finalize (object);
}

/* The defaults are the schema's; a test compares them. */
static void
koma_preferences_class_init (KomaPreferencesClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = koma_preferences_finalize;
  object_class->get_property = koma_preferences_get_property;
  object_class->set_property = koma_preferences_set_property;

  props[PROP_BACKEND] = g_param_spec_string ("backend", NULL, NULL, "auto", flags);
  props[PROP_THREADS] = g_param_spec_uint ("threads", NULL, NULL, 0, KOMA_MAX_THREADS, 0, flags);
  props[PROP_PRECISION] = g_param_spec_string ("precision", NULL, NULL, "auto", flags);
  props[PROP_CLASS_LANGUAGE] = g_param_spec_string ("class-language", NULL, NULL, "auto", flags);
  props[PROP_RESULTS] = g_param_spec_uint ("results", NULL, NULL, 1, KOMA_MAX_RESULTS, 3, flags);
  props[PROP_NOT_SURE_BELOW] = g_param_spec_double ("not-sure-below", NULL, NULL, -1.0, 1.0, -1.0,
                                                    flags);
  props[PROP_CAMERA_SMOOTHING] = g_param_spec_double ("camera-smoothing", NULL, NULL,
                                                      0.0, MAX_SMOOTHING, 0.4, flags);
  /* Of the list of pictures; the list reads and changes them as properties. */
  props[PROP_LIST_GRID] = g_param_spec_boolean ("list-grid", NULL, NULL, TRUE, flags);
  props[PROP_LIST_SORT] = g_param_spec_string ("list-sort", NULL, NULL, "added", flags);
  props[PROP_LIST_DESCENDING] = g_param_spec_boolean ("list-descending", NULL, NULL, FALSE, flags);
  props[PROP_LIST_GROUP] = g_param_spec_string ("list-group", NULL, NULL, "none", flags);
  props[PROP_MODEL_SUGGESTED] = g_param_spec_boolean ("model-suggested", NULL, NULL, FALSE, flags);
  props[PROP_SPEAK_RESULTS] = g_param_spec_boolean ("speak-results", NULL, NULL, FALSE, flags);
  props[PROP_TECHNICAL_DETAILS] = g_param_spec_boolean ("technical-details", NULL, NULL, FALSE,
                                                        flags);
  /* Of the picture page, which reads and changes it as a property. */
  props[PROP_WHY_LOOK] = g_param_spec_string ("why-look", NULL, NULL, "spotlight", flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
koma_preferences_init (KomaPreferences *self)
{
  for (guint i = 1; i < N_PROPS; i++) {
    g_value_init (&self->values[i], props[i]->value_type);
    g_param_value_set_default (props[i], &self->values[i]);
  }
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

/* An installed schema may be older than the program, and g_settings_bind () ends the program
 * where a key is missing. */
static void
bind_properties (KomaPreferences *self)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GString) missing = g_string_new (NULL);

  g_object_get (self->settings, "settings-schema", &schema, NULL);
  for (guint i = 1; i < N_PROPS; i++) {
    if (g_settings_schema_has_key (schema, props[i]->name))
      g_settings_bind (self->settings, props[i]->name, self, props[i]->name,
                       G_SETTINGS_BIND_DEFAULT);
    else
      g_string_append_printf (missing, "%s%s", missing->len > 0 ? ", " : "", props[i]->name);
  }
  if (missing->len > 0)
    g_warning ("The schema %s is older than Koma: %s are not kept", SCHEMA_ID, missing->str);
}

/**
 * koma_preferences_new:
 *
 * Returns: (transfer full): preferences with the values that were kept
 */
KomaPreferences *
koma_preferences_new (void)
{
  KomaPreferences *self = g_object_new (KOMA_TYPE_PREFERENCES, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->settings = find_settings ();
  if (self->settings != NULL)
    bind_properties (self);
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
  const char *backend = g_value_get_string (&self->values[PROP_BACKEND]);

  return g_str_equal (backend, "auto") ? NULL : backend;
}

void
koma_preferences_set_backend (KomaPreferences *self,
                              const char      *backend)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_object_set (self, "backend", backend != NULL ? backend : "auto", NULL);
}

guint
koma_preferences_get_threads (KomaPreferences *self)
{
  return g_value_get_uint (&self->values[PROP_THREADS]);
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
  const char   *name = g_value_get_string (&self->values[PROP_PRECISION]);
  KomaPrecision precision = KOMA_PRECISION_AS_FLAGS;

  (void) koma_precision_parse (name, &precision, NULL);
  return precision;
}

/**
 * koma_preferences_get_class_language:
 * @self: preferences
 *
 * Returns: (transfer none) (nullable): that names of classes are in, "de"; %NULL for the desktop's
 */
const char *
koma_preferences_get_class_language (KomaPreferences *self)
{
  const char *language = g_value_get_string (&self->values[PROP_CLASS_LANGUAGE]);

  return g_str_equal (language, "auto") ? NULL : language;
}

guint
koma_preferences_get_results (KomaPreferences *self)
{
  return g_value_get_uint (&self->values[PROP_RESULTS]);
}

/**
 * koma_preferences_get_not_sure_below:
 * @self: preferences
 * @recipe: of the model
 *
 * Returns: the user's score for this model, else that for all, else what the model's makers say
 */
double
koma_preferences_get_not_sure_below (KomaPreferences  *self,
                                     const KomaRecipe *recipe)
{
  const double own = g_value_get_double (&self->values[PROP_NOT_SURE_BELOW]);

  return own >= 0 && recipe->sources[KOMA_PART_SURE_FROM] != KOMA_SOURCE_OPTION
           ? own
           : recipe->sure_from;
}

/**
 * koma_preferences_is_sure:
 * @self: preferences
 * @result: an answer
 *
 * Returns: whether its best score is as high as koma_preferences_get_not_sure_below() asks
 */
gboolean
koma_preferences_is_sure (KomaPreferences  *self,
                          const KomaResult *result)
{
  return koma_result_is_sure (result,
                              koma_preferences_get_not_sure_below (self, &result->info->values));
}

double
koma_preferences_get_camera_smoothing (KomaPreferences *self)
{
  return g_value_get_double (&self->values[PROP_CAMERA_SMOOTHING]);
}

gboolean
koma_preferences_get_speak_results (KomaPreferences *self)
{
  return g_value_get_boolean (&self->values[PROP_SPEAK_RESULTS]);
}

/**
 * koma_preferences_get_technical_details:
 * @self: preferences
 *
 * Returns: whether to name what computes, and its times, beside answers
 */
gboolean
koma_preferences_get_technical_details (KomaPreferences *self)
{
  return g_value_get_boolean (&self->values[PROP_TECHNICAL_DETAILS]);
}

gboolean
koma_preferences_was_model_suggested (KomaPreferences *self)
{
  return g_value_get_boolean (&self->values[PROP_MODEL_SUGGESTED]);
}

void
koma_preferences_set_model_suggested (KomaPreferences *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_object_set (self, "model-suggested", TRUE, NULL);
}
