/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma env: what TensorFlow.js calls the environment. */
#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-backends.h"
#include "koma-cli-json.h"
#include "koma-cli-options.h"
#include "koma-cli-session.h"
#include "koma-cli.h"
#include "worker/box/koma-box.h"

static const char summary[] =
  N_ ("Say what decides how Koma computes here: backends, flags; and the memory of a model.");

/* The backend of the model, or of one that was never measured; and why not, if none. */
typedef struct
{
  const KomaBackendClass *backend; /* (nullable) */
  const char             *source;  /* "KOMA_BACKEND", "automatic", "measured" */
  GError                 *error;
} Active;

static void
active_clear (Active *active)
{
  g_clear_error (&active->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Active, active_clear)

static void
find_active (const KomaCliOptions *options,
             KomaModel            *model, /* (nullable) */
             Active               *ret_active)
{
  const char *measured = model != NULL ? koma_cli_find_measured (options, model) : NULL;

  ret_active->source = measured != NULL ? "measured" : koma_chooser_get_name (options->chooser);
  ret_active->backend = koma_backends_find_available (
    measured != NULL ? measured : options->backend, &ret_active->error);
}

/* Run once: some drivers set memory aside no earlier. */
static KomaSession *
open_session (const KomaCliOptions *options,
              KomaModel            *model,
              GError              **error)
{
  g_autoptr (KomaSession) session = koma_cli_open_session (options, model, error);

  return session != NULL && koma_session_warm (session, NULL, error) ? g_steal_pointer (&session)
                                                                     : NULL;
}

static void
build_flags (JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "flags");
  json_builder_begin_array (builder);
  for (KomaFlag flag = 0; flag < KOMA_N_FLAGS; flag++) {
    json_builder_begin_object (builder);
    koma_json_string (builder, "name", koma_flags_get_name (flag));
    if (koma_flags_get (flag) == KOMA_FLAG_AUTO)
      koma_json_string (builder, "value", NULL);
    else
      koma_json_int (builder, "value", koma_flags_get (flag));
    koma_json_string (builder, "source", koma_flags_get_source_name (flag));
    koma_json_string (builder, "meaning", koma_flags_get_meaning (flag));
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
build_backend_memory (JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "backends");
  json_builder_begin_array (builder);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    KomaBackendMemory       memory = { 0 };

    koma_backends_get_memory (backend, &memory);
    json_builder_begin_object (builder);
    koma_json_string (builder, "name", backend->name);
    koma_json_int (builder, "objects", memory.n_objects);
    koma_json_int (builder, "bytes", memory.size_bytes);
    koma_json_int (builder, "kept_programs", memory.n_kept);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
build_memory (JsonBuilder          *builder,
              const KomaMemoryInfo *memory)
{
  json_builder_set_member_name (builder, "memory");
  json_builder_begin_object (builder);
  koma_json_int (builder, "buffers", memory->n_buffers);
  koma_json_int (builder, "bytes", memory->size_bytes);
  koma_json_int (builder, "peak_bytes", memory->peak_bytes);
  koma_json_int (builder, "total_bytes", koma_backends_get_memory_bytes ());
  build_backend_memory (builder);
  json_builder_end_object (builder);
}

/* A helper is started: what holds here, not what the kernel promises. */
static void
build_box (JsonBuilder *builder)
{
  static const char *const places[] = {
    [KOMA_BOX_NONE] = "none",
    [KOMA_BOX_OFF] = "off",
    [KOMA_BOX_FLATPAK] = "flatpak",
    [KOMA_BOX_HELPERS] = "helpers",
  };
  g_autoptr (GError) error = NULL;
  const gboolean is_there = koma_box_try (&error);
  KomaBoxState   state = koma_box_get_state ();
  const gboolean is_confined = is_there && state.place == KOMA_BOX_HELPERS;

  json_builder_set_member_name (builder, "picture_box");
  json_builder_begin_object (builder);
  koma_json_string (builder, "place", places[state.place]);
  koma_json_string (builder, "error", is_there ? NULL : error->message);
  json_builder_set_member_name (builder, "landlock");
  json_builder_add_boolean_value (builder,
                                  is_confined && (state.confinement & KOMA_CONFINEMENT_LANDLOCK));
  json_builder_set_member_name (builder, "seccomp");
  json_builder_add_boolean_value (builder,
                                  is_confined && (state.confinement & KOMA_CONFINEMENT_SECCOMP));
  json_builder_end_object (builder);
}

static void
print_box (void)
{
  g_autoptr (GError) error = NULL;
  const gboolean is_there = koma_box_try (&error);
  KomaBoxState   state = koma_box_get_state ();

  if (is_there)
    koma_cli_say ("%s\n", _ (koma_box_get_sentence (&state)));
  else
    koma_cli_say (_ ("Pictures and models can not be read: %s\n"), error->message);
}

static void
print_json (const Active         *active,
            const KomaMemoryInfo *memory)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_json_string (builder, "version", KOMA_VERSION);
  koma_json_int (builder, "processors", koma_cpu_count_available ());
  koma_json_string (builder, "backend",
                    active->backend != NULL ? active->backend->name : NULL);
  koma_json_string (builder, "backend_source", active->source);
  koma_json_string (builder, "backend_error",
                    active->error != NULL ? active->error->message : NULL);
  koma_cli_backends_show (builder);
  build_box (builder);
  build_flags (builder);
  build_memory (builder, memory);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

static void
print_flags (void)
{
  koma_cli_say ("%s\n", _ ("Flags (KOMA_FLAGS=NAME:VALUE,…):"));
  for (KomaFlag flag = 0; flag < KOMA_N_FLAGS; flag++) {
    g_autofree char *value = koma_flags_get_text (flag);

    koma_cli_say ("  %-28s %-5s %-10s  %s\n", koma_flags_get_name (flag), value,
                  koma_flags_get_source_name (flag), koma_flags_get_meaning (flag));
  }
}

/* Of those that hold more than buffers of tensors. */
static void
print_backend_memory (void)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    KomaBackendMemory       memory = { 0 };
    g_autofree char        *bytes = NULL;

    if (backend->get_memory == NULL)
      continue;
    koma_backends_get_memory (backend, &memory);
    bytes = g_format_size (memory.size_bytes);
    koma_cli_say (_ ("  %-8s  %s in %u objects; %u programs kept\n"), backend->name, bytes,
                  memory.n_objects, memory.n_kept);
  }
}

