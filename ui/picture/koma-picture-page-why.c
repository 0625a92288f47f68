/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-error-words.h"
#include "worker/explain/koma-heat-map.h"

#include "engine/koma-values.h"

static void
show_note (KomaPicturePage *self,
           const char      *text)
{
  gtk_label_set_label (self->why_note, text);
  gtk_widget_set_visible (GTK_WIDGET (self->why_note), *text != '\0');
}

/* ---- The cover ---- */

/* Pixels along a side: enough for the curves between places. */
#define MAP_SIDE 192

static GdkTexture *
make_texture (const KomaExplanationMap *map)
{
  g_autoptr (GBytes) bytes =
    g_bytes_new_take (koma_heat_map_new_pixels (map, KOMA_HEAT_MAP_COLOURS, MAP_SIDE),
                      4 * MAP_SIDE * MAP_SIDE);

  return gdk_memory_texture_new (MAP_SIDE, MAP_SIDE, GDK_MEMORY_R8G8B8A8, bytes, 4 * MAP_SIDE);
}

static void
clear_cover (KomaPicturePage *self)
{
  koma_picture_view_set_cover (self->view, NULL, graphene_rect_zero (), 1);
}

/* Of the class that is chosen in the list of scores. */
void
koma_picture_page_update_cover (KomaPicturePage *self)
{
  KomaScoreItem   *chosen = koma_score_list_get_chosen (self->scores);
  KomaExplanation *explanation = self->explanation;
  g_auto (KomaExplanationMap) map = { 0 };
  g_autoptr (GdkTexture) texture = NULL;
  g_autofree char *title = NULL;
  graphene_rect_t  bounds;

  /* Translators: the name of a class */
  title = g_strdup_printf (_ ("What speaks for “%s”"),
                           chosen != NULL ? koma_score_item_get_name (chosen) : "…");
  gtk_label_set_label (self->why_class, title);
  if (chosen == NULL || explanation == NULL || !koma_explanation_has_map (explanation) ||
      koma_score_item_get_class (chosen) >= explanation->active_model->n_classes) {
    clear_cover (self);
    return;
  }
  koma_explanation_make_map (explanation, koma_score_item_get_class (chosen), &map);
  texture = make_texture (&map);
  bounds = GRAPHENE_RECT_INIT ((float) explanation->region.x, (float) explanation->region.y,
                               (float) explanation->region.width,
                               (float) explanation->region.height);
  koma_picture_view_set_cover (self->view, texture, &bounds,
                               gtk_range_get_value (self->why_opacity));
}

/* ---- The explanation ---- */

static void
take (KomaPicturePage *self,
      KomaExplanation *explanation)
{
  g_clear_pointer (&self->explanation, koma_explanation_unref);
  self->explanation = koma_explanation_ref (explanation);
  gtk_progress_bar_set_fraction (self->why_progress, explanation->fraction);
  koma_picture_page_update_cover (self);
}

/* What the colors mean. */
static const char *
describe_map (const KomaExplanation *explanation)
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

  if (koma_picture_wish_is_current (wish))
    take (wish->self, so_far);
}

static void
show_error (KomaPicturePage *self,
            const GError    *error)
{
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED))
    show_note (self, _ ("This model does not end in a way that allows this method."));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_note (self, koma_words_for_picture_error (error));
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
  gtk_widget_set_visible (GTK_WIDGET (wish->self->why_progress), FALSE);
  if (explanation == NULL) {
    show_error (wish->self, error);
    return;
  }
  take (wish->self, explanation);
  show_note (wish->self, describe_map (explanation));
}

void
koma_picture_page_stop_explaining (KomaPicturePage *self)
{
  if (self->why_cancellable != NULL)
    g_cancellable_cancel (self->why_cancellable);
  g_clear_object (&self->why_cancellable);
  g_clear_pointer (&self->explanation, koma_explanation_unref);
  gtk_widget_set_visible (GTK_WIDGET (self->why_progress), FALSE);
  show_note (self, "");
  clear_cover (self);
}

void
koma_picture_page_explain (KomaPicturePage *self)
{
  const gboolean          is_wanted = gtk_toggle_button_get_active (self->why_button);
  const KomaRequest       how = { 0 };
  const KomaExplainMethod methods[] = { KOMA_EXPLAIN_OCCLUSION, KOMA_EXPLAIN_ACTIVATION };
  g_autoptr (KomaRequest) request = NULL;
  KomaExplainOptions options = { 0 };
  KomaPictureWish   *wish = NULL;

  koma_picture_page_stop_explaining (self);
  gtk_revealer_set_reveal_child (self->why_details, is_wanted);
  if (!is_wanted || self->item == NULL)
    return;
  request = koma_result_item_create_request (self->item, &how);
  options.request = request;
  options.method = methods[MIN (gtk_drop_down_get_selected (self->why_method), 1)];
  self->why_cancellable = g_cancellable_new ();
  gtk_progress_bar_set_fraction (self->why_progress, 0);
  gtk_widget_set_visible (GTK_WIDGET (self->why_progress), TRUE);
  koma_picture_page_update_cover (self);
  wish = koma_picture_wish_new (self);
  koma_worker_explain_async (self->worker, &options, progress_cb, wish, self->why_cancellable,
                             explained_cb, wish);
}
