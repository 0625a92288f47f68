/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "ui/koma-words.h"

/* Long enough to get to the button. */
#define TOAST_SECONDS 8

typedef struct
{
  GtkWindow *window; /* borrowed: it owns the toast */
  char      *heading;
  char      *text;
} Details;

static void
details_free (gpointer  data,
              GClosure *closure)
{
  Details *details = data;

  g_free (details->heading);
  g_free (details->text);
  g_free (details);
}

static void
show_details_cb (AdwToast *toast,
                 Details  *details)
{
  koma_message_show (details->window, details->heading, details->text);
}

/* A short toast; the whole story is behind its button. */
static AdwToast *
create_toast (KomaWindow *self,
              const char *text,
              const char *heading,
              const char *story)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast        *toast = adw_toast_new (markup);
  Details         *details = g_new (Details, 1);

  details->window = GTK_WINDOW (self);
  details->heading = g_strdup (heading);
  details->text = g_strdup (story);

  adw_toast_set_timeout (toast, TOAST_SECONDS);
  adw_toast_set_button_label (toast, _ ("Details"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (show_details_cb), details,
                         details_free, 0);
  return toast;
}

/* For what the user waits for; notes about models can wait. */
void
koma_window_add_toast_with_story (KomaWindow *self,
                                  const char *text,
                                  const char *heading,
                                  const char *story)
{
  AdwToast *toast = create_toast (self, text, heading, story);

  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
failed_cb (KomaWindow *self,
           const char *path,
           GError     *error)
{
  g_autofree char *story = g_strdup_printf ("%s\n\n%s", error->message, path);
  const char      *bundled = koma_model_control_get_bundled (self->loader);

  if (koma_model_control_get_failure (self->loader) != NULL) {
    koma_window_tell_backend_failure (self, error);
    return;
  }
  koma_window_add_toast_with_story (self, koma_words_for_model_error (error),
                                    _ ("The Model Could Not Be Opened"), story);

  /* Better than none, where the one of the last time has gone. */
  if (koma_model_control_get_info (self->loader) == NULL && bundled != NULL &&
      !g_str_equal (path, bundled))
    koma_model_control_load (self->loader, bundled);
}

static void
show_warnings (KomaWindow    *self,
               KomaModelInfo *info)
{
  const char *const *warnings = koma_model_info_get_warnings (info);
  const char        *name = koma_model_info_get_name (info);
  g_autofree char   *story = NULL;
  AdwToast          *toast = NULL;

  if (warnings == NULL || warnings[0] == NULL)
    return;

  story = g_strjoinv ("\n\n", (char **) warnings);
  toast = create_toast (self, _ ("There is a note about this model"), name, story);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
loaded_cb (KomaWindow *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->loader);

  g_action_change_state (g_action_map_lookup_action (G_ACTION_MAP (self), "load-model"),
                         g_variant_new_string (koma_model_info_get_path (info)));
  if (koma_model_control_is_reload (self->loader)) {
    koma_result_feed_resume (self->feed);
  } else {
    koma_result_feed_start (self->feed);
    show_warnings (self, info);
  }
  koma_window_update (self);
}

static void
load_model_cb (KomaWindow *self,
               GVariant   *path)
{
  koma_window_load_model (self, g_variant_get_string (path, NULL));
}

/* Its state is the path of the model in use, so that the menu can mark it. */
static void
add_load_action (KomaWindow *self)
{
  g_autoptr (GSimpleAction) action = NULL;

  action = g_simple_action_new_stateful ("load-model", G_VARIANT_TYPE_STRING,
                                         g_variant_new_string (""));
  g_signal_connect_swapped (action, "activate", G_CALLBACK (load_model_cb), self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

void
koma_window_connect_loader (KomaWindow *self)
{
  add_load_action (self);
  koma_model_button_set_loader (self->model_button, self->loader);
  koma_model_page_set_loader (self->model_page, self->loader);
  g_signal_connect_object (self->loader, "changed", G_CALLBACK (koma_window_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  koma_model_control_refresh (self->loader);
}

static void
append_line (GString    *text,
             const char *title,
             const char *value)
{
  if (value != NULL && *value != '\0')
    g_string_append_printf (text, "%s: %s\n", title, value);
}

static void
append_notes (GString           *text,
              const char *const *notes)
{
  for (guint i = 0; notes[i] != NULL; i++)
    append_line (text, _ ("Note"), notes[i]);
}

/* What is known of the model in use, as a message. */
void
koma_window_show_model (KomaWindow *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->loader);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *n_classes = NULL;
  g_autofree char *n_threads = NULL;

  if (info == NULL)
    return;

  n_classes = g_strdup_printf ("%'u", koma_model_info_get_n_classes (info));
  n_threads = g_strdup_printf ("%u", koma_model_info_get_n_threads (info));
  append_line (text, _ ("Format"), koma_model_info_get_format (info));
  append_line (text, _ ("Classes"), n_classes);
  append_line (text, _ ("Input"), koma_model_info_get_recipe (info));
  append_line (text, _ ("Backend"), koma_words_for_backend (koma_model_info_get_backend (info)));
  append_line (text, _ ("Device"), koma_model_info_get_device (info));
  append_line (text, _ ("Precision"),
               koma_precision_get_name (koma_model_info_get_precision (info)));
  append_line (text, _ ("Chosen"),
               koma_words_for_choice (koma_model_control_get_chooser (self->loader)));
  append_line (text, _ ("Threads"), n_threads);
  append_line (text, _ ("File"), koma_model_info_get_path (info));
  append_notes (text, koma_model_info_get_warnings (info));
  g_string_truncate (text, text->len - 1);

  koma_message_show (GTK_WINDOW (self), koma_model_info_get_name (info), text->str);
}

void
koma_window_load_model (KomaWindow *self,
                        const char *path)
{
  koma_model_control_load (self->loader, path);
}

const char *
koma_window_get_model_path (KomaWindow *self)
{
  KomaModelInfo *info = self->loader != NULL ? koma_model_control_get_info (self->loader) : NULL;

  return info != NULL ? koma_model_info_get_path (info) : NULL;
}

gboolean
koma_window_has_model (KomaWindow *self)
{
  return koma_model_control_get_info (self->loader) != NULL ||
         koma_model_control_is_loading (self->loader);
}
