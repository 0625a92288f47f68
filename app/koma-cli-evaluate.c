/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma evaluate: how many of the pictures whose classes are known a model answers rightly, how far
 * its scores can be trusted, and whether another model or recipe is better. */
#include <glib/gi18n.h>

#include "koma-cli-evaluated.h"
#include "koma-cli-pictures.h"
#include "koma-cli-session.h"
#include "koma-cli.h"
#include "worker/evaluation/koma-evaluated-export.h"

#define DEFAULT_PRECISION 0.95

static const char arguments[] = N_ ("[FOLDER]");
static const char summary[] =
  N_ ("Say how many pictures a model knows. Each folder in FOLDER is a class of the model, and has "
      "pictures of it; or --truth names a table of pictures and their classes, or a collection "
      "whose answers you have corrected.");
static const char description[] =
  N_ ("Pictures that the model is not sure of are looked at upside down too, where it says so. "
      "Pictures whose folder or label is no class of the model are named and not counted.\n\n"
      "Exit code: 0 all pictures counted, 1 some could not be read or are of no class, 2 wrong "
      "usage, a damaged table, no folder that is a class of the model, or a model that can not be "
      "used, 130 interrupted, 143 terminated.");

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  char          *table;          /* (nullable) of --truth */
  char          *precision_name; /* (nullable) as it was given */
  double         precision;
  char          *compare;                         /* (nullable) another model */
  char         **compare_recipe;                  /* (nullable) "PART=WORD" */
  char          *exports[KOMA_EXPORT_SCORES + 1]; /* (nullable) files */

  KomaCliOptions     other_options; /* of the comparison; no model where there is none */
  KomaGroundTruth   *truth;
  KomaEvaluated     *evaluated;
  KomaEvaluatedPair *pair;     /* (nullable) of @evaluated and what it is compared with */
  GPtrArray         *failures; /* utf8 */
} Evaluate;

static void
evaluate_clear (Evaluate *self)
{
  koma_cli_options_clear (&self->options);
  g_free (self->table);
  g_free (self->precision_name);
  g_free (self->compare);
  g_strfreev (self->compare_recipe);
  for (guint i = 0; i < G_N_ELEMENTS (self->exports); i++)
    g_free (self->exports[i]);
  koma_cli_options_clear (&self->other_options);
  g_clear_pointer (&self->truth, koma_ground_truth_unref);
  g_clear_pointer (&self->evaluated, koma_evaluated_unref);
  g_clear_pointer (&self->pair, koma_evaluated_pair_unref);
  g_clear_pointer (&self->failures, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Evaluate, evaluate_clear)

/* ---- Options ---- */

static gboolean
check_precision (Evaluate *self)
{
  char *end = NULL;

  self->precision = DEFAULT_PRECISION;
  if (self->precision_name == NULL)
    return TRUE;
  self->precision = g_ascii_strtod (self->precision_name, &end);
  if (end != self->precision_name && *end == '\0' && self->precision >= 0 && self->precision <= 1)
    return TRUE;
  koma_cli_warn (_ ("--wanted-precision “%s” is not a number from 0 to 1"), self->precision_name);
  return FALSE;
}

static gboolean
check_exports (const Evaluate *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->exports); i++)
    if (self->exports[i] != NULL && !koma_evaluated_can_export (i, self->exports[i])) {
      koma_cli_warn (i == KOMA_EXPORT_SCORES ? _ ("%s: the name must end in .csv")
                                             : _ ("%s: the name must end in .svg or .csv"),
                     self->exports[i]);
      return FALSE;
    }
  return TRUE;
}

/* "fit=stretch" */
static gboolean
take_part (Evaluate   *self,
           const char *text)
{
  KomaCliOptions *options = &self->other_options;
  g_auto (GStrv) pair = g_strsplit (text, "=", 2);

  for (KomaRecipePart part = 0; g_strv_length (pair) == 2 && part < KOMA_N_PARTS; part++)
    if (g_str_equal (koma_recipe_part_get_name (part), pair[0])) {
      g_free (options->parts[part]);
      options->parts[part] = g_strdup (pair[1]);
      return TRUE;
    }
  koma_cli_warn (_ ("--compare-recipe “%s” is no part of a recipe, such as fit=stretch"), text);
  return FALSE;
}

