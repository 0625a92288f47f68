/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/preferences/koma-preferences.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define SCHEMA_ID "app.koma.Koma"

static double
get_not_sure_below (KomaPreferences *preferences,
                    double           by_model)
{
  const KomaRecipe recipe = { .sure_from = by_model };

  return koma_preferences_get_not_sure_below (preferences, &recipe);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

/* Each property has a key of the same name, default and range. */
static void
test_schema (void)
{
  g_autoptr (KomaPreferences) none = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  g_autoptr (GSettings) settings = g_settings_new (SCHEMA_ID);
  g_autoptr (GSettingsSchema) schema = NULL;
  g_auto (GStrv) keys = NULL;
  g_autofree GParamSpec **props = NULL;
  guint                   n_props = 0;

  g_object_get (settings, "settings-schema", &schema, NULL);
  keys = g_settings_schema_list_keys (schema);
  props = g_object_class_list_properties (G_OBJECT_GET_CLASS (none), &n_props);
  g_assert_cmpuint (g_strv_length (keys), ==, n_props);

  for (guint i = 0; i < n_props; i++) {
    g_auto (GValue) value = G_VALUE_INIT;
    g_autoptr (GVariant) key = g_settings_get_default_value (settings, props[i]->name);

    g_object_get_property (G_OBJECT (none), props[i]->name, &value);
    if (G_VALUE_HOLDS_STRING (&value))
      g_assert_cmpstr (g_value_get_string (&value), ==, g_variant_get_string (key, NULL));
    else if (G_VALUE_HOLDS_UINT (&value))
      g_assert_cmpuint (g_value_get_uint (&value), ==, g_variant_get_uint32 (key));
    else if (G_VALUE_HOLDS_BOOLEAN (&value))
      g_assert_cmpint (g_value_get_boolean (&value), ==, g_variant_get_boolean (key));
    else
      g_assert_cmpfloat (g_value_get_double (&value), ==, g_variant_get_double (key));
  }
}

static void
check_range (GSettings  *settings,
             GParamSpec *spec)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsSchemaKey) key = NULL;
  g_autoptr (GVariant) lowest = NULL;
  g_autoptr (GVariant) highest = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  key = g_settings_schema_get_key (schema, spec->name);
  if (G_IS_PARAM_SPEC_UINT (spec)) {
    lowest = g_variant_ref_sink (g_variant_new_uint32 (G_PARAM_SPEC_UINT (spec)->minimum));
    highest = g_variant_ref_sink (g_variant_new_uint32 (G_PARAM_SPEC_UINT (spec)->maximum));
  } else {
    lowest = g_variant_ref_sink (g_variant_new_double (G_PARAM_SPEC_DOUBLE (spec)->minimum));
    highest = g_variant_ref_sink (g_variant_new_double (G_PARAM_SPEC_DOUBLE (spec)->maximum));
  }
  g_assert_true (g_settings_schema_key_range_check (key, lowest));
  g_assert_true (g_settings_schema_key_range_check (key, highest));
}

/* What a property takes, its key takes: GSettings ends the program otherwise. */
static void
test_ranges (void)
{
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  g_autoptr (GSettings) settings = g_settings_new (SCHEMA_ID);
  static const char *const names[] = { "threads", "results", "not-sure-below",
                                       "camera-smoothing" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    check_range (settings, g_object_class_find_property (G_OBJECT_GET_CLASS (preferences),
                                                         names[i]));
}

static void
test_kept (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SCHEMA_ID);
  KomaPreferences *preferences = koma_preferences_new ();
  g_autofree char *look = NULL;
  guint            n_told = 0;

  g_assert_null (koma_preferences_get_backend (preferences));
  koma_preferences_set_backend (preferences, "cpu");
  g_object_set (preferences, "results", 7, "not-sure-below", 0.5, "why-look", "colors", NULL);
  g_assert_false (koma_preferences_was_model_suggested (preferences));
  koma_preferences_set_model_suggested (preferences);
  g_assert_finalize_object (preferences);

  preferences = koma_preferences_new ();
  g_assert_true (koma_preferences_was_model_suggested (preferences));
  g_assert_cmpstr (koma_preferences_get_backend (preferences), ==, "cpu");
  g_assert_cmpuint (koma_preferences_get_results (preferences), ==, 7);
  g_object_get (preferences, "why-look", &look, NULL);
  g_assert_cmpstr (look, ==, "colors");
  g_assert_cmpfloat (get_not_sure_below (preferences, 0.8), ==, 0.5);

  /* From outside too, and only when something changes. */
  g_signal_connect_swapped (preferences, "notify::backend", G_CALLBACK (count_cb), &n_told);
  koma_preferences_set_backend (preferences, "cpu");
  g_assert_cmpuint (n_told, ==, 0);
  g_settings_set_string (settings, "backend", "auto");
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_null (koma_preferences_get_backend (preferences));
  g_assert_finalize_object (preferences);
}

