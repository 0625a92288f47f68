/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma collection: what is done with files that keep answers, without a model. */
#include "koma-cli-collections.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "koma-cli.h"
#include "worker/collection/koma-collection-merge.h"

/* As of a model that says nothing else. */
#define DEFAULT_SURE_FROM 0.3
#define NO_LIMIT          (-1)

static const char arguments[] =
  N_ ("merge INTO FROM…|info FILE|export FILE|compare FILE|leave-out FILE PICTURE…|"
      "rate FILE PICTURE…");
static const char summary[] =
  N_ ("Work with collections, the files in which “koma classify --collection” keeps answers: put "
      "several together, describe one, print what is in it, compare what two models "
      "answered, take pictures out for good, or give them stars.");
static const char description[] =
  N_ ("“merge” puts all that is in FROM into INTO, which is made where it is not there: of two "
      "answers the newer one stays, and of two files of one name what was said of the newer one. "
      "The order does not matter, and each FROM is only read.\n\n"
      "“leave-out” takes pictures out of FILE: they are in no list, and their folders do not bring "
      "them back. “koma classify --collection FILE PICTURE” does, or --undo.\n\n"
      "“rate” gives pictures the stars of --stars, or takes them back.\n\n"
      "Exit code: 0 all went well, 2 wrong usage or a file that can not be used; then INTO is as "
      "it was.");

typedef struct
{
  KomaCliOptions options;
  gboolean       is_in_place;
  gboolean       is_json;
  gboolean       is_csv;
  gboolean       is_undo;
  int            stars;           /* G_MAXINT: none are given */
  int            limit;           /* -1: none is given */
  char          *model;           /* (nullable) */
  char          *with;            /* (nullable) */
  char          *sure_from_given; /* (nullable) */
  double         sure_from;
} Collections;

static void
collections_clear (Collections *self)
{
  koma_cli_options_clear (&self->options);
  g_free (self->model);
  g_free (self->with);
  g_free (self->sure_from_given);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Collections, collections_clear)