static void
copy_recipe (const KomaCliOptions *from,
             KomaCliOptions       *to)
{
  to->output_name = g_strdup (from->output_name);
  to->input_shapes = g_memdup2 (from->input_shapes, from->n_input_shapes * sizeof (KomaShape));
  to->n_input_shapes = from->n_input_shapes;
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    to->parts[i] = g_strdup (from->parts[i]);
}

/* Another model, or the same one, whose recipe then is that of the first but for what is said. */
static gboolean
take_comparison (Evaluate *self)
{
  KomaCliOptions *other = &self->other_options;

  if (self->compare == NULL && self->compare_recipe == NULL)
    return TRUE;
  other->backend = g_strdup (self->options.backend);
  other->n_threads = self->options.n_threads;
  other->precision = self->options.precision;
  if (self->compare == NULL)
    copy_recipe (&self->options, other);
  for (guint i = 0; self->compare_recipe != NULL && self->compare_recipe[i] != NULL; i++)
    if (!take_part (self, self->compare_recipe[i]))
      return FALSE;
  other->models = g_new0 (char *, 2);
  other->models[0] = g_strdup (self->compare != NULL ? self->compare : self->options.model);
  return koma_cli_options_take_model (other, 0, NULL);
}

static gboolean
take_truth (Evaluate *self,
            int       argc,
            char    **argv)
{
  const gboolean is_xmp = g_strcmp0 (self->table, "xmp") == 0;

  if ((argc == 2) == (self->table != NULL && !is_xmp) || argc > 2) {
    koma_cli_warn (_ ("name one folder, or a table with --truth; “koma evaluate --help” tells "
                      "more"));
    return FALSE;
  }
  self->truth = koma_ground_truth_new (argc == 2 ? argv[1] : self->table, is_xmp);
  return TRUE;
}

static gboolean
parse (Evaluate *self,
       int       argc,
       char    **argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "truth", 0, 0, G_OPTION_ARG_FILENAME, &self->table,
      N_("A CSV file with the columns file and label, or a file of --collection with your "
          "corrections, in place of FOLDER; or xmp: the labels beside the pictures of FOLDER"),
      N_("FILE") },
    { "wanted-precision", 0, 0, G_OPTION_ARG_STRING, &self->precision_name,
      N_("Find the score from which on this share of the answers is right; default 0.95"),
      N_("SHARE") },
    { "compare", 0, 0, G_OPTION_ARG_FILENAME, &self->compare,
      N_("Another model, on the same pictures"), N_("MODEL") },
    { "compare-recipe", 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->compare_recipe,
      N_("A part of the recipe that is compared, such as fit=stretch; may be repeated"),
      N_("PART=WORD") },
    { "matrix", 0, 0, G_OPTION_ARG_FILENAME, &self->exports[KOMA_EXPORT_MATRIX],
      N_("Write what was taken for what, as .svg or .csv"), N_("FILE") },
    { "diagram", 0, 0, G_OPTION_ARG_FILENAME, &self->exports[KOMA_EXPORT_DIAGRAM],
      N_("Write how often answers are right by their score, as .svg or .csv"), N_("FILE") },
    { "all-scores", 0, 0, G_OPTION_ARG_FILENAME, &self->exports[KOMA_EXPORT_SCORES],
      N_("Write all scores of all pictures, as .csv"), N_("FILE") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_CLASSIFIER | KOMA_TAKES_FORMAT,
    .entries = entries,
  };

  return koma_cli_options_parse (&self->options, &usage, &argc, &argv) &&
         koma_cli_options_get_format (&self->options, "text json", &self->format) &&
         check_precision (self) && check_exports (self) && take_truth (self, argc, argv) &&
         koma_cli_options_take_model (&self->options, 0, NULL) && take_comparison (self);
}

/* ---- Work ---- */

static gboolean
progress_cb (double   fraction,
             gpointer user_data)
{
  KomaCliJob *job = user_data;

  koma_cli_job_report (job, _ ("Looking at the pictures:"), fraction);
  return !g_cancellable_is_cancelled (job->cancellable);
}

/* A model, and how it is compiled. */
typedef struct
{
  KomaModel         *model;
  KomaSessionOptions options;
} Side;

