/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-announcer.h"

#include "ui/compat/koma-announce.h"
#include "worker/koma-thread.h"

struct _KomaAnnouncer
{
  GtkWidget *widget;      /* borrowed */
  char      *said;        /* (nullable) */
  char      *next;        /* (nullable) to be said after the interval */
  char      *next_spoken; /* as long as there is that */
  guint      source;      /* runs during the interval */
};

static void
set_text (char      **place,
          const char *text)
{
  g_autofree char *copy = g_strdup (text);

  g_free (*place);
  *place = g_steal_pointer (&copy);
}

static gboolean say_next_cb (gpointer user_data);

static void
say_now (KomaAnnouncer *self,
         const char    *text,
         const char    *spoken)
{
  set_text (&self->said, text);
  koma_announce (self->widget, text);
  gtk_widget_activate_action (self->widget, "win.speak", "s", spoken);
  self->source = g_timeout_add (KOMA_ANNOUNCER_INTERVAL_MS, say_next_cb, self);
}

static gboolean
say_next_cb (gpointer user_data)
{
  KomaAnnouncer   *self = user_data;
  g_autofree char *next = g_steal_pointer (&self->next);
  g_autofree char *spoken = g_steal_pointer (&self->next_spoken);

  self->source = 0;
  if (next != NULL && g_strcmp0 (next, self->said) != 0)
    say_now (self, next, spoken);
  return G_SOURCE_REMOVE;
}

KomaAnnouncer *
koma_announcer_new (GtkWidget *widget)
{
  KomaAnnouncer *self = g_new0 (KomaAnnouncer, 1);

  self->widget = widget;
  return self;
}

void
koma_announcer_forget (KomaAnnouncer *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->said, g_free);
  g_clear_pointer (&self->next, g_free);
  g_clear_pointer (&self->next_spoken, g_free);
}

void
koma_announcer_free (KomaAnnouncer *self)
{
  koma_announcer_forget (self);
  g_free (self);
}

void
koma_announcer_say (KomaAnnouncer *self,
                    const char    *text,
                    const char    *spoken)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->source != 0) {
    set_text (&self->next, text);
    set_text (&self->next_spoken, spoken);
  } else if (g_strcmp0 (text, self->said) != 0) {
    say_now (self, text, spoken);
  }
}
