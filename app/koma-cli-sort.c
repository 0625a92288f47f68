/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma sort: pictures into folders by class, or labels beside them; and the way back. */
#include <glib/gi18n.h>

#include "koma-cli-job.h"
#include "koma-cli-options.h"
#include "koma-cli-rows.h"
#include "koma-cli.h"
#include "worker/take/koma-arrange-journal.h"
#include "worker/take/koma-arrange-run.h"
#include "worker/take/koma-arrange-undo.h"
#include "worker/take/koma-sheet.h"

static const char arguments[] = N_ ("PATH…");
static const char summary[] =
  N_ ("Put pictures into folders by what is in them, or write labels beside them. PATH is a "
      "picture, a folder, or “-” for a list on standard input, one path a line.");
static const char description[] =
  N_ ("Nothing is overwritten. A journal is written before each step, so that --undo gives each "
      "file its place, content, mode and time back, after a crash too; what was changed since "
      "stays.\n\n"
      "Exit code: 0 all done, 1 some pictures were left alone, 2 wrong usage or a model that can "
      "not be used, 130 interrupted.");

typedef struct
{
  KomaCliOptions options;
  char          *into;     /* (nullable) */
  char          *not_sure; /* (nullable) */
  gboolean       is_copy;
  gboolean       is_move;
  gboolean       is_link;
  gboolean       is_label;
  gboolean       is_undo;
  gboolean       is_dry;
  gboolean       skips_taken;
  gboolean       is_by_kind;
  int            top_k;
  GPtrArray     *rows;   /* (nullable) (element-type KomaExportRow) */
  guint          n_left; /* pictures and files that were left alone */
} Sort;

static void
sort_clear (Sort *self)
{
  koma_cli_options_clear (&self->options);
  g_free (self->into);
  g_free (self->not_sure);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sort, sort_clear)

static KomaArrangeKind
get_kind (const Sort *self)
{
  return self->is_label  ? KOMA_ARRANGE_LABEL
         : self->is_move ? KOMA_ARRANGE_MOVE
         : self->is_link ? KOMA_ARRANGE_LINK
                         : KOMA_ARRANGE_COPY;
}

static void
print_plan (Sort                  *self,
            const KomaArrangePlan *plan)
{
  static const char *const reasons[KOMA_N_SKIPS] = {
    N_ ("not sure"),
    N_ ("no answer"),
    N_ ("no file of its own"),
    N_ ("named twice"),
    N_ ("its name is taken"),
    N_ ("gone, or a link"),
    N_ ("in its folder already"),
    N_ ("an XMP file that is a link, or no file"),
  };

  for (guint i = 0; self->is_dry && i < plan->steps->len; i++) {
    const KomaArrangeStep *step = plan->steps->pdata[i];

    koma_cli_say ("%s → %s\n", step->from, step->to);
  }
  for (guint i = 0; i < KOMA_N_SKIPS; i++) {
    if (plan->n_skipped[i] == 0)
      continue;
    /* Translators: a number of pictures, and why they are left alone */
    koma_cli_warn (_ ("left alone: %u (%s)"), plan->n_skipped[i], _ (reasons[i]));
    self->n_left += plan->n_skipped[i];
  }
}

static gboolean
tell (Sort                    *self,
      const KomaArrangeReport *report,
      GError                 **error)
{
  for (guint i = 0; i < report->problems->len; i++)
    koma_cli_warn ("%s", (char *) report->problems->pdata[i]);
  self->n_left += report->problems->len;
  koma_cli_say (ngettext ("%u file\n", "%u files\n", report->n_done), report->n_done);
  if (!report->is_stopped || report->problems->len > 0)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
  return FALSE;
}

static gboolean
sort_rows (KomaCliJob *job,
           gpointer    user_data,
           GError    **error)
{
  Sort            *self = user_data;
  g_autofree char *into =
    self->into != NULL ? g_canonicalize_filename (self->into, NULL) : NULL;
  const KomaArrangeOptions options = { .kind = get_kind (self),
                                       .into = into,
                                       .sure_from = self->options.sure_from,
                                       .not_sure = self->not_sure,
                                       .is_numbered = !self->skips_taken,
                                       .is_by_kind = self->is_by_kind,
                                       .n_labels = (guint) self->top_k };
  g_autoptr (KomaArrangePlan) plan =
    koma_arrange_plan_new (self->rows, &options, job->cancellable);
  g_autoptr (KomaArrangeReport) report = NULL;

  if (g_cancellable_set_error_if_cancelled (job->cancellable, error))
    return FALSE;
  print_plan (self, plan);
  if (self->is_dry || plan->steps->len == 0)
    return TRUE;
  report = koma_arrange_run (plan, NULL, job->cancellable, error);
  return report != NULL && tell (self, report, error);
}

