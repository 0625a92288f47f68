/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the page shows while the camera runs, and while it does not. */

#include "koma-camera-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-camera-words.h"
#include "ui/compat/koma-announce.h"
#include "worker/koma-thread.h"

#define SPEED_INTERVAL_MS 500

gboolean
koma_camera_page_is_running (KomaCameraPage *self)
{
  return self->camera != NULL && koma_camera_get_state (self->camera) == KOMA_CAMERA_RUNNING;
}

void
koma_camera_page_set_frozen (KomaCameraPage *self,
                             gboolean        is_frozen)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "freeze");

  self->is_frozen = is_frozen;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (is_frozen));
}

/* Returns: (transfer full) (nullable): another camera, while that in use has gone */
KomaCameraDevice *
koma_camera_page_find_other (KomaCameraPage *self)
{
  GListModel       *list = G_LIST_MODEL (koma_camera_list_get_default ());
  KomaCameraDevice *gone = koma_camera_get_device (self->camera);

  if (koma_camera_get_state (self->camera) != KOMA_CAMERA_UNPLUGGED || gone == NULL)
    return NULL;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (KomaCameraDevice) device = g_list_model_get_item (list, i);

    if (!g_str_equal (device->id, gone->id))
      return g_steal_pointer (&device);
  }
  return NULL;
}

void
koma_camera_page_offer_other (KomaCameraPage *self)
{
  g_autoptr (KomaCameraDevice) other = koma_camera_page_find_other (self);
  g_autofree char *label = NULL;

  gtk_widget_set_visible (self->other, other != NULL);
  if (other == NULL)
    return;
  /* Translators: on a button: the name of a camera */
  label = g_strdup_printf (_ ("Use “%s”"), other->name);
  gtk_label_set_label (self->other_label, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->other), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

static char *
describe_state (KomaCameraPage        *self,
                const KomaCameraWords *words)
{
  const char *package = koma_camera_get_trouble (self->camera)->package;

  if (package == NULL)
    return g_strdup (words->text);
  /* Translators: what is missing, and the name of a package */
  return g_strdup_printf (_ ("%s Install the package “%s” and try again."), words->text, package);
}

void
koma_camera_page_show_state (KomaCameraPage *self)
{
  KomaCameraWords  words;
  g_autofree char *text = NULL;
  const gboolean   has_detail = koma_camera_get_trouble (self->camera)->detail != NULL;

  if (koma_camera_get_state (self->camera) == KOMA_CAMERA_FAILED &&
      koma_camera_list_get_trouble (koma_camera_list_get_default ())->detail != NULL)
    koma_camera_words_get_without (&words);
  else
    koma_camera_words_get (koma_camera_get_state (self->camera), &words);
  text = describe_state (self, &words);
  adw_status_page_set_icon_name (self->status, self->is_low ? NULL : words.icon);
  adw_status_page_set_title (self->status, words.title);
  adw_status_page_set_description (self->status, text);
  gtk_label_set_label (self->button_label, words.button);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), words.action);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (self->button_label), -1);
  if (g_strcmp0 (words.action, "camera.start") == 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->button), "suggested-action");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->button), "suggested-action");
  gtk_widget_set_visible (self->details, has_detail);
  koma_camera_page_offer_other (self);
}

static void
set_action_enabled (KomaCameraPage *self,
                    const char     *name,
                    gboolean        is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

static void
show_running (KomaCameraPage *self)
{
  KomaCameraDevice *device = koma_camera_get_device (self->camera);

  koma_camera_options_set_device (self->options, device->id);
  koma_announcer_forget (self->announcer);
  self->drawn = (KomaRateMeter){ 0 };
  koma_camera_page_start_over (self);
  gtk_stack_set_visible_child_name (self->pages, "running");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  if (self->speed_source == 0)
    self->speed_source = g_timeout_add (SPEED_INTERVAL_MS, koma_camera_page_show_speed, self);
}

static void
show_stopped (KomaCameraPage *self)
{
  g_clear_handle_id (&self->speed_source, g_source_remove);
  koma_camera_page_set_frozen (self, FALSE);
  koma_camera_feed_reset (self->feed);
  koma_camera_view_set_texture (self->view, NULL);
  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  g_clear_pointer (&self->result, koma_result_unref);
  koma_camera_scores_show_message (self->scores, "");
  koma_camera_scores_set_speed (self->scores, "", "");
  koma_camera_page_show_state (self);
  gtk_stack_set_visible_child_name (self->pages, "status");
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_widget_grab_focus (gtk_widget_get_visible (self->other) ? self->other
                                                              : GTK_WIDGET (self->button));
  koma_announce (GTK_WIDGET (self->status), adw_status_page_get_title (self->status));
}

void
koma_camera_page_update_state (KomaCameraPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  set_action_enabled (self, "freeze", koma_camera_page_is_running (self));
  set_action_enabled (self, "keep", koma_camera_page_is_running (self));
  if (koma_camera_page_is_running (self))
    show_running (self);
  else
    show_stopped (self);
}
