/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-troubleshooting.h"

#include <adwaita.h>

#include "engine/koma-values.h"
#include "ui/window/koma-renderer.h"
#include "worker/box/koma-box.h"

static void
add_versions (GString *text)
{
  g_autofree char *renderer = koma_renderer_describe ();

  g_string_append_printf (text, "Koma %s\n", KOMA_VERSION);
  g_string_append_printf (text, "GTK %u.%u.%u, libadwaita %u.%u.%u, GLib %u.%u.%u\n",
                          gtk_get_major_version (), gtk_get_minor_version (),
                          gtk_get_micro_version (),
                          adw_get_major_version (), adw_get_minor_version (),
                          adw_get_micro_version (),
                          glib_major_version, glib_minor_version, glib_micro_version);
  g_string_append_printf (text, "Drawn by: %s\n", renderer);
  g_string_append_printf (text, "Processors: %u\n", g_get_num_processors ());
}

static void
add_box (GString *text)
{
  const KomaBoxState state = koma_box_get_state ();

  g_string_append_printf (text, "%s\n", koma_box_get_sentence (&state));
}

static void
add_backends (GString   *text,
              GPtrArray *entries) /* (nullable) */
{
  g_string_append (text, "\nBackends:\n");
  for (guint i = 0; entries != NULL && i < entries->len; i++) {
    const KomaBackendEntry *entry = g_ptr_array_index (entries, i);

    if (entry->reason != NULL)
      g_string_append_printf (text, "  %s (%s): not available: %s\n", entry->name, entry->title,
                              entry->reason);
    else
      g_string_append_printf (text, "  %s (%s): %s\n", entry->name, entry->title,
                              entry->device != NULL ? entry->device : "");
  }
  if (entries == NULL)
    g_string_append (text, "  being looked up\n");
}

static void
add_choice (GString          *text,
            KomaModelControl *model_control)
{
  const KomaBackendChoice *choice = koma_model_control_get_choice (model_control);
  const GError            *failure = koma_model_control_get_failure (model_control);

  g_string_append_printf (text, "\nChosen: %s (%s)\n",
                          choice->backend != NULL ? choice->backend : "auto",
                          koma_chooser_get_name (choice->chooser));
  if (failure != NULL)
    g_string_append_printf (text, "It failed: %s\n", failure->message);
}

static void
add_autotune (GString                  *text,
              const KomaAutotuneReport *autotune) /* (nullable) */
{
  for (guint i = 0; autotune != NULL && i < autotune->n_entries; i++) {
    const KomaAutotuneEntry *entry = &autotune->entries[i];

    g_string_append_printf (text, "Tried: %s, ", entry->backend);
    if (entry->state == KOMA_BENCHMARK_MEASURED)
      g_string_append_printf (text, "%.3f ms\n", entry->run_ms);
    else if (entry->state == KOMA_BENCHMARK_DIFFERS)
      g_string_append_printf (text, "differs from cpu in %s “%s”\n", entry->op, entry->node);
    else
      g_string_append_printf (text, "%s\n", entry->reason);
  }
}

static void
add_model (GString       *text,
           KomaModelInfo *info) /* (nullable) */
{
  const char        *device = NULL;
  const char *const *warnings = NULL;

  if (info == NULL) {
    g_string_append (text, "In use: none, there is no model\n");
    return;
  }
  device = info->device;
  g_string_append_printf (text, "In use: %s, %s, %s, %u threads for one picture\n",
                          info->backend, device != NULL ? device : "",
                          info->is_integer ? "int8" : koma_precision_get_name (info->precision),
                          info->n_threads);
  g_string_append_printf (text, "Model: %s, %s, %s\n", info->name,
                          info->format, info->hash);
  add_autotune (text, info->autotune);
  warnings = info->warnings;
  for (guint i = 0; warnings[i] != NULL; i++)
    g_string_append_printf (text, "  %s\n", warnings[i]);
}

static void
add_flags (GString *text)
{
  g_string_append (text, "\nFlags:\n");
  for (KomaFlag flag = 0; flag < KOMA_N_FLAGS; flag++) {
    g_autofree char *value = koma_flags_get_text (flag);

    g_string_append_printf (text, "  %s:%s (%s)\n", koma_flags_get_name (flag), value,
                            koma_flags_get_source_name (flag));
  }
}

static void
add_memory (GString *text)
{
  KomaMemoryInfo tensors = { 0 };

  koma_memory_get_info (&tensors);
  g_string_append_printf (text, "\nMemory: %" G_GSIZE_FORMAT " bytes\n",
                          koma_backends_get_memory_bytes ());
  g_string_append_printf (text,
                          "  tensors: %" G_GSIZE_FORMAT " bytes in %" G_GSIZE_FORMAT
                          " buffers, %" G_GSIZE_FORMAT " bytes at most\n",
                          tensors.size_bytes, tensors.n_buffers, tensors.peak_bytes);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    KomaBackendMemory       memory = { 0 };

    koma_backends_get_memory (backend, &memory);
    g_string_append_printf (text,
                            "  %s: %" G_GSIZE_FORMAT " bytes in %u objects, %u programs kept\n",
                            backend->name, memory.size_bytes, memory.n_objects, memory.n_kept);
  }
}

static void
add_preferences (GString         *text,
                 KomaPreferences *preferences)
{
  guint                   n_props = 0;
  g_autofree GParamSpec **props =
    g_object_class_list_properties (G_OBJECT_GET_CLASS (preferences), &n_props);

  g_string_append (text, "\nPreferences:\n");
  for (guint i = 0; i < n_props; i++) {
    g_auto (GValue) value = G_VALUE_INIT;
    g_autofree char *words = NULL;

    g_object_get_property (G_OBJECT (preferences), props[i]->name, &value);
    words = g_strdup_value_contents (&value);
    g_string_append_printf (text, "  %s: %s\n", props[i]->name, words);
  }
}

char *
koma_troubleshooting_describe (KomaBackendControl *control)
{
  g_autoptr (GString) text = g_string_new (NULL);
  KomaModelControl *model_control = koma_backend_control_get_model_control (control);

  add_versions (text);
  add_box (text);
  add_choice (text, model_control);
  add_model (text, koma_model_control_get_info (model_control));
  add_backends (text, koma_backend_control_get_entries (control));
  add_flags (text);
  add_memory (text);
  add_preferences (text, koma_backend_control_get_preferences (control));
  return g_strdup (text->str);
}
