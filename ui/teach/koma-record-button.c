/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-record-button.h"

#include "worker/koma-thread.h"

/**
 * KomaRecordButton:
 *
 * Has the style class `held` while it is held. The gesture of #GtkButton claims the pointer, so
 * that no other gesture of the button would see the press: the events are looked at here as they
 * come.
 */
struct _KomaRecordButton
{
  GtkButton parent_instance;

  gboolean is_held;
  gboolean was_held; /* the click that follows the release says nothing new */
};

enum {
  SIGNAL_BEGIN,
  SIGNAL_END,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaRecordButton, koma_record_button, GTK_TYPE_BUTTON)

static void
set_held (KomaRecordButton *self,
          gboolean          is_held)
{
  if (self->is_held == is_held)
    return;
  self->is_held = is_held;
  self->was_held |= is_held;
  if (is_held)
    gtk_widget_add_css_class (GTK_WIDGET (self), "held");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "held");
  g_signal_emit (self, signals[is_held ? SIGNAL_BEGIN : SIGNAL_END], 0);
}

static gboolean
event_cb (KomaRecordButton *self,
          GdkEvent         *event)
{
  switch (gdk_event_get_event_type (event)) {
  case GDK_BUTTON_PRESS:
    if (gdk_button_event_get_button (event) == GDK_BUTTON_PRIMARY)
      set_held (self, TRUE);
    break;
  case GDK_TOUCH_BEGIN:
    set_held (self, TRUE);
    break;
  case GDK_BUTTON_RELEASE:
  case GDK_TOUCH_END:
  case GDK_TOUCH_CANCEL:
  case GDK_GRAB_BROKEN:
    set_held (self, FALSE);
    break;
  default:
    break;
  }
  return GDK_EVENT_PROPAGATE;
}

/* A key that is held repeats: only the first press begins. */
static gboolean
key_pressed_cb (KomaRecordButton *self,
                guint             keyval)
{
  if (keyval != GDK_KEY_space && keyval != GDK_KEY_KP_Space && keyval != GDK_KEY_Return &&
      keyval != GDK_KEY_KP_Enter)
    return GDK_EVENT_PROPAGATE;
  set_held (self, TRUE);
  return GDK_EVENT_STOP;
}

static void
let_go_cb (KomaRecordButton *self)
{
  set_held (self, FALSE);
}

static void
state_flags_cb (KomaRecordButton *self)
{
  if (!gtk_widget_is_sensitive (GTK_WIDGET (self)))
    set_held (self, FALSE);
}

/* After a press that was held; or alone, where a screen reader presses the button. */
static void
koma_record_button_clicked (GtkButton *button)
{
  KomaRecordButton *self = KOMA_RECORD_BUTTON (button);

  if (!self->was_held) {
    set_held (self, TRUE);
    set_held (self, FALSE);
  }
  self->was_held = FALSE;
}

static void
koma_record_button_unmap (GtkWidget *widget)
{
  set_held (KOMA_RECORD_BUTTON (widget), FALSE);
  GTK_WIDGET_CLASS (koma_record_button_parent_class)->unmap (widget);
}

static void
koma_record_button_class_init (KomaRecordButtonClass *klass)
{
  GTK_BUTTON_CLASS (klass)->clicked = koma_record_button_clicked;
  GTK_WIDGET_CLASS (klass)->unmap = koma_record_button_unmap;

  signals[SIGNAL_BEGIN] = g_signal_new ("begin", KOMA_TYPE_RECORD_BUTTON, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_END] = g_signal_new ("end", KOMA_TYPE_RECORD_BUTTON, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
koma_record_button_init (KomaRecordButton *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (events, "event", G_CALLBACK (event_cb), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (let_go_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (let_go_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (state_flags_cb), NULL);
}

gboolean
koma_record_button_is_held (KomaRecordButton *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return self->is_held;
}