static gboolean
undo (KomaCliJob *job,
      gpointer    user_data,
      GError    **error)
{
  gboolean         is_whole = FALSE;
  g_autofree char *path = koma_arrange_journal_find (&is_whole);
  g_autoptr (KomaArrangeReport) report = NULL;

  if (path == NULL) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("there is nothing to undo"));
    return FALSE;
  }
  report = koma_arrange_undo (path, NULL, error);
  return report != NULL && tell (user_data, report, error);
}

/* One thing at a time. */
static gboolean
check (const Sort *self,
       int         argc)
{
  const int n_ways = self->is_copy + self->is_move + self->is_link + self->is_label;

  if (self->is_undo && argc == 1 && self->into == NULL && n_ways == 0)
    return TRUE;
  if (!self->is_undo && argc > 1 && n_ways <= 1 && self->is_label == (self->into == NULL))
    return TRUE;
  koma_cli_warn (_ ("name a folder with --into and pictures, or --xmp and pictures, or --undo "
                    "alone; “koma sort --help” tells more"));
  return FALSE;
}

static gboolean
parse (Sort   *self,
       int    *argc,
       char ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "into", 'i', 0, G_OPTION_ARG_FILENAME, &self->into,
      N_("The folder that gets a folder for each class"), N_("FOLDER") },
    { "kinds", 0, 0, G_OPTION_ARG_NONE, &self->is_by_kind,
      N_("A folder for each kind of class, such as animals and food, where the model knows kinds"),
      NULL },
    { "copy", 0, 0, G_OPTION_ARG_NONE, &self->is_copy, N_("Copy the pictures; the default"), NULL },
    { "move", 0, 0, G_OPTION_ARG_NONE, &self->is_move, N_("Move them"), NULL },
    { "link", 0, 0, G_OPTION_ARG_NONE, &self->is_link, N_("Make symbolic links to them"), NULL },
    { "xmp", 0, 0, G_OPTION_ARG_NONE, &self->is_label,
      N_("Write the labels into XMP files beside the pictures instead"), NULL },
    { "top", 'k', 0, G_OPTION_ARG_INT, &self->top_k,
      N_("Labels of each picture in its XMP file; default 1"), N_("K") },
    { "not-sure", 0, 0, G_OPTION_ARG_STRING, &self->not_sure,
      N_("The folder for pictures whose answer is not sure; default: they are left alone"),
      N_("NAME") },
    { "skip-taken", 0, 0, G_OPTION_ARG_NONE, &self->skips_taken,
      N_("Leave a picture alone whose name is taken; default: it gets a number"), NULL },
    { "dry-run", 'n', 0, G_OPTION_ARG_NONE, &self->is_dry, N_("Print what would be done"), NULL },
    { "undo", 0, 0, G_OPTION_ARG_NONE, &self->is_undo, N_("Undo what was done last"), NULL },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_CLASSIFIER | KOMA_TAKES_SURE_FROM,
    .entries = entries,
  };

  self->top_k = 1;
  return koma_cli_options_parse (&self->options, &usage, argc, argv) &&
         koma_cli_check_number ("--top", self->top_k, 3) && check (self, *argc);
}

int
koma_cli_sort (int    argc,
               char **argv)
{
  g_auto (Sort) self = { 0 };
  int code = KOMA_EXIT_OK;

  if (!parse (&self, &argc, &argv))
    return KOMA_EXIT_USAGE;
  if (!self.is_undo) {
    if (!koma_cli_options_take_model (&self.options, 0, NULL))
      return KOMA_EXIT_USAGE;
    self.rows = koma_cli_rows_collect (&self.options, argv + 1);
    if (self.rows == NULL)
      return KOMA_EXIT_USAGE;
  }
  code = koma_cli_job_run (self.is_undo ? undo : sort_rows, &self);
  return code == KOMA_EXIT_OK && self.n_left > 0 ? KOMA_EXIT_SOME_FAILED : code;
}
