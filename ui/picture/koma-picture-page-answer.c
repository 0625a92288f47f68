/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "ui/results/koma-correction-words.h"
#include "ui/teach/koma-picture-texture.h"

/* Of the answer that the list shows; there is none while it waits. */
static void
update_times (KomaPicturePage *self)
{
  KomaResult *result = koma_result_item_get_result (self->item);

  koma_time_line_set_timing (self->time_line, result != NULL ? &result->timing : NULL);
}

/* (transfer full) What is in the picture, and the score unless a person says what is in it. */
static char *
describe_headline (KomaPicturePage      *self,
                   const KomaResult     *result,
                   const KomaCorrection *correction) /* (nullable) */
{
  const KomaResultClass best = koma_result_get_class (result, 0);
  const gboolean        is_sure =
    correction != NULL || koma_preferences_is_sure (self->preferences, result);
  g_autofree char *class = NULL;
  g_autofree char *score = NULL;

  if (correction != NULL && !koma_correction_confirms (correction, result))
    return g_strdup (koma_correction_get_name (correction, result));
  class = koma_words_for_class (best.name, is_sure);
  score = koma_words_for_score (best.score);
  /* Translators: what is in a picture, and the score: “Egyptian cat, 85%” */
  return g_strdup_printf (C_ ("answer", "%s, %s"), class, score);
}

static void
show_mark (KomaPicturePage      *self,
           const KomaResult     *result,
           const KomaCorrection *correction) /* (nullable) */
{
  const gboolean   is_said = correction != NULL;
  g_autofree char *said = is_said ? koma_correction_words_describe (correction, result) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->mark), is_said);
  gtk_widget_set_visible (GTK_WIDGET (self->said), is_said);
  gtk_label_set_label (self->said, is_said ? said : "");
  if (!is_said)
    return;
  gtk_image_set_from_icon_name (self->mark, koma_correction_words_get_icon (correction, result));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->mark), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  koma_correction_words_get_mark (correction, result), -1);
}

static void
show_rating (KomaPicturePage *self)
{
  const int stars =
    self->item != NULL ? koma_result_item_get_stars (self->item) : KOMA_RATING_NONE;
  g_autofree char *shown = koma_rating_dup_stars (stars);
  g_autofree char *words = koma_rating_describe (stars);

  gtk_label_set_label (self->rating, shown);
  gtk_widget_set_visible (GTK_WIDGET (self->rating), stars != KOMA_RATING_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rating), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
}

/* It has its place while there is no answer, too, so that the picture does not move. */
static void
show_headline (KomaPicturePage  *self,
               const KomaResult *result) /* (nullable) */
{
  const gboolean   has_best = result != NULL && result->n_classes > 0;
  KomaCorrection  *correction = has_best ? koma_result_item_get_correction (self->item) : NULL;
  g_autofree char *text = has_best ? describe_headline (self, result, correction) : NULL;

  gtk_label_set_label (self->headline, has_best ? text : "");
  show_mark (self, result, correction);
  show_rating (self);
}

void
koma_picture_page_show_said (KomaPicturePage *self)
{
  show_headline (self, koma_result_item_get_result (self->item));
}

static void
show_note (KomaPicturePage *self,
           const char      *text)
{
  gtk_label_set_label (self->scores_note, text);
  gtk_widget_set_visible (GTK_WIDGET (self->scores_note), *text != '\0');
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (KomaPictureWish) wish = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaResult) answer =
    koma_worker_classify_finish (KOMA_WORKER (source), result, NULL, &error);
  g_autoptr (GdkTexture) seen = NULL;

  if (!koma_picture_wish_is_current (wish))
    return;
  if (answer == NULL) {
    show_note (wish->self, koma_words_for_picture_error (error));
    return;
  }
  seen = koma_picture_texture_new (answer->seen->picture);
  gtk_picture_set_paintable (wish->self->seen, GDK_PAINTABLE (seen));
  show_headline (wish->self, answer);
  koma_score_list_set_result (wish->self->scores, answer);
  update_times (wish->self);
}

/* Asks for all classes of the picture, and for what the model sees. */
void
koma_picture_page_ask (KomaPicturePage *self)
{
  const KomaRequest how = { .top_k = G_MAXUINT, .is_seen = TRUE };
  g_autoptr (KomaRequest) request = koma_result_item_create_request (self->item, &how);

  show_headline (self, koma_result_item_get_result (self->item));
  /* Who reviews does not wait for all classes. */
  if (self->is_reviewed)
    koma_score_list_set_result (self->scores, koma_result_item_get_result (self->item));
  update_times (self);
  koma_worker_classify_async (self->worker, request, self->cancellable, answered_cb,
                              koma_picture_wish_new (self));
}

void
koma_picture_page_forget_answer (KomaPicturePage *self)
{
  show_note (self, "");
  show_headline (self, NULL);
  koma_score_list_set_result (self->scores, NULL);
  koma_time_line_set_timing (self->time_line, NULL);
  gtk_picture_set_paintable (self->seen, NULL);
}
