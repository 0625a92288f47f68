/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-place-words.h"
#include "ui/koma-error-words.h"
#include "worker/explain/koma-heat-map.h"

#include "engine/koma-values.h"

/* ---- The cover ---- */

/* Pixels along a side: enough for the curves between places. */
#define MAP_SIDE 192

static GdkTexture *
make_texture (const KomaExplanationMap *map,
              KomaHeatMapLook           look)
{
  g_autoptr (GBytes) bytes =
    g_bytes_new_take (koma_heat_map_new_pixels (map, look, MAP_SIDE), 4 * MAP_SIDE * MAP_SIDE);

  return gdk_memory_texture_new (MAP_SIDE, MAP_SIDE, GDK_MEMORY_R8G8B8A8, bytes, 4 * MAP_SIDE);
}

/* Of a map; where there is none, none. */
static void
make_cover (KomaPicturePage          *self,
            const KomaExplanationMap *map,
            KomaPictureCover         *ret_cover)
{
  const KomaHeatMapLook look = koma_why_panel_get_look (self->why);

  *ret_cover = (KomaPictureCover){ .is_grey = look == KOMA_HEAT_MAP_COLOURS,
                                   .strength = koma_why_panel_get_strength (self->why) };
  if (map->values != NULL) {
    const KomaPreprocessRegion *region = &self->explanation->region;

    ret_cover->texture = make_texture (map, look);
    ret_cover->seen = GRAPHENE_RECT_INIT ((float) region->x, (float) region->y,
                                          (float) region->width, (float) region->height);
  }
}

/* ---- Two classes, side by side ---- */

/* The best, or the second where that is chosen. FALSE: there is none to stand beside it. */
static gboolean
find_other (KomaPicturePage *self,
            KomaResultClass *ret_other)
{
  KomaScoreItem    *chosen = koma_score_list_get_chosen (self->scores);
  const KomaResult *result = self->item != NULL ? koma_result_item_get_result (self->item) : NULL;
  guint             rank = 0;

  if (chosen == NULL || result == NULL || self->map.values == NULL ||
      !koma_why_panel_get_compares (self->why))
    return FALSE;
  if (result->n_classes > 0 && result->classes[0].index == koma_score_item_get_class (chosen))
    rank = 1;
  if (rank >= result->n_classes ||
      result->classes[rank].index >= self->explanation->active_model->n_classes)
    return FALSE;
  *ret_other = koma_result_get_class (result, rank);
  return TRUE;
}

static void
show_beside (KomaPicturePage       *self,
             const KomaResultClass *other)
{
  KomaScoreItem *chosen = koma_score_list_get_chosen (self->scores);
  GdkTexture    *texture = koma_picture_view_get_texture (self->view);
  g_auto (KomaExplanationMap) map = { 0 };
  g_auto (KomaPictureCover) cover = { 0 };

  koma_explanation_make_map (self->explanation, other->index, &map);
  make_cover (self, &map, &cover);
  gtk_label_set_label (self->name, koma_score_item_get_name (chosen));
  gtk_label_set_label (self->other_name, other->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->other_view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  other->name, -1);
  if (texture != NULL && texture != koma_picture_view_get_texture (self->other_view))
    koma_picture_view_set_texture (self->other_view, texture, gdk_texture_get_width (texture),
                                   gdk_texture_get_height (texture));
  koma_picture_view_set_cover (self->other_view, &cover);
}

void
koma_picture_page_update_beside (KomaPicturePage *self)
{
  KomaResultClass other = { 0 };
  const gboolean  has_other = find_other (self, &other);

  if (has_other)
    show_beside (self, &other);
  else
    koma_picture_view_set_texture (self->other_view, NULL, 1, 1);
  gtk_widget_set_visible (GTK_WIDGET (self->name), has_other);
  gtk_widget_set_visible (self->beside, has_other);
}

void
koma_picture_page_update_cover (KomaPicturePage *self)
{
  g_auto (KomaPictureCover) cover = { 0 };

  make_cover (self, &self->map, &cover);
  koma_picture_view_set_cover (self->view, &cover);
  koma_picture_page_update_beside (self);
}

void
koma_picture_page_update_strength (KomaPicturePage *self)
{
  koma_picture_view_set_strength (self->view, koma_why_panel_get_strength (self->why));
  koma_picture_view_set_strength (self->other_view, koma_why_panel_get_strength (self->why));
}

/* ---- Words ---- */

/* Beside the picture, and for those who do not see it. */
static void
say_places (KomaPicturePage *self)
{
  g_autofree char *text = NULL;

  if (self->map.values != NULL) {
    const KomaPreprocessRegion shown = koma_explanation_get_shown (self->explanation);
    double                     shares[9];

    koma_explanation_map_share (&self->map, &shown, shares);
    text = koma_place_words_for_shares (shares);
  }
  koma_why_panel_set_sentence (self->why, text != NULL ? text : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "",
                                  -1);
}

