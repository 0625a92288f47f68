/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-words.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#include "engine/koma-values.h"

/**
 * koma_words_for_class:
 * @name: of the best class of an answer
 * @is_sure: whether the answer is
 *
 * Returns: (transfer full): “tent”; “Perhaps tent”
 */
char *
koma_words_for_class (const char *name,
                      gboolean    is_sure)
{
  /* Translators: the name of a class: what is in a picture, of which Koma is not sure */
  return is_sure ? g_strdup (name) : g_strdup_printf (_ ("Perhaps %s"), name);
}

/**
 * koma_words_for_score:
 * @score: 0 … 1
 *
 * Returns: (transfer full): “80%”; “<1%” for a score that would round to 0
 */
char *
koma_words_for_score (double score)
{
  long percent = lround (CLAMP (score, 0.0, 1.0) * 100.0);

  if (percent < 1)
    /* Translators: a score below one percent */
    return g_strdup (C_ ("score", "<1%"));

  /* Translators: a score in percent; put the space your language wants before the sign */
  return g_strdup_printf (C_ ("score", "%ld%%"), percent);
}

/**
 * koma_words_for_share:
 * @share: of a count, 0 … 1
 *
 * Returns: (transfer full): as koma_words_for_score(), but “0%” for none
 */
char *
koma_words_for_share (double share)
{
  return share == 0 ? g_strdup_printf (C_ ("score", "%ld%%"), 0L) : koma_words_for_score (share);
}

/**
 * koma_words_for_percent:
 * @share: 1 is all
 * @n_decimals: behind the point
 *
 * Returns: (transfer full): “99.68%”
 */
char *
koma_words_for_percent (double share,
                        guint  n_decimals)
{
  g_autofree char *number = g_strdup_printf ("%.*f", (int) n_decimals, 100.0 * share);

  /* Translators: a number that is written already; put the space your language wants before the
   * sign */
  return g_strdup_printf (C_ ("percent", "%s%%"), number);
}

/**
 * koma_words_for_rate:
 * @per_second: pictures per second
 *
 * Returns: (transfer full): “56 per second”
 */
char *
koma_words_for_rate (double per_second)
{
  if (per_second >= 10.0)
    return g_strdup_printf (_ ("%.0f per second"), per_second);

  /* A small rate gets one more digit. */
  return g_strdup_printf (_ ("%.1f per second"), per_second);
}

/**
 * koma_words_for_time_left:
 * @seconds: an estimate
 *
 * Returns: (transfer full): “12 seconds left”, rounded so that the text does not
 *   change all the time
 */
char *
koma_words_for_time_left (double seconds)
{
  long n_seconds = lround (ceil (CLAMP (seconds, 0.0, 1e7)));
  long n_minutes = (n_seconds + 30) / 60;

  if (n_seconds < 2)
    return g_strdup (_ ("Almost done"));
  if (n_seconds > 20)
    n_seconds = (n_seconds + 2) / 5 * 5;
  if (n_seconds < 100)
    return g_strdup_printf (ngettext ("%ld second left", "%ld seconds left", n_seconds), n_seconds);
  if (n_minutes < 100)
    return g_strdup_printf (ngettext ("%ld minute left", "%ld minutes left", n_minutes), n_minutes);

  n_minutes = (n_minutes + 30) / 60;
  return g_strdup_printf (ngettext ("%ld hour left", "%ld hours left", n_minutes), n_minutes);
}

const char *
koma_words_for_load_stage (KomaLoadStage stage)
{
  switch (stage) {
  case KOMA_LOAD_DOWNLOADING:
    return _ ("Downloading the model");
  case KOMA_LOAD_READING:
    return _ ("Reading the file");
  case KOMA_LOAD_PREPARING:
    return _ ("Preparing the network");
  case KOMA_LOAD_WARMING:
    return _ ("Warming up");
  default:
    g_return_val_if_reached ("");
  }
}

/**
 * koma_words_for_ms:
 * @ms: milliseconds
 *
 * Returns: (transfer full): “12.3 ms”, and what would be “0.0 ms” as “<0.1 ms”
 */
char *
koma_words_for_ms (double ms)
{
  /* Translators: a time in milliseconds */
  return ms < 0.05 ? g_strdup (_ ("<0.1 ms")) : g_strdup_printf (_ ("%.1f ms"), ms);
}

/* A backend has two names: one for everybody, and that of those who know what there is. Nothing is
 * called a graphics card that is none. */
typedef struct
{
  const char *name;
  gboolean    is_software;
  const char *words;
  const char *technical;
} BackendName;

static const BackendName backend_names[] = {
  { "cpu", FALSE, N_ ("Processor"), N_ ("Plain C") },
  /* Translators: a second way to compute on the same processor */
  { "xnnpack", FALSE, N_ ("Processor, Another Way"), "XNNPACK" },
  { "gles", FALSE, N_ ("Graphics Card"), N_ ("GPU (gles)") },
  /* Translators: the processor does the work of a graphics card that is not there */
  { "gles", TRUE, N_ ("Simulated Graphics Card"), N_ ("OpenGL in software") },
};

