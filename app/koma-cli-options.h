/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "worker/measure/koma-backend-choice.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_FORMAT_TEXT,
  KOMA_FORMAT_JSON,
  KOMA_FORMAT_JSONL,
  KOMA_FORMAT_CSV,
  KOMA_FORMAT_HTML,
} KomaFormatKind;

/* Options that several commands share, as given; strings are NULL and numbers
 * 0 where they are not. */
typedef struct
{
  char    *model;               /* that of koma_cli_options_take_model () */
  char   **models;              /* (nullable) of --model */
  char    *backend;             /* of KOMA_BACKEND where none was given; "auto" has become NULL */
  char    *precision_name;      /* as it was given */
  char    *parts[KOMA_N_PARTS]; /* of the recipe */
  char    *output_name;
  char    *classes_file; /* (nullable) with those of a model that compares pictures with words */
  char   **prompts;      /* (nullable) */
  char    *format;
  char   **shapes; /* (nullable) */
  int      n_threads;
  int      batch;           /* 0: as the model says, or measured */
  int      top_k;           /* 1 … KOMA_MAX_CLASSES */
  char    *collection;      /* (nullable) the file */
  char    *sure_from_given; /* (nullable) */
  gboolean is_retry;        /* --retry */
  gboolean has_sha256;      /* --sha256 */

  KomaShape    *input_shapes; /* of @shapes */
  guint         n_input_shapes;
  GBytes      **inputs; /* (nullable) (borrowed) [n_inputs], see KomaModelOptions */
  guint         n_inputs;
  KomaPrecision precision;
  double        sure_from; /* or KOMA_SURE_BY_MODEL */
  KomaChooser   chooser;   /* who named the backend, or nobody did */
} KomaCliOptions;

/* Which of them a command takes. */
typedef enum {
  KOMA_TAKES_MODEL = 1 << 0,     /* --model */
  KOMA_TAKES_BACKEND = 1 << 1,   /* --backend, --precision, --threads */
  KOMA_TAKES_RECIPE = 1 << 2,    /* --labels, --range, … for the parts of a recipe, --output */
  KOMA_TAKES_FORMAT = 1 << 3,    /* --format */
  KOMA_TAKES_SHAPE = 1 << 4,     /* --shape */
  KOMA_TAKES_ANSWERS = 1 << 5,   /* --top, --collection, --retry, --sha256 */
  KOMA_TAKES_SURE_FROM = 1 << 6, /* --sure-from */
  KOMA_TAKES_BATCH = 1 << 7,     /* --batch */
  KOMA_TAKES_VECTORS = 1 << 8,   /* --collection for vectors */
  /* All of a model that answers for pictures. */
  KOMA_TAKES_CLASSIFIER =
    KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_RECIPE | KOMA_TAKES_SHAPE,
} KomaCliTakes;

/* What a command is, for its --help; texts are untranslated. */
typedef struct
{
  const char         *arguments; /* "PATH…" */
  const char         *summary;
  const char         *description; /* (nullable) at the end */
  KomaCliTakes        takes;
  const GOptionEntry *entries; /* (nullable) its own, NULL-terminated */
} KomaCliUsage;

gboolean koma_cli_options_parse (KomaCliOptions     *self,
                                 const KomaCliUsage *usage,
                                 int                *argc,
                                 char             ***argv);
/* For koma_cli_options_parse (): those that several commands share. */
void koma_cli_options_add_entries (KomaCliOptions *self,
                                   KomaCliTakes    takes,
                                   GOptionContext *context);
void koma_cli_options_clear (KomaCliOptions *self);
/* "text json" */
gboolean koma_cli_options_get_format (const KomaCliOptions *self,
                                      const char           *allowed,
                                      KomaFormatKind       *ret_format);
/* The one that is named by --model or by the only argument, or else one that there is. */
gboolean koma_cli_options_take_model (KomaCliOptions *self,
                                      int             argc, /* 0: arguments are no models */
                                      char          **argv);
gboolean koma_cli_check_number (const char *option, int value, int max); /* 0 … max */
/* @given: (nullable) of --sure-from */
gboolean koma_cli_parse_sure_from (const char *given, double otherwise, double *ret_sure_from);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaCliOptions, koma_cli_options_clear)

G_END_DECLS
