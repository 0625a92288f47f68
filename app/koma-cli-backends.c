/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-backends.h"
#include "koma-cli-json.h"
#include "koma-cli-options.h"
#include "koma-cli.h"

static const char summary[] =
  N_ ("List what computes on this machine; automatic choice takes the first without a condition.");

/* When automatic choice takes a backend. */
typedef enum {
  TAKEN_AT_ONCE,
  TAKEN_IF_FASTEST, /* in a trial */
  TAKEN_NEVER,
} Taken;

/* As sessions store tensors unless told otherwise. */
static const char *
get_precision (const KomaBackendClass *backend)
{
  KomaPrecision precision = KOMA_PRECISION_FLOAT32;

  if (backend->choose_precision != NULL)
    backend->choose_precision (KOMA_PRECISION_AS_FLAGS, &precision, NULL);
  return koma_precision_get_name (precision);
}

/* Of models of float32, and of quantised ones. */
static char *
get_types (const KomaBackendClass *backend)
{
  return g_strconcat (get_precision (backend), backend->computes_integers ? ", int8" : "", NULL);
}

static Taken
find_when_taken (const KomaBackendClass *backend)
{
  if (backend->is_software != NULL && backend->is_software ())
    return TAKEN_NEVER;
  return backend->is_only_named ? TAKEN_IF_FASTEST : TAKEN_AT_ONCE;
}

/* For people, behind what it is. */
static const char *
get_condition (const KomaBackendClass *backend)
{
  switch (find_when_taken (backend)) {
  case TAKEN_NEVER:
    return _ (" (software: only when named)");
  case TAKEN_IF_FASTEST:
    return _ (" (when named, or measured to be the fastest)");
  case TAKEN_AT_ONCE:
  default:
    return "";
  }
}

static const char *
get_taken_name (const KomaBackendClass *backend)
{
  static const char *const names[] = {
    [TAKEN_AT_ONCE] = "at once",
    [TAKEN_IF_FASTEST] = "if fastest",
    [TAKEN_NEVER] = "never",
  };

  return names[find_when_taken (backend)];
}

/* Without @reason the backend is available. */
static void
add_backend (JsonBuilder            *builder,
             const KomaBackendClass *backend,
             const char             *device,
             const char             *tuning, /* (nullable) */
             const char             *reason)
{
  json_builder_begin_object (builder);
  koma_json_string (builder, "name", backend->name);
  koma_json_string (builder, "title", backend->title);
  json_builder_set_member_name (builder, "available");
  json_builder_add_boolean_value (builder, reason == NULL);
  koma_json_string (builder, "device", device);
  koma_json_string (builder, "tuning", tuning);
  koma_json_string (builder, "precision", reason == NULL ? get_precision (backend) : NULL);
  json_builder_set_member_name (builder, "integers");
  json_builder_add_boolean_value (builder, backend->computes_integers);
  koma_json_string (builder, "automatic", reason == NULL ? get_taken_name (backend) : NULL);
  if (reason != NULL)
    koma_json_string (builder, "reason", reason);
  json_builder_end_object (builder);
}

static void
show_backend (const KomaBackendClass *backend,
              JsonBuilder            *builder) /* (nullable): text */
{
  g_autofree char *device = NULL;
  g_autofree char *tuning = NULL;
  g_autofree char *types = get_types (backend);
  g_autoptr (GError) error = NULL;
  gboolean is_here = backend->probe (&device, &error);

  if (is_here && backend->describe_tuning != NULL)
    tuning = backend->describe_tuning ();
  if (builder != NULL)
    add_backend (builder, backend, device, tuning, is_here ? NULL : error->message);
  else if (is_here)
    koma_cli_say ("%-8s  %s, %s, %s%s%s%s\n", backend->name, backend->title,
                  device != NULL ? device : "", tuning != NULL ? tuning : "",
                  tuning != NULL ? ", " : "", types, get_condition (backend));
  else
    koma_cli_say (_ ("%-8s  %s, not available: %s\n"), backend->name, backend->title,
                  error->message);
}

/**
 * koma_cli_backends_show:
 * @builder: (nullable): gets a member "backends"; %NULL prints lines
 *
 * Every backend there is, with its device or why it is not available.
 */
void
koma_cli_backends_show (JsonBuilder *builder)
{
  if (builder != NULL) {
    json_builder_set_member_name (builder, "backends");
    json_builder_begin_array (builder);
  }
  for (guint i = 0; i < koma_backends_get_n (); i++)
    show_backend (koma_backends_get (i), builder);
  if (builder != NULL)
    json_builder_end_array (builder);
}

int
koma_cli_backends (int    argc,
                   char **argv)
{
  g_auto (KomaCliOptions) options = { 0 };
  const KomaCliUsage usage = {
    .summary = summary,
    .takes = KOMA_TAKES_FORMAT,
  };
  KomaFormatKind format = KOMA_FORMAT_TEXT;
  g_autoptr (JsonBuilder) builder = NULL;

  if (!koma_cli_options_parse (&options, &usage, &argc, &argv) ||
      !koma_cli_options_get_format (&options, "text json", &format))
    return KOMA_EXIT_USAGE;
  if (format == KOMA_FORMAT_JSON) {
    builder = json_builder_new ();
    json_builder_begin_object (builder);
    koma_json_int (builder, "processors", koma_cpu_count_available ());
  }
  koma_cli_backends_show (builder);
  if (builder != NULL) {
    json_builder_end_object (builder);
    koma_cli_json_print (builder);
  }
  return KOMA_EXIT_OK;
}
