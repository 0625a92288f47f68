/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of the camera, while the button of a card is held. */

#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-error-words.h"
#include "worker/koma-thread.h"

static void
report (KomaTeachPage *self)
{
  g_autofree char *text = NULL;

  if (self->recorder.is_held || self->n_keeping > 0 || self->n_recorded == 0)
    return;
  /* Translators: from the camera; the name of a class */
  text = g_strdup_printf (ngettext ("%'u picture recorded for “%s”",
                                    "%'u pictures recorded for “%s”", self->n_recorded),
                          self->n_recorded, koma_teach_class_get_name (self->recorded));
  self->n_recorded = 0;
  koma_teach_page_offer_undo (self, text);
}

static void
kept_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (KomaTeachPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTeachExample) example =
    koma_teach_project_add_picture_finish (KOMA_TEACH_PROJECT (source), result, &error);

  self->n_keeping--;
  if (self->project == NULL)
    return;
  if (example != NULL)
    self->n_recorded++;
  /* Busy: frames come faster than they can be kept; the next one will do. */
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY) &&
           !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    koma_teach_page_say (self, koma_words_for_save_error (error), NULL, NULL);
  report (self);
}

void
koma_teach_page_take_frame (KomaTeachPage   *self,
                            KomaCameraFrame *frame)
{
  const KomaRequest values = {
    .fit = KOMA_REQUEST_FIT_CROP,
    .is_from_camera = TRUE,
    .picture = frame->picture,
  };
  g_autoptr (KomaRequest) request = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->recorded == NULL || !koma_recorder_wants (&self->recorder, frame->captured_us) ||
      koma_teach_class_is_removed (self->recorded))
    return;
  request = koma_request_new (&values);
  self->n_keeping++;
  koma_teach_project_add_picture_async (self->project, self->recorded, request, NULL, NULL, kept_cb,
                                        g_object_ref (self));
}

static void
begin_cb (KomaTeachPage *self,
          KomaClassCard *card)
{
  g_set_object (&self->recorded, koma_class_card_get_class (card));
  self->n_recorded = 0;
  koma_recorder_begin (&self->recorder, g_get_monotonic_time ());
  koma_teach_project_begin_step (self->project);
  koma_try_pane_start_camera (self->pane);
}

static void
end_cb (KomaTeachPage *self)
{
  koma_recorder_end (&self->recorder);
  koma_teach_project_end_step (self->project);
  report (self);
}

void
koma_teach_page_connect_card (KomaTeachPage *self,
                              KomaClassCard *card)
{
  g_signal_connect_object (card, "record-begin", G_CALLBACK (begin_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (card, "record-end", G_CALLBACK (end_cb), self, G_CONNECT_SWAPPED);
}
