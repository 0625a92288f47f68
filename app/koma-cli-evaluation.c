/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-evaluation.h"

#include <math.h>

#include <glib/gi18n.h>

#include "koma-cli-output.h"

/* Pairs of classes that are named. */
#define MAX_MISTAKES 10

typedef struct
{
  guint truth;
  guint answer;
  guint n;
} Mistake;

static int
compare_mistakes (gconstpointer a,
                  gconstpointer b)
{
  const Mistake *x = a, *y = b;

  return x->n != y->n           ? (x->n < y->n ? 1 : -1)
         : x->truth != y->truth ? (x->truth > y->truth ? 1 : -1)
                                : (x->answer > y->answer) - (x->answer < y->answer);
}

static GArray *
find_mistakes (const KomaEvaluation *evaluation)
{
  GArray *mistakes = g_array_new (FALSE, FALSE, sizeof (Mistake));

  for (guint truth = 0; truth < evaluation->n_classes; truth++)
    for (guint answer = 0; answer < evaluation->n_classes; answer++) {
      const Mistake mistake = { truth, answer,
                                evaluation->confusion[truth * evaluation->n_classes + answer] };

      if (truth != answer && mistake.n > 0)
        g_array_append_val (mistakes, mistake);
    }
  g_array_sort (mistakes, compare_mistakes);
  return mistakes;
}

static void
say_classes (const KomaEvaluation *evaluation,
             const char *const    *names)
{
  for (guint c = 0; c < evaluation->n_classes; c++) {
    const guint n = koma_evaluation_count_class (evaluation, c);
    const guint n_right = evaluation->confusion[c * evaluation->n_classes + c];

    if (n > 0)
      /* Translators: a class, how many of its pictures were right, how many there are */
      koma_cli_say (_ ("  %s: %u of %u right\n"), names[c], n_right, n);
  }
}

void
koma_cli_evaluation_say (const KomaEvaluation *evaluation,
                         const char *const    *names)
{
  g_autoptr (GArray) mistakes = find_mistakes (evaluation);

  koma_cli_say (_ ("%.1f %% right, %.1f %% among the best three\n"), 100 * evaluation->accuracy,
                100 * evaluation->top_3);
  say_classes (evaluation, names);
  if (mistakes->len > 0)
    koma_cli_say ("%s\n", _ ("Mistaken most often:"));
  for (guint i = 0; i < MIN (mistakes->len, MAX_MISTAKES); i++) {
    const Mistake *mistake = &g_array_index (mistakes, Mistake, i);

    /* Translators: a class, the wrong answer, how often */
    koma_cli_say (_ ("  %s for %s: %u\n"), names[mistake->answer], names[mistake->truth],
                  mistake->n);
  }
}

/**
 * koma_cli_json_rate:
 * @rate: NAN becomes null, since JSON has none
 */
void
koma_cli_json_rate (JsonBuilder *builder,
                    const char  *name,
                    double       rate)
{
  if (isfinite (rate)) {
    koma_json_double (builder, name, rate);
    return;
  }
  json_builder_set_member_name (builder, name);
  json_builder_add_null_value (builder);
}

static void
build_classes (const KomaEvaluation *evaluation,
               const char *const    *names,
               JsonBuilder          *builder)
{
  json_builder_set_member_name (builder, "classes");
  json_builder_begin_array (builder);
  for (guint c = 0; c < evaluation->n_classes; c++) {
    json_builder_begin_object (builder);
    koma_json_string (builder, "name", names[c]);
    koma_json_int (builder, "pictures", koma_evaluation_count_class (evaluation, c));
    koma_cli_json_rate (builder, "precision", evaluation->precisions[c]);
    koma_cli_json_rate (builder, "recall", evaluation->recalls[c]);
    koma_cli_json_rate (builder, "f1", evaluation->f1s[c]);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

/* What was answered wrongly, and how often; a model may have a thousand classes. */
static void
build_mistakes (const KomaEvaluation *evaluation,
                const char *const    *names,
                JsonBuilder          *builder)
{
  g_autoptr (GArray) mistakes = find_mistakes (evaluation);

  json_builder_set_member_name (builder, "mistakes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < mistakes->len; i++) {
    const Mistake *mistake = &g_array_index (mistakes, Mistake, i);

    json_builder_begin_object (builder);
    koma_json_string (builder, "truth", names[mistake->truth]);
    koma_json_string (builder, "answer", names[mistake->answer]);
    koma_json_int (builder, "pictures", mistake->n);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
build_reliability (const KomaEvaluation *evaluation,
                   JsonBuilder          *builder)
{
  json_builder_set_member_name (builder, "reliability");
  json_builder_begin_array (builder);
  for (guint i = 0; i < KOMA_N_RELIABILITY_BINS; i++) {
    const KomaReliabilityBin *bin = &evaluation->bins[i];

    json_builder_begin_object (builder);
    koma_json_double (builder, "from", (double) i / KOMA_N_RELIABILITY_BINS);
    koma_json_double (builder, "to", (double) (i + 1) / KOMA_N_RELIABILITY_BINS);
    koma_json_int (builder, "pictures", bin->n);
    koma_json_int (builder, "right", bin->n_right);
    koma_cli_json_rate (builder, "meanScore", bin->best_scores / bin->n);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

void
koma_cli_evaluation_build (const KomaEvaluation *evaluation,
                           const char *const    *names,
                           JsonBuilder          *builder)
{
  koma_json_int (builder, "pictures", evaluation->n);
  koma_cli_json_rate (builder, "accuracy", evaluation->accuracy);
  koma_cli_json_rate (builder, "top3", evaluation->top_3);
  koma_cli_json_rate (builder, "calibrationError", evaluation->calibration_error);
  build_reliability (evaluation, builder);
  build_classes (evaluation, names, builder);
  build_mistakes (evaluation, names, builder);
}