/* The model's score counts until the user names one, which may be 0. */
static void
test_not_sure_below (void)
{
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  const KomaRecipe chosen = { .sure_from = 0.7,
                              .sources = { [KOMA_PART_SURE_FROM] = KOMA_SOURCE_OPTION } };

  g_assert_cmpfloat (get_not_sure_below (preferences, 0.8), ==, 0.8);
  g_object_set (preferences, "not-sure-below", 0.0, NULL);
  g_assert_cmpfloat (get_not_sure_below (preferences, 0.8), ==, 0);
  g_object_set (preferences, "not-sure-below", -1.0, NULL);
  g_assert_cmpfloat (get_not_sure_below (preferences, 0.3), ==, 0.3);
  /* A score that was chosen for the model itself is stronger than the one for all. */
  g_object_set (preferences, "not-sure-below", 0.0, NULL);
  g_assert_cmpfloat (koma_preferences_get_not_sure_below (preferences, &chosen), ==, 0.7);
}

/* Runs first, in a process of its own: GIO looks for schemas once. */
static void
test_no_schema (void)
{
  KomaPreferences *preferences = NULL;

  if (!g_test_subprocess ()) {
    g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_passed ();
    return;
  }

  g_setenv ("GSETTINGS_SCHEMA_DIR", "/nonexistent", TRUE);
  g_setenv ("XDG_DATA_DIRS", "/nonexistent", TRUE);
  g_setenv ("XDG_DATA_HOME", "/nonexistent", TRUE);
  preferences = koma_preferences_new ();
  koma_preferences_set_backend (preferences, "gles");
  g_assert_cmpstr (koma_preferences_get_backend (preferences), ==, "gles");
  g_assert_cmpuint (koma_preferences_get_results (preferences), ==, 3);
  g_assert_finalize_object (preferences);
}

static void
compile_schema (const char *folder,
                const char *keys)
{
  g_autofree char *path = g_build_filename (folder, SCHEMA_ID ".gschema.xml", NULL);
  g_autofree char *text = g_strdup_printf (
    "<schemalist><schema id='" SCHEMA_ID "' path='/app/koma/Koma/'>%s</schema></schemalist>", keys);
  const char *const argv[] = { "glib-compile-schemas", "--strict", folder, NULL };
  int               status = 0;
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
}

/* A key that the schema has is kept, others have their defaults. In a process of its own, as
 * above. */
static void
test_older_schema (void)
{
  KomaPreferences *preferences = NULL;
  g_autofree char *folder = NULL;

  if (!g_test_subprocess ()) {
    g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_passed ();
    return;
  }

  folder = g_dir_make_tmp ("koma-schema-XXXXXX", NULL);
  compile_schema (folder, "<key name='backend' type='s'><default>'gles'</default></key>");
  g_setenv ("GSETTINGS_SCHEMA_DIR", folder, TRUE);
  g_setenv ("XDG_DATA_DIRS", "/nonexistent", TRUE);
  g_setenv ("XDG_DATA_HOME", "/nonexistent", TRUE);
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_WARNING,
                         "*older*: threads, *, why-look are not kept");
  preferences = koma_preferences_new ();
  g_test_assert_expected_messages ();
  remove_tree (folder);

  g_assert_cmpstr (koma_preferences_get_backend (preferences), ==, "gles");
  koma_preferences_set_backend (preferences, "cpu");
  g_assert_cmpuint (koma_preferences_get_results (preferences), ==, 3);
  g_object_set (preferences, "results", 7, NULL);
  g_assert_cmpuint (koma_preferences_get_results (preferences), ==, 7);
  g_assert_finalize_object (preferences);

  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_WARNING, "*older*");
  preferences = koma_preferences_new ();
  g_test_assert_expected_messages ();
  g_assert_cmpstr (koma_preferences_get_backend (preferences), ==, "cpu");
  g_assert_cmpuint (koma_preferences_get_results (preferences), ==, 3);
  g_assert_finalize_object (preferences);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/preferences/no-schema", test_no_schema);
  g_test_add_func ("/ui/preferences/older-schema", test_older_schema);
  g_test_add_func ("/ui/preferences/schema", test_schema);
  g_test_add_func ("/ui/preferences/ranges", test_ranges);
  g_test_add_func ("/ui/preferences/kept", test_kept);
  g_test_add_func ("/ui/preferences/not-sure-below", test_not_sure_below);
  return g_test_run ();
}
