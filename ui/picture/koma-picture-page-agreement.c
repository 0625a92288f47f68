/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/diagnostics/koma-measurement-words.h"
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "worker/measure/koma-worker-measure.h"

static char *
describe (const KomaComparedBackend *backend)
{
  g_autofree char *agreement = NULL;
  g_autofree char *score = NULL;

  if (!backend->is_compared)
    return g_strdup (backend->n_batches > 0 ? "…" : _ ("not available here"));
  agreement = koma_measurement_words_for_agreement (backend);
  score = koma_words_for_score (backend->score);
  return g_strdup_printf ("%s %s · %s", backend->answer != NULL ? backend->answer : "", score,
                          agreement);
}

static void
add_backend (GString                   *text,
             const KomaComparedBackend *backend)
{
  const char      *title = koma_words_for_technical_name (backend->name, backend->is_software);
  g_autofree char *value = describe (backend);
  g_autofree char *line = koma_words_for_value (title, value);

  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, line);
}

static void
show (KomaPicturePage      *self,
      const KomaComparison *comparison)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < comparison->n_backends; i++)
    add_backend (text, &comparison->backends[i]);
  gtk_label_set_label (self->agreement, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->agreement), TRUE);
}

static void
progress_cb (gpointer so_far,
             gpointer user_data)
{
  KomaPictureWish *wish = user_data;

  if (koma_picture_wish_is_current (wish))
    show (wish->self, so_far);
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (KomaPictureWish) wish = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaComparison) comparison =
    koma_worker_compare_finish (KOMA_WORKER (source), result, &error);

  if (!koma_picture_wish_is_current (wish))
    return;
  gtk_widget_set_sensitive (wish->self->agreement_button, TRUE);
  if (comparison != NULL)
    show (wish->self, comparison);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit_by_name (wish->self, "message", koma_words_for_measurement_error (error));
}

/* A few runs on each backend, of this picture alone. */
void
koma_picture_page_compare (KomaPicturePage *self)
{
  const KomaRequest how = { 0 };
  g_autoptr (KomaRequest) request = koma_result_item_create_request (self->item, &how);
  const KomaMeasurementOptions options = { .request = request, .max_batch = 1, .runs_ms = 1 };
  KomaPictureWish             *wish = koma_picture_wish_new (self);

  gtk_widget_set_sensitive (self->agreement_button, FALSE);
  koma_worker_compare_async (self->worker, &options, progress_cb, wish, self->cancellable,
                             compared_cb, wish);
}

void
koma_picture_page_forget_agreement (KomaPicturePage *self)
{
  gtk_widget_set_sensitive (self->agreement_button, TRUE);
  gtk_label_set_label (self->agreement, "");
  gtk_widget_set_visible (GTK_WIDGET (self->agreement), FALSE);
}
