/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the desktop asks of the window, from the launcher's menu and from notifications, and what it
 * is told. */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-window-toasts.h"
#include "ui/picture/koma-row-focus.h"
#include "worker/koma-thread.h"

static void
show_camera_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  koma_window_show_camera (KOMA_WINDOW (widget));
}

static void
show_teaching_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  koma_window_show_teach (KOMA_WINDOW (widget));
}

/* From the first of those that were classified last. */
static void
show_pictures_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  KomaWindow     *self = KOMA_WINDOW (widget);
  GListModel     *shown = koma_results_view_get_shown (self->results);
  KomaResultItem *first = koma_result_feed_get_first (self->feed);

  koma_window_show (self, KOMA_VIEW_LIST);
  for (guint i = 0; first != NULL && i < g_list_model_get_n_items (shown); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (shown, i);

    if (item == first) {
      koma_row_focus (self->results, item, i);
      return;
    }
  }
}

/* ---- Speech ---- */

static void
speak_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->speaker != NULL)
    koma_speaker_say (self->speaker, g_variant_get_string (parameter, NULL));
}

/* The preferences show it themselves, beside the switch. */
static void
trouble_cb (KomaWindow *self)
{
  const char *trouble = koma_speech_get_trouble (koma_speaker_get_speech (self->speaker));

  if (trouble != NULL && self->preferences_window == NULL)
    koma_toast_show_with_action (self->toast, trouble, _ ("Preferences"), "win.preferences");
}

/* ---- The end of long work ---- */

static void
finished_cb (KomaWindow *self)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (self->feed);
  g_autofree char        *text = koma_window_toasts_describe (progress);

  koma_long_work_tell (self->long_work, KOMA_WORK_PICTURES, text, _ ("Show"),
                       progress->n_failed > 0 ? "app.show-failed" : "app.show-pictures");
}

static void
fetched_cb (KomaWindow *self,
            const char *name)
{
  /* Translators: the name of a model */
  g_autofree char *text = g_strdup_printf (_ ("“%s” is downloaded"), name);

  koma_long_work_tell (self->long_work, KOMA_WORK_DOWNLOAD, text, _ ("Show"), "app.library");
}

void
koma_window_install_desktop_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.show-camera", NULL, show_camera_action);
  gtk_widget_class_install_action (widget_class, "win.show-pictures", NULL, show_pictures_action);
  gtk_widget_class_install_action (widget_class, "win.show-teaching", NULL, show_teaching_action);
  gtk_widget_class_install_action (widget_class, "win.speak", "s", speak_action);
}

void
koma_window_connect_desktop (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_signal_connect_object (self->feed, "finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->library, "fetched", G_CALLBACK (fetched_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (koma_speaker_get_speech (self->speaker), "notify::trouble",
                           G_CALLBACK (trouble_cb), self, G_CONNECT_SWAPPED);
}