/* (nullable) Of most backends it is no matter who does their work. */
static const BackendName *
find_backend_name (const char *backend,
                   gboolean    is_software)
{
  const BackendName *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (backend_names); i++)
    if (g_str_equal (backend_names[i].name, backend) &&
        (found == NULL || backend_names[i].is_software == is_software))
      found = &backend_names[i];
  return found;
}

/**
 * koma_words_for_device:
 * @backend: the name of a backend
 * @is_software: a graphics card's work is done by the processor
 *
 * Returns: (transfer none): what computes, in words for everybody; @backend itself if it is unknown
 */
const char *
koma_words_for_device (const char *backend,
                       gboolean    is_software)
{
  const BackendName *found = find_backend_name (backend, is_software);

  return found != NULL ? _ (found->words) : backend;
}

/**
 * koma_words_for_technical_name:
 * @backend: the name of a backend
 * @is_software: a graphics card's work is done by the processor
 *
 * Returns: (transfer none): what computes, for diagnostics and technical details
 */
const char *
koma_words_for_technical_name (const char *backend,
                               gboolean    is_software)
{
  const BackendName *found = find_backend_name (backend, is_software);

  return found != NULL ? _ (found->technical) : backend;
}

/**
 * koma_words_for_precision:
 *
 * Returns: (transfer none): what the values between the layers of a model are
 */
const char *
koma_words_for_precision (const KomaModelInfo *info)
{
  return info->is_integer ? _ ("8-bit integers") : koma_precision_get_name (info->precision);
}

/* Of the device's name a part that is a word, not a name. */
static char *
translate_part (const char *part)
{
  guint number = 0;
  int   end = 0;

  if (g_str_equal (part, "software"))
    /* Translators: a device that is a program */
    return g_strdup (C_ ("device", "software"));
  if (g_str_equal (part, "hardware"))
    return g_strdup (C_ ("device", "hardware"));
  if (g_str_equal (part, "CPU"))
    return g_strdup (C_ ("device", "processor"));
  if (sscanf (part, "tensors up to %u MiB%n", &number, &end) == 1 && part[end] == '\0')
    return g_strdup_printf (_ ("tensors up to %u MiB"), number);
  if (sscanf (part, "tier %u (compute programs)%n", &number, &end) == 1 && end > 0)
    return g_strdup_printf (_ ("tier %u (compute programs)"), number);
  if (sscanf (part, "tier %u (fragment programs)%n", &number, &end) == 1 && end > 0)
    return g_strdup_printf (_ ("tier %u (fragment programs)"), number);
  return g_strdup (part);
}

/**
 * koma_words_for_device_name:
 * @device: (nullable): of a backend
 *
 * Returns: (transfer full) (nullable): the same with its words in the user's language
 */
char *
koma_words_for_device_name (const char *device)
{
  g_auto (GStrv) parts = NULL;

  if (device == NULL)
    return NULL;
  parts = g_strsplit (device, ", ", -1);
  for (guint i = 0; parts[i] != NULL; i++) {
    char *translated = translate_part (parts[i]);

    g_free (parts[i]);
    parts[i] = translated;
  }
  return g_strjoinv (", ", parts);
}

/**
 * koma_words_for_backend:
 * @name: (nullable): of a backend; %NULL: automatic
 *
 * Returns: (transfer none): as koma_words_for_device(), where it is not known what there is
 */
const char *
koma_words_for_backend (const char *name)
{
  return name != NULL ? koma_words_for_device (name, FALSE) : _ ("The Fastest One");
}

static gboolean
is_software (const char *name)
{
  const KomaBackendClass *backend = koma_backends_find (name, NULL);

  return backend != NULL && backend->is_software != NULL && backend->is_software ();
}

/**
 * koma_words_for_tried_backend:
 * @name: (nullable): of a backend that was tried, in vain or not, so that its device is known
 *
 * Returns: (transfer none): as koma_words_for_device()
 */
const char *
koma_words_for_tried_backend (const char *name)
{
  return name != NULL ? koma_words_for_device (name, is_software (name))
                      : koma_words_for_backend (NULL);
}

/**
 * koma_words_for_backend_failure:
 * @name: (nullable): of the backend that the user chose, and that was tried
 *
 * Returns: (transfer full): ““Processor” does not work here”
 */
char *
koma_words_for_backend_failure (const char *name)
{
  /* Translators: the name of a backend */
  return g_strdup_printf (_ ("“%s” does not work here"), koma_words_for_tried_backend (name));
}

/**
 * koma_words_for_chooser:
 * @chooser: who chose the backend
 *
 * Returns: (transfer none): one or two words, shown after the name of the backend
 */
