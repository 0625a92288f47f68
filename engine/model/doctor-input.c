/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether the input is a picture, and how much of the way from a picture to it is a guess. */

#include "doctor-private.h"

#include "picture-layout.h"

/* Pixels from which a model is slow and large; the usual classifiers take 50 000 to 360 000. */
#define MANY_PIXELS (1024u * 1024u)

static const char *
advise_other_model (void)
{
  return _ ("Choose a model that names what one picture shows; “koma run” computes others.");
}

static char *
describe (const KomaValue *value)
{
  g_autofree char *shape = koma_shape_to_string (&value->shape);

  return g_strdup_printf ("“%s”, %s %s", value->name, koma_dtype_name (value->dtype), shape);
}

static void
examine_size (const KomaModel *model,
              GPtrArray       *findings)
{
  const KomaRecipe *recipe = &model->recipe;

  if (recipe->sources[KOMA_PART_SIZE] == KOMA_SOURCE_GUESS)
    koma_findings_add (
      findings, "input-size-guess", KOMA_FINDING_DOUBT, KOMA_REMEDY_NONE,
      g_strdup_printf (
        _ ("The file leaves the size of its pictures open; Koma takes %u × %u pixels."),
        recipe->width, recipe->height),
      _ ("If answers are wrong, export the model again with the size that it was trained on."));
  if ((guint64) recipe->width * recipe->height > MANY_PIXELS)
    koma_findings_add (findings, "input-large", KOMA_FINDING_DOUBT, KOMA_REMEDY_NONE,
                       g_strdup_printf (_ ("The model takes large pictures: %u × %u pixels."),
                                        recipe->width, recipe->height),
                       _ ("It is slow and needs much memory; look for one with a smaller input."));
}

static void
examine_layout (const KomaModel *model,
                GPtrArray       *findings)
{
  const KomaGraph *graph = model->raw.graph;
  const KomaShape *shape = &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape;

  if (shape->dims[0] > 1)
    koma_findings_add (
      findings, "batch-fixed", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      g_strdup_printf (_ ("The file fixes the batch to %d pictures."), (int) shape->dims[0]),
      _ ("If single pictures are slow, export the model again with an open batch."));
  if (koma_picture_has_channels_first (graph))
    koma_findings_add (findings, "channels-first", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
                       g_strdup (_ ("The input has channels before rows; Koma turns it around.")),
                       NULL);
  if (model->recipe.channels == KOMA_CHANNELS_GREY)
    koma_findings_add (findings, "input-grey", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
                       g_strdup (_ ("The model sees no colours; pictures become grey first.")),
                       NULL);
}

static void
add_found_range (const KomaRecipe *recipe,
                 const char       *range,
                 GPtrArray        *findings)
{
  koma_findings_add (
    findings, "range-found", KOMA_FINDING_NOTE, KOMA_REMEDY_RANGE,
    /* Translators: a number of pictures, and a range of values, such as “-1,1” or “imagenet” */
    g_strdup_printf (_ ("The file does not say which numbers stand for dark and light; "
                        "Koma compared %u of your pictures, and “%s” fits them best."),
                     recipe->n_pictures, range),
    _ ("If answers are wrong, choose another range of values."));
}

static void
examine_range (const KomaModel *model,
               GPtrArray       *findings)
{
  const KomaRecipe *recipe = &model->recipe;
  g_autofree char  *range = koma_recipe_dup_range (recipe);

  if (recipe->sources[KOMA_PART_RANGE] == KOMA_SOURCE_PICTURES)
    add_found_range (recipe, range, findings);
  if (recipe->sources[KOMA_PART_RANGE] != KOMA_SOURCE_GUESS)
    return;
  koma_findings_add (
    findings, "range-guess", KOMA_FINDING_DOUBT, KOMA_REMEDY_RANGE,
    /* Translators: a range of values, such as “-1,1” or “imagenet” */
    g_strdup_printf (
      _ ("The file does not say which numbers stand for dark and light; Koma guesses “%s”."),
      range != NULL ? range : "?"),
    _ ("If answers are wrong, choose another range of values."));
  if (recipe->channels == KOMA_CHANNELS_RGB)
    koma_findings_add (
      findings, "channel-order", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      g_strdup (_ ("The file does not say the order of colours; Koma gives red, green, blue.")),
      _ ("If the model comes from Caffe, set the range to “caffe” in koma.json: blue first."));
}

static gboolean
is_open (const KomaShape *shape)
{
  for (guint i = 1; i < shape->rank && shape->rank != KOMA_RANK_UNKNOWN; i++)
    if (shape->dims[i] == KOMA_DIM_UNKNOWN)
      return TRUE;
  return FALSE;
}

/* The first reason why the input is no picture of known size. */
static void
examine_refused (const KomaModel *model,
                 GPtrArray       *findings)
{
  const KomaGraph *graph = model->graph;
  const guint      n_inputs = koma_graph_get_n_inputs (graph);
  const KomaValue *input = n_inputs > 0
                             ? koma_graph_get_value (graph, koma_graph_get_input (graph, 0))
                             : NULL;
  g_autofree char *words = input != NULL && input->shape.rank != KOMA_RANK_UNKNOWN
                             ? describe (input)
                             : g_strdup ("?");

  if (n_inputs != 1)
    koma_findings_add (findings, "input-count", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
                       g_strdup_printf (_ ("The model has %u inputs, and not one for a picture."),
                                        n_inputs),
                       advise_other_model ());
  else if (input->dtype != KOMA_DTYPE_FLOAT32 || input->shape.rank != 4)
    koma_findings_add (findings, "input-kind", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
                       g_strdup_printf (_ ("The input is no picture: %s."), words),
                       advise_other_model ());
  else if (is_open (&input->shape))
    koma_findings_add (
      findings, "input-open", KOMA_FINDING_ERROR, KOMA_REMEDY_NONE,
      g_strdup_printf (_ ("The file leaves the size of its pictures open: %s."), words),
      _ ("Export the model again with a fixed size, such as 224 × 224 pixels."));
  else if (input->shape.dims[3] != 1 && input->shape.dims[3] != 3)
    koma_findings_add (
      findings, "input-channels", KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
      g_strdup_printf (_ ("The input has %d channels; a picture has 3, or 1 if it is grey."),
                       (int) input->shape.dims[3]),
      advise_other_model ());
}

/*< private >
 * koma_doctor_examine_input:
 */
void
koma_doctor_examine_input (const KomaModel *model,
                           const KomaGraph *graph,
                           GPtrArray       *findings)
{
  if (!model->has_picture_recipe) {
    if (graph != NULL || model->raw.unsupported_at == NULL)
      examine_refused (model, findings);
    return;
  }
  examine_size (model, findings);
  examine_layout (model, findings);
  examine_range (model, findings);
}

/*< private >
 * koma_doctor_examine_range_anew:
 * @before: (element-type KomaFinding): of the same model with another range
 */
void
koma_doctor_examine_range_anew (const KomaModel *model,
                                GPtrArray       *before,
                                GPtrArray       *findings)
{
  for (guint i = 0; i < before->len; i++) {
    KomaFinding *finding = g_ptr_array_index (before, i);

    if (!g_str_has_prefix (finding->id, "range-") && !g_str_equal (finding->id, "channel-order"))
      g_ptr_array_add (findings, koma_finding_ref (finding));
  }
  examine_range (model, findings);
}
