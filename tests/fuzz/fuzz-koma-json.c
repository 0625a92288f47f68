/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What lies beside a model, which Koma reads itself: a koma.json, as what it says of a model of
 * three classes, a table of names, metadata with labels, and a list of labels. */

#include "fuzz.h"

#include "engine/formats/json.h"
#include "engine/model/label-names.h"
#include "engine/model/labels-find.h"
#include "engine/model/localized.h"
#include "engine/model/model-find.h"
#include "engine/model/model-overrides.h"
#include "engine/model/tta.h"

static KomaLabels *
make_labels (void)
{
  static const char *const names[] = { "red", "green", "blue", NULL };

  return koma_labels_new (g_strdupv ((char **) names), "fuzz");
}

static void
read_overrides (void)
{
  g_auto (KomaModelOverrides) overrides = { 0 };
  g_autoptr (KomaLabels) labels = make_labels ();
  g_autoptr (KomaTta) tta = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char               *path = g_build_filename (fuzz_get_folder (), "model.json", NULL);
  G_GNUC_UNUSED g_autofree char *name = koma_model_find_name (path);
  KomaRecipe                     recipe = { .width = 32, .height = 32 };

  if (!koma_model_overrides_read (fuzz_get_folder (), &overrides, &error))
    return;
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++)
    if (overrides.parts[part] != NULL)
      (void) koma_recipe_set_part (&recipe, part, overrides.parts[part], KOMA_SOURCE_KOMA_JSON,
                                   NULL);
  if (overrides.tta != NULL)
    tta = koma_tta_new_from_json (overrides.tta, labels, &recipe.tta_below, NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  g_autoptr (KomaLabels) labels = make_labels ();
  g_autoptr (KomaLabels) found = NULL;
  g_autoptr (KomaLabels) named = NULL;
  g_autoptr (KomaLabels) listed = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  fuzz_write_file ("koma.json", data, size);
  read_overrides ();
  fuzz_write_file ("label-names.json", data, size);
  named = koma_label_names_apply (labels, fuzz_get_folder (), koma_localized_get_languages (),
                                  warnings);
  found = koma_labels_new_from_json ((const char *) data, size, "metadata.json", &error);
  listed = koma_labels_new_from_text ((const char *) data, size, "labels.txt", NULL);
  return 0;
}
