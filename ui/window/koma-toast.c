/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-toast.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-actionable.h"
#include "ui/compat/koma-announce.h"
#include "ui/compat/koma-message.h"
#include "worker/koma-thread.h"

#define SECONDS 5
/* Long enough to get to the button. */
#define SECONDS_WITH_BUTTON 8

struct _KomaToast
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkRevealer              *revealer;
  GtkEventControllerMotion *motion;
  GtkEventControllerFocus  *focus;
  GtkLabel                 *text;
  GtkButton                *button;
  GtkLabel                 *button_label; /* a button's own label is spoken twice by GTK 4.8 */
  GtkButton                *second;
  GtkLabel                 *second_label;

  char *heading; /* (nullable) owned */
  char *details; /* (nullable) owned */
  guint source;  /* hides it */
};

G_DEFINE_FINAL_TYPE (KomaToast, koma_toast, ADW_TYPE_BIN)

/* ---- Going away ---- */

void
koma_toast_hide (KomaToast *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_handle_id (&self->source, g_source_remove);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

void
koma_toast_withdraw (KomaToast  *self,
                     const char *action)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (self->button)), action) == 0)
    koma_toast_hide (self);
}

/* While the user is at it, it stays for another while. */
static gboolean
timeout_cb (gpointer user_data)
{
  KomaToast *self = user_data;

  if (gtk_event_controller_motion_contains_pointer (self->motion) ||
      gtk_event_controller_focus_contains_focus (self->focus))
    return G_SOURCE_CONTINUE;
  self->source = 0;
  koma_toast_hide (self);
  return G_SOURCE_REMOVE;
}

/* Screen readers and the Tab key find nothing in it once it has gone. */
static void
revealed_cb (KomaToast *self)
{
  gboolean is_shown = gtk_revealer_get_reveal_child (self->revealer) ||
                      gtk_revealer_get_child_revealed (self->revealer);

  gtk_widget_set_visible (GTK_WIDGET (self->revealer), is_shown);
}

static void
details_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  KomaToast *self = KOMA_TOAST (widget);

  koma_message_show (GTK_WINDOW (gtk_widget_get_root (widget)), self->heading, self->details);
}

/* ---- Object ---- */

static void
koma_toast_dispose (GObject *object)
{
  KomaToast *self = KOMA_TOAST (object);

  g_clear_handle_id (&self->source, g_source_remove);

  G_OBJECT_CLASS (koma_toast_parent_class)->dispose (object);
}

static void
koma_toast_finalize (GObject *object)
{
  KomaToast *self = KOMA_TOAST (object);

  g_free (self->heading);
  g_free (self->details);

  G_OBJECT_CLASS (koma_toast_parent_class)->finalize (object);
}

static void
koma_toast_class_init (KomaToastClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_toast_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_toast_finalize;

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
  gtk_widget_class_set_template_from_resource (widget_class, "/app/koma/Koma/ui/koma-toast.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaToast, revealer);
  gtk_widget_class_bind_template_child (widget_class, KomaToast, motion);
  gtk_widget_class_bind_template_child (widget_class, KomaToast, focus);
  gtk_widget_class_bind_template_child (widget_class, KomaToast, text);
  gtk_widget_class_bind_template_child (widget_class, KomaToast, button);
  gtk_widget_class_bind_template_child (widget_class, KomaToast, button_label);
  gtk_widget_class_bind_template_child (widget_class, KomaToast, second);
  gtk_widget_class_bind_template_child (widget_class, KomaToast, second_label);
  gtk_widget_class_bind_template_callback (widget_class, koma_toast_hide);
  gtk_widget_class_bind_template_callback (widget_class, revealed_cb);
  gtk_widget_class_install_action (widget_class, "toast.details", NULL, details_action);
}

static void
koma_toast_init (KomaToast *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* ---- Showing ---- */

static void
set_button (GtkButton  *button,
            GtkLabel   *label,
            const char *text,   /* (nullable) none */
            const char *action) /* (nullable) */
{
  gtk_widget_set_visible (GTK_WIDGET (button), text != NULL);
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_label (label), -1);
  koma_actionable_set (GTK_ACTIONABLE (button), action);
}

static void
show (KomaToast  *self,
      const char *text,
      const char *button, /* (nullable) none */
      const char *action) /* (nullable) */
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_pointer (&self->heading, g_free);
  g_clear_pointer (&self->details, g_free);
  gtk_label_set_label (self->text, text);
  set_button (self->button, self->button_label, button, action);
  set_button (self->second, self->second_label, NULL, NULL);

  gtk_widget_set_visible (GTK_WIDGET (self->revealer), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  g_clear_handle_id (&self->source, g_source_remove);
  self->source = g_timeout_add_seconds (button != NULL ? SECONDS_WITH_BUTTON : SECONDS, timeout_cb,
                                        self);
  koma_announce (GTK_WIDGET (self), text);
}

void
koma_toast_show (KomaToast  *self,
                 const char *text)
{
  show (self, text, NULL, NULL);
}

void
koma_toast_show_with_action (KomaToast  *self,
                             const char *text,
                             const char *button,
                             const char *action)
{
  show (self, text, button, action);
}

void
koma_toast_add_action (KomaToast  *self,
                       const char *button,
                       const char *action)
{
  KOMA_ASSERT_MAIN_THREAD ();

  set_button (self->second, self->second_label, button, action);
}

void
koma_toast_show_with_details (KomaToast  *self,
                              const char *text,
                              const char *heading,
                              const char *details)
{
  show (self, text, _ ("Details"), "toast.details");
  self->heading = g_strdup (heading);
  self->details = g_strdup (details);
}
