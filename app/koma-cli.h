/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-output.h"

G_BEGIN_DECLS

/* The command line: one row in koma-cli.c and one file koma-cli-<name>.c for
 * each subcommand. None of them needs a display. */
typedef struct
{
  const char *name;                   /* "classify" */
  const char *summary;                /* untranslated */
  int (*run) (int argc, char **argv); /* argv[0] is the name; returns an exit code */
} KomaCommand;

#define KOMA_EXIT_OK          0
#define KOMA_EXIT_SOME_FAILED 1   /* some pictures; each is named on standard error */
#define KOMA_EXIT_USAGE       2   /* wrong usage, or the model can not be used */
#define KOMA_EXIT_SIGNAL      128 /* and the number of the signal that ended it, as of a shell */

const KomaCommand *koma_cli_find (const char *name); /* (nullable) */
int                koma_cli_main (int argc, char **argv, gboolean *ret_is_handled);

int koma_cli_backends (int argc, char **argv);
int koma_cli_benchmark (int argc, char **argv);
int koma_cli_classify (int argc, char **argv);
int koma_cli_collections (int argc, char **argv);
int koma_cli_embed (int argc, char **argv);
int koma_cli_env (int argc, char **argv);
int koma_cli_evaluate (int argc, char **argv);
int koma_cli_explain (int argc, char **argv);
int koma_cli_find_pictures (int argc, char **argv);
int koma_cli_inspect (int argc, char **argv);
int koma_cli_models (int argc, char **argv);
int koma_cli_profile (int argc, char **argv);
int koma_cli_run (int argc, char **argv);
int koma_cli_sort (int argc, char **argv);
int koma_cli_teach (int argc, char **argv);
int koma_cli_watch (int argc, char **argv);

G_END_DECLS
