/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which two models are compared: their names, or a choice where there are more. */
#include "koma-compare-models-private.h"

#include <string.h>

#include "ui/compat/koma-drop-down.h"

#define N_HASH 8 /* digits that tell models of one name apart */

/* What @model takes in another way than some other that is the same: "BGR". (transfer full) */
static char *
describe_ways (const GArray              *models,
               const KomaCollectionModel *model)
{
  g_auto (GStrv) parts = g_strsplit_set (model->recipe, ",;", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++) {
    gboolean is_own = FALSE;

    g_strstrip (parts[i]);
    for (guint j = 0; j < models->len; j++) {
      const KomaCollectionModel *other = &g_array_index (models, KomaCollectionModel, j);

      is_own |= g_str_equal (other->hash, model->hash) && strstr (other->recipe, parts[i]) == NULL;
    }
    if (is_own)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", parts[i]);
  }
  return g_string_free (text, FALSE);
}

/* (transfer full) Models of one name have the beginning of their hash behind it; the same one, that
 * takes pictures in another way, that way. */
static char *
name_model (const GArray *models,
            guint         i)
{
  const KomaCollectionModel *model = &g_array_index (models, KomaCollectionModel, i);
  gboolean                   is_alike = FALSE, is_same = FALSE;
  g_autofree char           *ways = describe_ways (models, model);

  for (guint j = 0; j < models->len; j++) {
    const KomaCollectionModel *other = &g_array_index (models, KomaCollectionModel, j);

    is_alike |= j != i && g_str_equal (other->name, model->name);
    is_same |= j != i && g_str_equal (other->hash, model->hash);
  }
  if (is_same)
    return g_strdup_printf ("%s (%s)", model->name, *ways != '\0' ? ways : model->recipe);
  return is_alike ? g_strdup_printf ("%s (%.*s)", model->name, N_HASH, model->hash)
                  : g_strdup (model->name);
}

void
koma_compare_models_show_models (KomaCompareModelsWindow *self)
{
  const GArray  *models = koma_collection_compare_get_models (self->compare);
  const gboolean is_choice = models->len > KOMA_N_COMPARED;
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < models->len; i++)
    gtk_string_list_take (names, name_model (models, i));
  self->is_filling = TRUE;
  for (guint i = 0; i < KOMA_N_COMPARED; i++) {
    gtk_label_set_label (self->names[i], gtk_string_list_get_string (names, self->models[i]));
    gtk_widget_set_tooltip_text (GTK_WIDGET (self->names[i]),
                                 gtk_label_get_label (self->names[i]));
    gtk_widget_set_visible (GTK_WIDGET (self->names[i]), !is_choice);
    gtk_drop_down_set_model (self->choices[i], G_LIST_MODEL (names));
    gtk_drop_down_set_selected (self->choices[i], self->models[i]);
    gtk_widget_set_visible (GTK_WIDGET (self->choices[i]), is_choice);
  }
  self->is_filling = FALSE;
}

/* Who chooses the other one of the two wants them the other way round. */
void
koma_compare_models_choose (KomaCompareModelsWindow *self)
{
  guint chosen[KOMA_N_COMPARED] = { 0 };

  if (self->is_filling || self->path == NULL)
    return;
  for (guint i = 0; i < KOMA_N_COMPARED; i++)
    chosen[i] = gtk_drop_down_get_selected (self->choices[i]);
  if (chosen[KOMA_COMPARED_BEFORE] == chosen[KOMA_COMPARED_NOW])
    for (guint i = 0; i < KOMA_N_COMPARED; i++)
      chosen[i] = self->models[KOMA_N_COMPARED - 1 - i];
  self->is_filling = TRUE;
  for (guint i = 0; i < KOMA_N_COMPARED; i++) {
    self->models[i] = chosen[i];
    gtk_drop_down_set_selected (self->choices[i], chosen[i]);
  }
  self->is_filling = FALSE;
  self->is_run_stale = TRUE;
  gtk_widget_activate_action (GTK_WIDGET (self), KOMA_COMPARE_MODELS_READ, NULL);
}

void
koma_compare_models_connect_choices (KomaCompareModelsWindow *self)
{
  for (guint i = 0; i < KOMA_N_COMPARED; i++) {
    koma_drop_down_name_button (self->choices[i]);
    koma_drop_down_ellipsize (self->choices[i]);
  }
}
