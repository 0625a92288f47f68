/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

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
#define KOMA_EXIT_SOME_FAILED 1 /* some pictures; each is named on standard error */
#define KOMA_EXIT_USAGE       2 /* wrong usage, or the model can not be used */

const KomaCommand *koma_cli_find (const char *name); /* (nullable) */
int                koma_cli_main (int argc, char **argv, gboolean *ret_is_handled);

int koma_cli_backends (int argc, char **argv);
int koma_cli_benchmark (int argc, char **argv);
int koma_cli_classify (int argc, char **argv);
int koma_cli_env (int argc, char **argv);
int koma_cli_inspect (int argc, char **argv);
int koma_cli_models (int argc, char **argv);
int koma_cli_profile (int argc, char **argv);
int koma_cli_run (int argc, char **argv);

/* Standard output for programs: UTF-8 whatever the locale is, and at once. */
void     koma_cli_print (const char *format, ...) G_GNUC_PRINTF (1, 2);
gboolean koma_cli_finish_output (void); /* FALSE, and a warning: not all could be written */

/* Standard error, "koma: …" and a new line. */
void koma_cli_warn (const char *format, ...) G_GNUC_PRINTF (1, 2);

G_END_DECLS
