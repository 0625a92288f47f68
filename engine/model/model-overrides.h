/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "labels.h"
#include "recipe.h"

G_BEGIN_DECLS

#define KOMA_MODEL_OVERRIDES_FILE "koma.json"

/* The settings in koma.json beside a model; those that it leaves out are NULL.
 *
 *   {
 *     "name": "Flowers",                 or {"en": "Flowers", "ja": "花"}
 *     "labels": "flowers.txt",           or a list of names
 *     "output": "probabilities",         name of the output to read
 *     "scale": [r, g, b], "offset": […], instead of a range: p · scale + offset
 *     "halfTurn": {"swap": […], …},      see tta.h
 *     "range": "0,1", …                  the parts of recipe-part.h, by their names
 *   }
 */
typedef struct
{
  char       *name;
  KomaLabels *labels;
  char       *output;
  char       *parts[KOMA_N_PARTS]; /* words of koma_recipe_set_part (); none of the labels */
  gboolean    has_scale;           /* and offset */
  double      scale[3];
  double      offset[3];
  JsonNode   *tta; /* "halfTurn", to be read once the classes are known */
} KomaModelOverrides;

gboolean koma_model_overrides_read (const char         *folder,
                                    KomaModelOverrides *ret_overrides,
                                    GError            **error);
void     koma_model_overrides_clear (KomaModelOverrides *overrides);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaModelOverrides, koma_model_overrides_clear)

G_END_DECLS
