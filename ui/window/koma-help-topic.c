/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-help-topic.h"

#include "ui/compat/koma-help.h"

static const struct
{
  const char *type;
  const char *topic;
} topics[] = {
  { "KomaAboutModelWindow", "models" },
  { "KomaAddressDialog", "models" },
  { "KomaArrangeDialog", "finding" },
  { "KomaCompareDialog", "evaluating" },
  { "KomaCompareModelsWindow", "collections" },
  { "KomaCorrectDialog", "correcting" },
  { "KomaDiagnosticsWindow", "backends" },
  { "KomaEvaluateWindow", "evaluating" },
  { "KomaTeachQualityWindow", "teaching" },
  { "KomaExportDialog", "finding" },
  { "KomaFineTuneWindow", "teaching" },
  { "KomaLibraryWindow", "models" },
  { "KomaPicturesWindow", "evaluating" },
  { "KomaPreferencesWindow", "backends" },
  { "KomaProjectsWindow", "teaching" },
  { "KomaRecipeWindow", "models" },
  { "KomaTeachSettingsWindow", "teaching" },
};

static const char *
find_topic (GtkWidget *window)
{
  for (guint i = 0; i < G_N_ELEMENTS (topics); i++) {
    if (g_str_equal (G_OBJECT_TYPE_NAME (window), topics[i].type))
      return topics[i].topic;
  }
  return "index";
}

static gboolean
help_cb (GtkWidget *window,
         GVariant  *arguments,
         gpointer   user_data)
{
  koma_help_show (GTK_WINDOW (window), find_topic (window));
  return TRUE;
}

/* A window that is new may not know its type yet; the main one takes the key before. */
static void
windows_changed_cb (GListModel *windows,
                    guint       position,
                    guint       n_removed,
                    guint       n_added)
{
  for (guint i = position; i < position + n_added; i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);
    GtkEventController *controller = gtk_shortcut_controller_new ();

    gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F1, 0),
                        gtk_callback_action_new (help_cb, NULL, NULL)));
    gtk_widget_add_controller (window, controller);
  }
}

void
koma_help_topic_watch_windows (void)
{
  g_signal_connect (gtk_window_get_toplevels (), "items-changed", G_CALLBACK (windows_changed_cb),
                    NULL);
}
