/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-evaluated.h"

#include <math.h>

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-evaluation.h"
#include "koma-cli-output.h"

static const char **
list_names (const KomaEvaluated *evaluated)
{
  const char **names = g_new0 (const char *, evaluated->n_classes + 1);

  for (guint c = 0; c < evaluated->n_classes; c++)
    names[c] = koma_labels_get_name (evaluated->labels, c);
  return names;
}

/* ---- For people ---- */

static void
say_scores (const KomaCliEvaluated *self)
{
  const KomaEvaluated *evaluated = self->evaluated;
  const KomaThreshold  threshold = koma_evaluated_find_threshold (evaluated, self->precision);

  koma_cli_say (_ ("Scores are off by %.1f %% on average; with a temperature of %.3g by "
                   "%.1f %%\n"),
                100 * evaluated->evaluation->calibration_error, evaluated->fitted_temperature,
                100 * evaluated->fitted_calibration_error);
  if (threshold.is_reached)
    koma_cli_say (_ ("Answers from a score of %.3g on are %.1f %% right; these are %.1f %% of "
                     "all\n"),
                  threshold.score, 100 * threshold.precision, 100 * threshold.share);
  else
    koma_cli_say (_ ("From no score on are %.4g %% of the answers right\n"), 100 * self->precision);
}

static void
say_turned (const KomaEvaluated *evaluated)
{
  if (evaluated->n_turned == 0)
    return;
  /* Translators: of all pictures, those that were looked at upside down, too */
  koma_cli_say (ngettext ("%u of %u pictures was looked at upside down, too\n",
                          "%u of %u pictures were looked at upside down, too\n",
                          evaluated->n_turned),
                evaluated->n_turned, evaluated->n);
}

static void
say_comparison (const KomaEvaluatedPair *pair)
{
  const KomaEvaluated *other = pair->sides[1];
  const KomaMcnemar    test = pair->test;

  koma_cli_say (_ ("Compared with %s, %s: %.1f %% right\n"), other->model, other->recipe,
                100 * other->evaluation->accuracy);
  say_turned (other);
  koma_cli_say (_ ("  %u pictures only the first knows, %u only the second, %u both, %u "
                   "neither\n"),
                test.n_first_only, test.n_second_only, test.n_both, test.n_neither);
  koma_cli_say (_ ("  Chance alone makes such a difference with a probability of %.2g "
                   "(McNemar’s test)\n"),
                test.p);
}

void
koma_cli_evaluated_say (const KomaCliEvaluated *self)
{
  g_autofree const char **names = list_names (self->evaluated);

  if (self->evaluated->n == 0)
    return;
  koma_cli_evaluation_say (self->evaluated->evaluation, names);
  say_turned (self->evaluated);
  say_scores (self);
  if (self->pair != NULL && self->pair->n > 0)
    say_comparison (self->pair);
}

/* ---- For programs ---- */

static void
build_uncounted (const KomaEvaluated *evaluated,
                 JsonBuilder         *builder)
{
  json_builder_set_member_name (builder, "uncounted");
  json_builder_begin_array (builder);
  for (guint i = 0; i < evaluated->uncounted->len; i++) {
    const KomaUncounted *one = &g_array_index (evaluated->uncounted, KomaUncounted, i);

    json_builder_begin_object (builder);
    koma_json_string (builder, "label", one->label);
    koma_json_int (builder, "pictures", one->n);
    json_builder_set_member_name (builder, "ambiguous");
    json_builder_add_boolean_value (builder, one->is_ambiguous);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
build_temperature (const KomaEvaluated *evaluated,
                   JsonBuilder         *builder)
{
  json_builder_set_member_name (builder, "temperature");
  json_builder_begin_object (builder);
  koma_json_double (builder, "now", evaluated->temperature);
  koma_cli_json_rate (builder, "loss", evaluated->loss);
  koma_json_double (builder, "fitted", evaluated->fitted_temperature);
  koma_cli_json_rate (builder, "fittedLoss", evaluated->fitted_loss);
  koma_cli_json_rate (builder, "fittedCalibrationError", evaluated->fitted_calibration_error);
  json_builder_end_object (builder);
}

static void
build_threshold (const KomaCliEvaluated *self,
                 JsonBuilder            *builder)
{
  const KomaThreshold threshold = koma_evaluated_find_threshold (self->evaluated, self->precision);

  json_builder_set_member_name (builder, "threshold");
  json_builder_begin_object (builder);
  koma_json_double (builder, "wanted", self->precision);
  koma_cli_json_rate (builder, "score", threshold.is_reached ? threshold.score : NAN);
  koma_cli_json_rate (builder, "precision",
                      threshold.is_reached ? threshold.precision : NAN);
  koma_json_double (builder, "share", threshold.share);
  json_builder_end_object (builder);
}

static void
build_source (const KomaEvaluated *evaluated,
              JsonBuilder         *builder)
{
  koma_json_string (builder, "model", evaluated->model);
  koma_json_string (builder, "hash", evaluated->hash);
  koma_json_string (builder, "recipe", evaluated->recipe);
  koma_json_string (builder, "backend", koma_backends_find (evaluated->backend, NULL)->title);
  koma_json_int (builder, "failed", evaluated->unreadable->len);
  koma_json_int (builder, "turned", evaluated->n_turned);
}

static void
build_pair_classes (const KomaEvaluatedPair *pair,
                    JsonBuilder             *builder)
{
  json_builder_set_member_name (builder, "classes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < pair->classes->len; i++) {
    const KomaPairClass *class = &g_array_index (pair->classes, KomaPairClass, i);

    json_builder_begin_object (builder);
    koma_json_string (builder, "name",
                      koma_labels_get_name (pair->sides[0]->labels, class->index));
    koma_json_int (builder, "pictures", class->n);
    koma_json_int (builder, "firstRight", class->n_right[0]);
    koma_json_int (builder, "secondRight", class->n_right[1]);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
build_comparison (const KomaEvaluatedPair *pair,
                  JsonBuilder             *builder)
{
  const KomaEvaluated *other = pair->sides[1];
  const KomaMcnemar    test = pair->test;

  json_builder_set_member_name (builder, "comparison");
  json_builder_begin_object (builder);
  build_source (other, builder);
  koma_json_int (builder, "pictures", other->n);
  koma_cli_json_rate (builder, "accuracy", other->evaluation->accuracy);
  koma_cli_json_rate (builder, "top3", other->evaluation->top_3);
  koma_cli_json_rate (builder, "calibrationError", other->evaluation->calibration_error);
  koma_json_int (builder, "both", test.n_both);
  koma_json_int (builder, "firstOnly", test.n_first_only);
  koma_json_int (builder, "secondOnly", test.n_second_only);
  koma_json_int (builder, "neither", test.n_neither);
  koma_json_double (builder, "p", test.p);
  koma_json_int (builder, "common", pair->n);
  build_pair_classes (pair, builder);
  json_builder_end_object (builder);
}

void
koma_cli_evaluated_print_json (const KomaCliEvaluated *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree const char **names = list_names (self->evaluated);

  json_builder_begin_object (builder);
  build_source (self->evaluated, builder);
  build_uncounted (self->evaluated, builder);
  koma_cli_evaluation_build (self->evaluated->evaluation, names, builder);
  build_temperature (self->evaluated, builder);
  build_threshold (self, builder);
  if (self->pair != NULL)
    build_comparison (self->pair, builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}