/* What the picture has at the pointer. */
gboolean
koma_picture_page_query_why (KomaPicturePage *self,
                             int              x,
                             int              y,
                             gboolean         is_by_keyboard,
                             GtkTooltip      *tooltip)
{
  graphene_point_t at;
  double           map_x = 0, map_y = 0;
  g_autofree char *text = NULL;

  if (self->map.values == NULL || is_by_keyboard ||
      !koma_picture_view_find_point (self->view, x, y, &at))
    return FALSE;
  text = koma_explanation_find_point (self->explanation, at.x, at.y, &map_x, &map_y)
           ? koma_place_words_for_cell (&self->map, map_x, map_y)
           : g_strdup (_ ("The model did not see this part"));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- The map ---- */

static gboolean
has_map (const KomaExplanation *explanation,
         KomaScoreItem         *chosen)
{
  return chosen != NULL && explanation != NULL && koma_explanation_has_map (explanation) &&
         koma_score_item_get_class (chosen) < explanation->active_model->n_classes;
}

/* Of the class that is chosen in the list of scores. */
void
koma_picture_page_update_map (KomaPicturePage *self)
{
  KomaScoreItem *chosen = koma_score_list_get_chosen (self->scores);

  koma_why_panel_set_class (self->why, chosen != NULL ? koma_score_item_get_name (chosen) : "…");
  koma_explanation_map_clear (&self->map);
  if (has_map (self->explanation, chosen))
    koma_explanation_make_map (self->explanation, koma_score_item_get_class (chosen), &self->map);
  koma_picture_page_update_cover (self);
  say_places (self);
}

/* ---- The explanation ---- */

static void
take (KomaPicturePage *self,
      KomaExplanation *explanation)
{
  g_clear_pointer (&self->explanation, koma_explanation_unref);
  self->explanation = koma_explanation_ref (explanation);
  koma_picture_page_update_map (self);
}

/* What the method measures. */
static const char *
describe_method (const KomaExplanation *explanation)
{
  if (explanation->method == KOMA_EXPLAIN_OCCLUSION)
    return _ ("Where covering the picture lowers the score of this class.");
  return explanation->sight != NULL
           ? _ ("What each place of the model's last layer adds to this class, drawn where the "
                "place looks. That was measured by covering parts of the picture.")
           : _ ("What each place of the model's last layer adds to this class, exactly. A place "
                "sees more of the picture than what it covers here.");
}

/* Before the callback of the call alone, which has a reference to the page. */
static void
progress_cb (gpointer so_far,
             gpointer user_data)
{
  KomaPictureWish *wish = user_data;
  KomaExplanation *explanation = so_far;

  if (!koma_picture_wish_is_current (wish))
    return;
  koma_why_panel_set_progress (wish->self->why, explanation->fraction);
  take (wish->self, explanation);
}

static void
show_error (KomaPicturePage *self,
            const GError    *error)
{
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED))
    koma_why_panel_set_note (self->why,
                             _ ("This model does not end in a way that allows this method."));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    koma_why_panel_set_note (self->why, koma_words_for_picture_error (error));
}

static void
explained_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (KomaPictureWish) wish = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaExplanation) explanation =
    koma_worker_explain_finish (KOMA_WORKER (source), result, &error);

  if (!koma_picture_wish_is_current (wish) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  koma_why_panel_set_progress (wish->self->why, 1);
  if (explanation == NULL) {
    show_error (wish->self, error);
    return;
  }
  take (wish->self, explanation);
  koma_why_panel_set_method_note (wish->self->why, describe_method (explanation));
}

void
koma_picture_page_stop_explaining (KomaPicturePage *self)
{
  if (self->why_cancellable != NULL)
    g_cancellable_cancel (self->why_cancellable);
  g_clear_object (&self->why_cancellable);
  g_clear_pointer (&self->explanation, koma_explanation_unref);
  koma_why_panel_set_progress (self->why, 1);
  koma_why_panel_set_note (self->why, "");
  koma_why_panel_set_method_note (self->why, "");
  koma_picture_page_update_map (self);
}

void
koma_picture_page_explain (KomaPicturePage *self)
{
  const gboolean    is_wanted = gtk_toggle_button_get_active (self->why_button);
  const KomaRequest how = { 0 };
  g_autoptr (KomaRequest) request = NULL;
  KomaExplainOptions options = { 0 };
  KomaPictureWish   *wish = NULL;

  koma_picture_page_stop_explaining (self);
  gtk_revealer_set_reveal_child (self->why_details, is_wanted);
  if (!is_wanted || self->item == NULL)
    return;
  request = koma_result_item_create_request (self->item, &how);
  options.request = request;
  options.method = koma_why_panel_get_method (self->why);
  self->why_cancellable = g_cancellable_new ();
  koma_why_panel_set_progress (self->why, 0);
  wish = koma_picture_wish_new (self);
  koma_worker_explain_async (self->worker, &options, progress_cb, wish, self->why_cancellable,
                             explained_cb, wish);
}