static gboolean
parse (Collections *self,
       int         *argc,
       char      ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "in-place", 0, 0, G_OPTION_ARG_NONE, &self->is_in_place,
      N_("merge: relative paths begin in the folder of each FROM, not of INTO"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->is_json,
      N_("info and compare: print JSON"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &self->is_csv,
      N_("compare: print the pictures with two labels as CSV"), NULL },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &self->options.format,
      N_("export: csv, jsonl, json, html"), N_("FORMAT") },
    { "model", 'm', 0, G_OPTION_ARG_STRING, &self->model,
      N_("export: only what this model answered, by its name or hash; compare: the model that "
         "answers now, by default the one that was used last"), N_("MODEL") },
    { "with", 'w', 0, G_OPTION_ARG_STRING, &self->with,
      N_("compare: the model that answered before, by default the one that was used before"),
      N_("MODEL") },
    { "limit", 0, 0, G_OPTION_ARG_INT, &self->limit,
      N_("compare: how many changes and pictures to print; default 20, with --csv all"),
      N_("N") },
    { "undo", 0, 0, G_OPTION_ARG_NONE, &self->is_undo,
      N_("leave-out: the pictures belong to FILE again, with the answers that they had"), NULL },
    { "stars", 0, 0, G_OPTION_ARG_INT, &self->stars,
      N_("rate: 1 to 5; 0 takes a rating back, −1 is for pictures that are rejected"), N_("N") },
    { "sure-from", 0, 0, G_OPTION_ARG_STRING, &self->sure_from_given,
      N_("export: the best score, 0 to 1, from which an answer is sure; default 0.3"),
      N_("SCORE") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = { .arguments = arguments,
                               .summary = summary,
                               .description = description,
                               .entries = entries };

  return koma_cli_options_parse (&self->options, &usage, argc, argv) &&
         koma_cli_parse_sure_from (self->sure_from_given, DEFAULT_SURE_FROM, &self->sure_from);
}

/* An option that would do nothing was meant to do something. */
static gboolean
check_options (const Collections *self,
               const char        *action)
{
  const struct
  {
    const char *option;
    const char *actions; /* with "|" between them */
    gboolean    is_given;
  } options[] = {
    { "--in-place", "merge", self->is_in_place },
    { "--json", "info|compare", self->is_json },
    { "--csv", "compare", self->is_csv },
    { "--format", "export", self->options.format != NULL },
    { "--model", "export|compare", self->model != NULL },
    { "--with", "compare", self->with != NULL },
    { "--limit", "compare", self->limit != NO_LIMIT },
    { "--sure-from", "export", self->sure_from_given != NULL },
    { "--undo", "leave-out", self->is_undo },
    { "--stars", "rate", self->stars != G_MAXINT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++) {
    g_auto (GStrv) actions = g_strsplit (options[i].actions, "|", -1);

    if (!options[i].is_given || g_strv_contains ((const char *const *) actions, action))
      continue;
    /* Translators: an option, and two words that are not translated, such as "info" */
    koma_cli_warn (_ ("%s is for “koma collection %s”, not for “%s”"), options[i].option,
                   options[i].actions, action);
    return FALSE;
  }
  return TRUE;
}

/* One that was made for a merge that failed goes again. */
static void
remove_new (const char *into)
{
  static const char *const endings[] = { "", "-wal", "-shm" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++) {
    g_autofree char *path = g_strconcat (into, endings[i], NULL);

    g_unlink (path);
  }
}

static gboolean
merge_into (const char         *into,
            const char *const  *from,
            KomaCollectionPaths paths,
            GError            **error)
{
  g_autoptr (KomaCollection) collection = koma_collection_open (into, error);

  if (collection == NULL)
    return FALSE;
  if (koma_collection_get_notice (collection) != NULL)
    koma_cli_warn ("%s", koma_collection_get_notice (collection));
  return koma_collection_merge (collection, from, paths, error) &&
         koma_collection_close (g_steal_pointer (&collection), error);
}

static int
merge (const Collections *self,
       char             **paths)
{
  const gboolean was_there = g_file_test (paths[0], G_FILE_TEST_EXISTS);
  g_autoptr (GError) error = NULL;

  if (merge_into (paths[0], (const char *const *) paths + 1,
                  self->is_in_place ? KOMA_MERGE_IN_PLACE : KOMA_MERGE_SAME_PATHS, &error))
    return KOMA_EXIT_OK;
  koma_cli_warn ("%s", error->message);
  if (!was_there)
    remove_new (paths[0]);
  return KOMA_EXIT_USAGE;
}

static int
export_rows (const Collections *self,
             const char        *path)
{
  KomaFormatKind format = KOMA_FORMAT_CSV;

  if (!koma_cli_options_get_format (&self->options, "csv jsonl json html", &format))
    return KOMA_EXIT_USAGE;
  return koma_cli_collection_export (path, self->model, format, self->sure_from);
}

static int
compare (const Collections *self,
         const char        *path)
{
  const KomaFormatKind format = self->is_json  ? KOMA_FORMAT_JSON
                                : self->is_csv ? KOMA_FORMAT_CSV
                                               : KOMA_FORMAT_TEXT;

  if (self->is_json && self->is_csv) {
    koma_cli_warn (_ ("choose one: --json or --csv"));
    return KOMA_EXIT_USAGE;
  }
  if (self->limit != NO_LIMIT && !koma_cli_check_number ("--limit", self->limit, G_MAXINT))
    return KOMA_EXIT_USAGE;
  return koma_cli_collection_compare (path, self->model, self->with, format, self->limit);
}

int
koma_cli_collections (int    argc,
                      char **argv)
{
  g_auto (Collections) self = { .limit = NO_LIMIT, .stars = G_MAXINT };

  if (!parse (&self, &argc, &argv) || (argc > 1 && !check_options (&self, argv[1])))
    return KOMA_EXIT_USAGE;
  if (argc >= 4 && g_str_equal (argv[1], "merge"))
    return merge (&self, argv + 2);
  if (argc == 3 && g_str_equal (argv[1], "info"))
    return koma_cli_collection_info (argv[2], self.is_json);
  if (argc == 3 && g_str_equal (argv[1], "export"))
    return export_rows (&self, argv[2]);
  if (argc == 3 && g_str_equal (argv[1], "compare"))
    return compare (&self, argv[2]);
  if (argc >= 4 && g_str_equal (argv[1], "leave-out"))
    return koma_cli_collection_leave_out (argv[2], argv + 3, !self.is_undo);
  if (argc >= 4 && g_str_equal (argv[1], "rate"))
    return koma_cli_collection_rate (argv[2], argv + 3, self.stars);
  koma_cli_warn (_ ("say “merge INTO FROM…”, “info FILE”, “export FILE”, “compare FILE”, "
                    "“leave-out FILE PICTURE…” or “rate FILE PICTURE…”; "
                    "“koma collection --help” tells more"));
  return KOMA_EXIT_USAGE;
}