static void
print_text (const Active         *active,
            const KomaMemoryInfo *memory)
{
  g_autofree char *bytes = g_format_size (memory->size_bytes);
  g_autofree char *peak = g_format_size (memory->peak_bytes);

  koma_cli_say ("Koma %s\n", KOMA_VERSION);
  koma_cli_say (_ ("Processors: %u\n"), koma_cpu_count_available ());
  print_box ();
  if (active->backend != NULL)
    koma_cli_say (_ ("Backend: %s (%s)\n"), active->backend->name, active->source);
  else
    koma_cli_say (_ ("Backend: none, %s\n"), active->error->message);
  koma_cli_backends_show (NULL);
  print_flags ();
  koma_cli_say (_ ("Memory: %s in %u buffers of tensors, %s at most\n"), bytes,
                (guint) memory->n_buffers, peak);
  print_backend_memory ();
}

int
koma_cli_env (int    argc,
              char **argv)
{
  g_auto (KomaCliOptions) options = { 0 };
  const KomaCliUsage usage = {
    .summary = summary,
    .takes = KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_FORMAT,
  };
  KomaFormatKind format = KOMA_FORMAT_TEXT;
  KomaMemoryInfo memory = { 0 };
  g_auto (Active) active = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;

  if (!koma_cli_options_parse (&options, &usage, &argc, &argv) ||
      !koma_cli_options_get_format (&options, "text json", &format) ||
      (options.models != NULL && !koma_cli_options_take_model (&options, 0, NULL)))
    return KOMA_EXIT_USAGE;
  if (options.model != NULL) {
    model = koma_cli_load_model (&options, options.model, &error);
    session = model != NULL ? open_session (&options, model, &error) : NULL;
    if (session == NULL) {
      koma_cli_warn ("%s", error->message);
      return KOMA_EXIT_USAGE;
    }
  }
  find_active (&options, model, &active);
  koma_memory_get_info (&memory);
  if (format == KOMA_FORMAT_JSON)
    print_json (&active, &memory);
  else
    print_text (&active, &memory);
  return KOMA_EXIT_OK;
}