const char *
koma_words_for_chooser (KomaChooser chooser)
{
  switch (chooser) {
  case KOMA_CHOSEN_BY_OPTION:
    return "--backend";
  case KOMA_CHOSEN_BY_ENVIRONMENT:
    return "KOMA_BACKEND";
  case KOMA_CHOSEN_BY_PREFERENCE:
    /* Translators: who chose the backend; “XNNPACK · preferences” */
    return C_ ("backend chosen by", "preferences");
  case KOMA_CHOSEN_AUTOMATICALLY:
  default:
    /* Translators: who chose the backend; “XNNPACK · automatic” */
    return C_ ("backend chosen by", "automatic");
  }
}

/**
 * koma_words_for_choice:
 * @chooser: who chose the backend
 *
 * Returns: (transfer none): a sentence without its full stop
 */
const char *
koma_words_for_choice (KomaChooser chooser)
{
  switch (chooser) {
  case KOMA_CHOSEN_BY_OPTION:
    return _ ("Chosen by the option --backend");
  case KOMA_CHOSEN_BY_ENVIRONMENT:
    return _ ("Chosen by the environment variable KOMA_BACKEND");
  case KOMA_CHOSEN_BY_PREFERENCE:
    return _ ("Chosen in the preferences");
  case KOMA_CHOSEN_AUTOMATICALLY:
  default:
    return _ ("Chosen automatically: the best that works here");
  }
}

/**
 * koma_words_for_value:
 * @title: what @value is, or is of
 * @value: in the user's language, too
 *
 * Returns: (transfer full): “Threads: 2”
 */
char *
koma_words_for_value (const char *title,
                      const char *value)
{
  /* Translators: a line of a list, such as “Threads: 2” */
  return g_strdup_printf (C_ ("title and value", "%s: %s"), title, value);
}

/* A line: what the autotuner found about a backend. */
static char *
describe_autotune_entry (const KomaAutotuneEntry *entry)
{
  const char *backend = koma_words_for_backend (entry->backend);

  switch (entry->state) {
  case KOMA_BENCHMARK_MEASURED:
    /* Translators: the name of a backend, and milliseconds with that many digits */
    return g_strdup_printf (_ ("%s: %.*f ms for a picture"), backend, entry->run_ms < 1 ? 3 : 1,
                            entry->run_ms);
  case KOMA_BENCHMARK_DIFFERS:
    /* Translators: a backend, the kind and the name of an operation */
    return g_strdup_printf (_ ("%s: not used, it computes something else in %s “%s”"), backend,
                            entry->op != NULL ? entry->op : "–",
                            entry->node != NULL ? entry->node : "–");
  case KOMA_BENCHMARK_RUNNING:
  case KOMA_BENCHMARK_FAILED:
  default:
    return koma_words_for_value (backend, entry->reason != NULL ? entry->reason : "–");
  }
}

/**
 * koma_words_for_autotune:
 * @autotune: (nullable): the report of the autotuner
 *
 * Returns: (transfer full) (nullable): a line for each backend that the
 *   autotuner tried; %NULL without a report
 */
char *
koma_words_for_autotune (const KomaAutotuneReport *autotune)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_auto (GStrv) ended = NULL;

  if (autotune == NULL)
    return NULL;
  for (guint i = 0; i < autotune->n_entries; i++) {
    g_autofree char *line = describe_autotune_entry (&autotune->entries[i]);

    g_strv_builder_add (lines, line);
  }
  ended = g_strv_builder_end (lines);
  return g_strjoinv ("\n", ended);
}

/**
 * koma_words_for_place:
 * @file: a file or a folder
 *
 * Returns: (transfer full): where it is, from the user's home on if it is in there: “~/Sorted”
 */
char *
koma_words_for_place (GFile *file)
{
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *inside = g_file_get_relative_path (home, file);
  g_autofree char *tail = inside != NULL ? g_filename_display_name (inside) : NULL;

  return tail != NULL ? g_strconcat ("~/", tail, NULL) : g_file_get_parse_name (file);
}

/**
 * koma_words_for_failover:
 * @info: of a model whose backend failed while it ran
 *
 * Returns: (transfer full): the failure and the backend in use now
 */
char *
koma_words_for_failover (const KomaModelInfo *info)
{
  const KomaModelInfo *before = info->before;
  const char          *words = koma_words_for_device (info->backend, info->is_software);

  if (g_str_equal (before->backend, "gles") && !before->is_software)
    /* Translators: then what computes now: “Processor” */
    return g_strdup_printf (_ ("The graphics card stopped answering. Koma goes on with “%s”."),
                            words);

  /* Translators: what computed before and what does now: “Processor” */
  return g_strdup_printf (_ ("“%s” stopped working. Koma goes on with “%s”."),
                          koma_words_for_device (before->backend, before->is_software), words);
}
