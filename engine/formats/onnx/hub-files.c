/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "hub-files.h"

#include <math.h>

#include "engine/formats/model-folder.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

/* Of a text, what all published models were trained with. */
#define CLIP_ROWS   77
#define SIGLIP_ROWS 64

/* “logit_scale_init_value” is what training begins with: ln (1 / 0.07), as CLIP's paper has it. It
 * says nothing of what training ended with: 100 in all models of OpenAI, whose paper clips it
 * there. */
#define CLIP_INITIAL_SCALE 2.6592
#define CLIP_SCALE         100
/* Of google/siglip-base-patch16-224, as its authors' example prints them; others are near. */
#define SIGLIP_SCALE 117.33
#define SIGLIP_BIAS  (-12.93)

static gboolean
read_object (const KomaModelFile *file,
             const char          *name,
             JsonNode           **ret_root,
             JsonObject         **ret_object,
             GError             **error)
{
  g_autofree char *path = koma_model_folder_find (file->path, name);

  if (path == NULL)
    return TRUE;
  *ret_root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, file->checksum, error);
  if (*ret_root == NULL)
    return FALSE;
  *ret_object = koma_json_node_object (*ret_root);
  return *ret_object != NULL || koma_fail (error, KOMA_ERROR_MODEL, "%s: expected an object", name);
}

/**
 * koma_onnx_hub_files_read:
 * @file: the model, beside which or above whose folder they may lie
 * @ret_files: (out caller-allocates): to be cleared, also on failure
 *
 * Thread: any; reads files. Errors: those of koma_json_load(); %KOMA_ERROR_MODEL where one is no
 * object.
 */
gboolean
koma_onnx_hub_files_read (const KomaModelFile *file,
                          KomaOnnxHubFiles    *ret_files,
                          GError             **error)
{
  *ret_files = (KomaOnnxHubFiles){ 0 };
  return read_object (file, KOMA_CONFIG_FILE, &ret_files->roots[0], &ret_files->config, error) &&
         read_object (file, KOMA_PREPROCESSOR_FILE, &ret_files->roots[1],
                      &ret_files->preprocessor, error) &&
         read_object (file, KOMA_OPEN_CLIP_FILE, &ret_files->roots[2], &ret_files->open_clip,
                      error);
}

void
koma_onnx_hub_files_clear (KomaOnnxHubFiles *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->roots); i++)
    g_clear_pointer (&self->roots[i], json_node_unref);
}

/**
 * koma_onnx_hub_files_is_siglip:
 *
 * Returns: whether the configuration is of SigLIP, of any version; open_clip's says what the bias
 *   of scores begins with, which CLIP has none of. Thread: any.
 */
gboolean
koma_onnx_hub_files_is_siglip (const KomaOnnxHubFiles *self)
{
  const char *type = koma_json_get_string (self->config, "model_type");

  return type != NULL ? g_str_has_prefix (type, "siglip")
                      : koma_json_get (self->config, "init_logit_bias") != NULL;
}

/**
 * koma_onnx_hub_files_get_n_rows:
 *
 * Returns: ids of a text, as the configuration says, or as is usual. Thread: any.
 */
gint64
koma_onnx_hub_files_get_n_rows (const KomaOnnxHubFiles *self)
{
  static const char name[] = "max_position_embeddings";
  JsonObject       *tower = koma_json_get_object (self->config, "text_config");
  JsonObject       *open_clip = koma_json_get_object (self->config, "text_cfg");
  gint64            n = 0;

  if ((koma_json_node_int (koma_json_get (tower, name), &n) ||
       koma_json_node_int (koma_json_get (open_clip, "context_length"), &n) ||
       koma_json_node_int (koma_json_get (self->config, name), &n)) &&
      n > 0 && n <= KOMA_MAX_TEXT_BYTES)
    return n;
  return koma_onnx_hub_files_is_siglip (self) ? SIGLIP_ROWS : CLIP_ROWS;
}

/**
 * koma_onnx_hub_files_get_comparison:
 *
 * Two files do not have the scale of the scores, which both halves share. What training began with
 * is in config.json mostly; another number there is taken for what somebody wrote who knew it.
 *
 * Thread: any.
 */
KomaOnnxComparison
koma_onnx_hub_files_get_comparison (const KomaOnnxHubFiles *self)
{
  KomaOnnxComparison comparison = { .scale = CLIP_SCALE, .is_guess = TRUE };
  double             logarithm = CLIP_INITIAL_SCALE;

  if (koma_onnx_hub_files_is_siglip (self)) {
    comparison.scale = SIGLIP_SCALE;
    comparison.bias = SIGLIP_BIAS;
  }
  if (koma_json_node_double (koma_json_get (self->config, "logit_scale_init_value"), &logarithm) &&
      fabs (logarithm - CLIP_INITIAL_SCALE) > 1e-3 && fabs (logarithm) < 10) {
    comparison.scale = exp (logarithm);
    comparison.is_guess = comparison.bias != 0;
  }
  return comparison;
}

/**
 * koma_onnx_hub_files_has_projection:
 *
 * Returns: whether the configuration is of a model whose vectors are compared behind a projection
 *   of each half. Thread: any.
 */
gboolean
koma_onnx_hub_files_has_projection (const KomaOnnxHubFiles *self)
{
  return koma_json_get (self->config, "projection_dim") != NULL &&
         !koma_onnx_hub_files_is_siglip (self);
}
