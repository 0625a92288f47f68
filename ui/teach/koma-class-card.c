/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-class-card.h"

#include <glib/gi18n-lib.h>

#include "koma-class-menu.h"
#include "koma-example-strip.h"
#include "koma-record-button.h"
#include "koma-teach-words.h"
#include "ui/koma-tooltip.h"
#include "worker/koma-thread.h"

/**
 * KomaClassCard:
 *
 * Its buttons and its menu activate actions of the group `teach` with the number of the class.
 */
struct _KomaClassCard
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkWidget        *dot;
  GtkEntry         *name;
  GtkLabel         *count;
  GtkMenuButton    *menu;
  GtkStack         *contents;
  GtkActionable    *show;
  KomaExampleStrip *strip;
  GtkLabel         *advice;
  GtkActionable    *add;
  KomaRecordButton *record;

  /* Owned. */
  KomaTeachProject *project;
  KomaTeachClass   *klass;

  guint colour; /* whose style class the dot has */
};

enum {
  SIGNAL_RECORD_BEGIN,
  SIGNAL_RECORD_END,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaClassCard, koma_class_card, ADW_TYPE_BIN)

/* ---- Writing the name ---- */

static void
name_entered_cb (KomaClassCard *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name)));

  g_strstrip (text);
  if (*text != '\0' && g_strcmp0 (text, koma_teach_class_get_name (self->klass)) != 0)
    koma_teach_project_rename_class (self->project, self->klass, text);
  koma_class_card_revert_name (self);
}

/**
 * koma_class_card_revert_name:
 * @self: a card
 *
 * Returns: whether something else was written than the name
 */
gboolean
koma_class_card_revert_name (KomaClassCard *self)
{
  GtkEditable *editable = GTK_EDITABLE (self->name);
  const char  *name = koma_teach_class_get_name (self->klass);

  if (g_strcmp0 (gtk_editable_get_text (editable), name) == 0)
    return FALSE;
  gtk_editable_set_text (editable, name);
  return TRUE;
}

void
koma_class_card_focus_name (KomaClassCard *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_grab_focus (GTK_WIDGET (self->name)); /* selects all of it */
}

/* ---- What is shown ---- */

static void
show_colour (KomaClassCard *self)
{
  g_autofree char *before = g_strdup_printf ("colour-%u", self->colour);
  g_autofree char *now = NULL;

  self->colour = koma_teach_class_get_colour (self->klass);
  now = g_strdup_printf ("colour-%u", self->colour);
  gtk_widget_remove_css_class (self->dot, before);
  gtk_widget_add_css_class (self->dot, now);
}

static void
set_name (gpointer    accessible,
          const char *format,
          const char *name)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_autofree char *text = g_strdup_printf (format, name);
#pragma GCC diagnostic pop

  gtk_accessible_update_property (GTK_ACCESSIBLE (accessible), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
  koma_tooltip_set_text (GTK_WIDGET (accessible), text);
}

static void
show_name (KomaClassCard *self)
{
  const char *name = koma_teach_class_get_name (self->klass);

  (void) koma_class_card_revert_name (self);
  /* Translators: the name of a class */
  set_name (self->add, _ ("Add pictures of “%s”"), name);
  /* Translators: the name of a class; with the camera */
  set_name (self->record, _ ("Hold to record pictures of “%s”"), name);
  /* Translators: the name of a class */
  set_name (self->show, _ ("Show all pictures of “%s”"), name);
  /* Translators: of a menu; the name of a class */
  set_name (self->menu, _ ("More for “%s”"), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
show_count (KomaClassCard *self)
{
  const guint      n = koma_teach_class_get_n_examples (self->klass);
  g_autofree char *text = koma_teach_words_for_count (n);

  gtk_label_set_label (self->count, text);
  gtk_stack_set_visible_child_name (self->contents, n > 0 ? "some" : "none");
}

void
koma_class_card_set_advice (KomaClassCard *self,
                            const char    *advice)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_label (self->advice, advice);
  gtk_widget_set_visible (GTK_WIDGET (self->advice), *advice != '\0');
}

KomaTeachClass *
koma_class_card_get_class (KomaClassCard *self)
{
  return self->klass;
}

/* A menu takes as long to make as the rest of the card, and few are ever opened. */
static void
create_popup_cb (GtkMenuButton *button,
                 gpointer       user_data)
{
  KomaClassCard *self = user_data;
  g_autoptr (GMenuModel) menu = koma_class_menu_new (self->klass);

  gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (menu));
}

/* ---- Object ---- */

static void
record_begin_cb (KomaClassCard *self)
{
  g_signal_emit (self, signals[SIGNAL_RECORD_BEGIN], 0);
}

static void
record_end_cb (KomaClassCard *self)
{
  g_signal_emit (self, signals[SIGNAL_RECORD_END], 0);
}

static void
koma_class_card_dispose (GObject *object)
{
  KomaClassCard *self = KOMA_CLASS_CARD (object);

  if (self->strip != NULL)
    koma_example_strip_set_examples (self->strip, NULL);
  g_clear_object (&self->project);
  g_clear_object (&self->klass);

  G_OBJECT_CLASS (koma_class_card_parent_class)->dispose (object);
}

static void
koma_class_card_class_init (KomaClassCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_class_card_dispose;

  signals[SIGNAL_RECORD_BEGIN] = g_signal_new ("record-begin", KOMA_TYPE_CLASS_CARD,
                                               G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 0);
  signals[SIGNAL_RECORD_END] = g_signal_new ("record-end", KOMA_TYPE_CLASS_CARD, G_SIGNAL_RUN_LAST,
                                             0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (KOMA_TYPE_EXAMPLE_STRIP);
  g_type_ensure (KOMA_TYPE_RECORD_BUTTON);
  gtk_widget_class_set_css_name (widget_class, "classcard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-class-card.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, dot);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, name);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, count);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, menu);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, contents);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, show);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, strip);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, advice);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, add);
  gtk_widget_class_bind_template_child (widget_class, KomaClassCard, record);
  gtk_widget_class_bind_template_callback (widget_class, name_entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, record_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, record_end_cb);
}

static void
koma_class_card_init (KomaClassCard *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (name_entered_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->name), focus);
  gtk_menu_button_set_create_popup_func (self->menu, create_popup_cb, self, NULL);
}

/**
 * koma_class_card_new:
 * @project: the class's
 * @klass: a class
 *
 * Returns: (transfer floating): a card, that follows @klass
 */
GtkWidget *
koma_class_card_new (KomaTeachProject *project,
                     KomaTeachClass   *klass)
{
  KomaClassCard *self = g_object_new (KOMA_TYPE_CLASS_CARD, NULL);
  const guint    id = koma_teach_class_get_id (klass);

  KOMA_ASSERT_MAIN_THREAD ();

  self->project = g_object_ref (project);
  self->klass = g_object_ref (klass);
  gtk_actionable_set_action_target (self->show, "u", id);
  gtk_actionable_set_action_target (self->add, "u", id);
  koma_example_strip_set_examples (self->strip, G_LIST_MODEL (klass));
  g_signal_connect_object (klass, "notify::name", G_CALLBACK (show_name), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (klass, "notify::colour", G_CALLBACK (show_colour), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (klass, "notify::n-examples", G_CALLBACK (show_count), self,
                           G_CONNECT_SWAPPED);
  show_name (self);
  show_colour (self);
  show_count (self);
  return GTK_WIDGET (self);
}