static void
side_clear (Side *side)
{
  g_clear_pointer (&side->model, koma_model_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Side, side_clear)

static gboolean
load (Side           *side,
      KomaCliOptions *options,
      GError        **error)
{
  side->model = koma_cli_load_model (options, options->model, error);
  return side->model != NULL && koma_model_get_recipe (side->model, error) != NULL &&
         koma_cli_get_session_options (options, side->model, 1, &side->options, error);
}

static gboolean
evaluate_both (Evaluate                 *self,
               const KomaEvaluatedParts *first,
               const KomaProgress       *progress,
               GError                  **error)
{
  g_auto (Side) other = { 0 };

  if (!load (&other, &self->other_options, error))
    return FALSE;
  self->pair = koma_evaluated_pair_new (
    (KomaEvaluatedParts[]){ *first, { other.model, &other.options } },
    self->truth, progress, error);
  if (self->pair == NULL)
    return FALSE;
  self->evaluated = koma_evaluated_ref (self->pair->sides[0]);
  return TRUE;
}

static gboolean
evaluate (Evaluate           *self,
          const KomaProgress *progress,
          GError            **error)
{
  g_auto (Side) side = { 0 };
  const KomaEvaluatedParts *parts = NULL;

  if (!load (&side, &self->options, error))
    return FALSE;
  side.options.progress = progress;
  parts = &(KomaEvaluatedParts){ .model = side.model, .options = &side.options };
  if (self->other_options.model != NULL)
    return evaluate_both (self, parts, progress, error);
  self->evaluated = koma_evaluated_new (parts, self->truth, error);
  return self->evaluated != NULL;
}

/* Pictures that do not count, in sentences. */
static void
list_failures (Evaluate            *self,
               const KomaEvaluated *evaluated)
{
  for (guint i = 0; i < evaluated->unreadable->len; i++) {
    const KomaUnreadable *one = &g_array_index (evaluated->unreadable, KomaUnreadable, i);

    g_ptr_array_add (self->failures, g_strdup_printf ("%s: %s", one->path, one->message));
  }
  for (guint i = 0; i < evaluated->uncounted->len; i++) {
    const KomaUncounted *one = &g_array_index (evaluated->uncounted, KomaUncounted, i);
    g_autofree char     *text = NULL;

    if (one->is_ambiguous)
      /* Translators: a label, a model, how many pictures have the label */
      text = g_strdup_printf (_ ("“%s” is several classes of %s; pictures that do not count: %u"),
                              one->label, evaluated->model, one->n);
    else
      text = g_strdup_printf (_ ("“%s” is no class of %s; pictures that do not count: %u"),
                              one->label, evaluated->model, one->n);
    g_ptr_array_add (self->failures, g_steal_pointer (&text));
  }
}

static gboolean
export_all (const Evaluate *self,
            GError        **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->exports); i++)
    if (self->exports[i] != NULL &&
        !koma_evaluated_export (self->evaluated, i, self->exports[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
work (KomaCliJob *job,
      gpointer    user_data,
      GError    **error)
{
  Evaluate          *self = user_data;
  const KomaProgress progress = { progress_cb, job };
  const gboolean     is_done = evaluate (self, &progress, error);

  for (guint i = 0; i < self->truth->problems->len; i++)
    g_ptr_array_add (self->failures, g_strdup (self->truth->problems->pdata[i]));
  if (!is_done)
    return FALSE;
  if (self->truth->note != NULL)
    koma_cli_warn ("%s", self->truth->note);
  list_failures (self, self->evaluated);
  return export_all (self, error);
}

int
koma_cli_evaluate (int    argc,
                   char **argv)
{
  g_auto (Evaluate) self = { 0 };
  KomaCliEvaluated result = { 0 };
  int              code = KOMA_EXIT_OK;

  if (!parse (&self, argc, argv))
    return KOMA_EXIT_USAGE;
  self.failures = g_ptr_array_new_with_free_func (g_free);
  code = koma_cli_pictures_end (koma_cli_job_run (work, &self), self.failures);
  if (code != KOMA_EXIT_OK && code != KOMA_EXIT_SOME_FAILED)
    return code;
  result = (KomaCliEvaluated){ self.evaluated, self.pair, self.precision };
  if (self.format == KOMA_FORMAT_JSON)
    koma_cli_evaluated_print_json (&result);
  else
    koma_cli_evaluated_say (&result);
  return code;
}
