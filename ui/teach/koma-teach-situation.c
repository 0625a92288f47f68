/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-situation.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"

void
koma_teach_situation_get (KomaTeachProject   *project,
                          KomaTeachSituation *ret_situation)
{
  const KomaTeachStatus status = koma_teach_project_get_status (project);
  GListModel           *classes = G_LIST_MODEL (project);
  KomaTeachScore        score = { 0 };

  (void) koma_teach_project_get_score (project, &score);
  *ret_situation = (KomaTeachSituation){
    .base = status.base_state,
    .head = status.head_kind,
    .training = status.training_state,
    .error = status.training_error,
    .progress = status.progress,
    .n_examples = status.n_examples,
    .n_known = koma_teach_project_count_known (project),
    .n_adding = status.n_adding,
    .n_checked = score.n_examples,
    .n_right = score.n_right,
  };
  for (guint i = 0; i < g_list_model_get_n_items (classes); i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, i);

    if (koma_teach_class_get_n_examples (klass) > 0)
      ret_situation->n_classes++;
  }
}

gboolean
koma_teach_situation_is_busy (const KomaTeachSituation *now)
{
  if (now->base == KOMA_TEACH_BASE_FAILED)
    return now->n_adding > 0;
  return now->n_adding > 0 || now->n_known < now->n_examples ||
         now->training == KOMA_TEACH_TRAINING_RUNNING ||
         now->training == KOMA_TEACH_TRAINING_CHECKING;
}

double
koma_teach_situation_get_fraction (const KomaTeachSituation *now)
{
  if (now->n_adding > 0)
    return (double) now->n_examples / (now->n_examples + now->n_adding);
  if (now->n_known < now->n_examples)
    return (double) now->n_known / now->n_examples;
  return now->progress;
}

static char *
describe_beginning (const KomaTeachSituation *now)
{
  if (now->n_classes == 0)
    return g_strdup (_ ("Add a few pictures to each class: examples to learn from."));
  return g_strdup (_ ("Now add pictures to a second class, so that there is something to tell "
                      "apart."));
}

static char *
describe_training (const KomaTeachSituation *now)
{
  g_autofree char *percent = koma_words_for_score (now->progress);

  if (now->training == KOMA_TEACH_TRAINING_CHECKING)
    /* Translators: with a percentage */
    return g_strdup_printf (_ ("Checking how good it is… %s"), percent);
  /* Translators: with a percentage */
  return g_strdup_printf (_ ("Learning… %s"), percent);
}

static char *
describe_result (const KomaTeachSituation *now)
{
  g_autofree char *percent = NULL;

  if (now->n_checked == 0)
    return g_strdup_printf (ngettext ("Answers from %'u picture", "Answers from %'u pictures",
                                      now->n_known),
                            now->n_known);
  percent = koma_words_for_score ((double) now->n_right / now->n_checked);
  /* Translators: a percentage of answers; each picture was hidden once while Koma learned */
  return g_strdup_printf (_ ("%s right on pictures it had not seen"), percent);
}

/**
 * koma_teach_situation_describe:
 * @now: of a project
 *
 * Returns: (transfer full): what happens now, or what the user could do next
 */
char *
koma_teach_situation_describe (const KomaTeachSituation *now)
{
  if (now->n_adding > 0)
    return g_strdup_printf (ngettext ("Adding pictures… %'u to go", "Adding pictures… %'u to go",
                                      now->n_adding),
                            now->n_adding);
  if (now->n_classes < 2)
    return describe_beginning (now);
  if (now->base == KOMA_TEACH_BASE_FAILED)
    return g_strdup (_ ("Koma can not learn with this model. Open another one, then come back "
                        "here."));
  if (now->base == KOMA_TEACH_BASE_LOADING)
    return g_strdup (_ ("Getting ready to look at the pictures…"));
  if (now->n_known < now->n_examples)
    return g_strdup_printf (_ ("Looking at the pictures… %'u of %'u"), now->n_known,
                            now->n_examples);
  if (now->training == KOMA_TEACH_TRAINING_RUNNING || now->training == KOMA_TEACH_TRAINING_CHECKING)
    return describe_training (now);
  if (now->training == KOMA_TEACH_TRAINING_FAILED)
    return g_strdup_printf (_ ("Koma could not learn from these pictures: %s"),
                            now->error != NULL ? now->error->message : "");
  return describe_result (now);
}
