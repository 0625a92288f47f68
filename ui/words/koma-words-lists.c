/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-words-lists.h"

#include <glib/gi18n-lib.h>

#include <adwaita.h>

#include "worker/koma-thread.h"
#include "worker/words/koma-word-lists.h"

/* Those that OpenAI found best for ImageNet, of 80: “Prompt engineering for ImageNet” of CLIP. */
#define SEVERAL                                                                      \
  "itap of a {}.\na bad photo of the {}.\na origami {}.\na photo of the large {}.\n" \
  "a {} in a video game.\nart of the {}.\na photo of the small {}."

struct _KomaWordsLists
{
  GtkPopover parent_instance;

  /* Template children (borrowed). */
  GtkListBox     *list;
  GtkEditable    *name;
  GtkWidget      *save;
  GtkWidget      *undo;
  GtkLabel       *failure;
  GtkCheckButton *usual;
  GtkCheckButton *several;
  GtkCheckButton *alone;
  GtkCheckButton *none;

  char    *classes;         /* (nullable) that would be saved */
  char    *removed;         /* (nullable) the name of the list that was removed last … */
  char    *removed_classes; /* … and its words */
  gboolean is_showing;      /* prompts are set, not chosen */
};

static guint chosen_signal, prompts_chosen_signal, none_chosen_signal;

G_DEFINE_FINAL_TYPE (KomaWordsLists, koma_words_lists, GTK_TYPE_POPOVER)

static void
update (KomaWordsLists *self)
{
  gtk_widget_set_sensitive (self->save, *gtk_editable_get_text (self->name) != '\0' &&
                                          self->classes != NULL && *self->classes != '\0');
}

/* ---- The lists ---- */

static void remove_cb (KomaWordsLists *self, GtkButton *button);

static GtkWidget *
create_row (KomaWordsLists     *self,
            const KomaWordList *list)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");

  g_object_set (row, "title", list->name, "use-markup", FALSE, "activatable", TRUE, NULL);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), list->classes);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  g_object_set_data_full (G_OBJECT (row), "classes", g_strdup (list->classes), g_free);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Remove This List"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove This List"), -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return row;
}

static void
show_lists (KomaWordsLists *self,
            GPtrArray      *lists) /* (element-type KomaWordList) */
{
  GtkWidget *row = NULL;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < lists->len; i++)
    gtk_list_box_append (self->list, create_row (self, lists->pdata[i]));
}

/* What could not be saved stays as it was. */
static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaWordsLists) self = KOMA_WORDS_LISTS (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lists = koma_word_lists_finish (result, &error);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_set_visible (GTK_WIDGET (self->failure), lists == NULL);
  if (lists != NULL)
    show_lists (self, lists);
  else
    gtk_label_set_label (self->failure, error->message);
}

/* ---- What a person does ---- */

static void
shown_cb (KomaWordsLists *self)
{
  koma_word_lists_read_async (listed_cb, g_object_ref (self));
}

static void
row_activated_cb (KomaWordsLists *self,
                  GtkListBoxRow  *row)
{
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, chosen_signal, 0, g_object_get_data (G_OBJECT (row), "classes"));
}

static void
save_cb (KomaWordsLists *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name)));

  if (*name == '\0' || !gtk_widget_get_sensitive (self->save))
    return;
  koma_word_lists_keep_async (name, self->classes, listed_cb, g_object_ref (self));
  gtk_editable_set_text (self->name, "");
}

static void
remove_cb (KomaWordsLists *self,
           GtkButton      *button)
{
  GtkWidget       *row = gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_ACTION_ROW);
  g_autofree char *text = NULL;

  g_free (self->removed);
  g_free (self->removed_classes);
  self->removed = g_strdup (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
  self->removed_classes = g_strdup (g_object_get_data (G_OBJECT (row), "classes"));
  /* Translators: the name of a list of words */
  text = g_strdup_printf (_ ("Undo Removing “%s”"), self->removed);
  gtk_button_set_label (GTK_BUTTON (self->undo), text);
  gtk_widget_set_visible (self->undo, TRUE);
  koma_word_lists_keep_async (self->removed, NULL, listed_cb, g_object_ref (self));
}

static void
undo_cb (KomaWordsLists *self)
{
  gtk_widget_set_visible (self->undo, FALSE);
  koma_word_lists_keep_async (self->removed, self->removed_classes, listed_cb,
                              g_object_ref (self));
}

static const char *
get_chosen_prompts (KomaWordsLists *self)
{
  if (gtk_check_button_get_active (self->several))
    return SEVERAL;
  return gtk_check_button_get_active (self->alone) ? "{}" : "";
}

static void
toggled_cb (KomaWordsLists *self,
            GtkCheckButton *button)
{
  if (!self->is_showing && gtk_check_button_get_active (button))
    g_signal_emit (self, prompts_chosen_signal, 0, get_chosen_prompts (self));
}

static void
none_toggled_cb (KomaWordsLists *self)
{
  if (!self->is_showing)
    g_signal_emit (self, none_chosen_signal, 0,
                   gtk_check_button_get_active (self->none) ? "first" : "none");
}

/* ---- Object ---- */

static void
koma_words_lists_finalize (GObject *object)
{
  KomaWordsLists *self = KOMA_WORDS_LISTS (object);

  g_free (self->classes);
  g_free (self->removed);
  g_free (self->removed_classes);

  G_OBJECT_CLASS (koma_words_lists_parent_class)->finalize (object);
}

static void
koma_words_lists_class_init (KomaWordsListsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = koma_words_lists_finalize;

  chosen_signal = g_signal_new ("chosen", KOMA_TYPE_WORDS_LISTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  prompts_chosen_signal = g_signal_new ("prompts-chosen", KOMA_TYPE_WORDS_LISTS, G_SIGNAL_RUN_LAST,
                                        0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  none_chosen_signal = g_signal_new ("none-chosen", KOMA_TYPE_WORDS_LISTS, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-words-lists.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, list);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, name);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, save);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, undo);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, failure);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, usual);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, several);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, alone);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsLists, none);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_bind_template_callback (widget_class, undo_cb);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, none_toggled_cb);
}

static void
koma_words_lists_init (KomaWordsLists *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
koma_words_lists_set_classes (KomaWordsLists *self,
                              const char     *classes)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_free (self->classes);
  self->classes = g_strstrip (g_strdup (classes));
  update (self);
}

/**
 * koma_words_lists_set_prompts:
 * @self: lists
 * @prompts: (nullable): of the model in use; where koma.json says others, none of the choices is
 *   marked
 *
 * Nothing is emitted.
 */
void
koma_words_lists_set_prompts (KomaWordsLists *self,
                              const char     *prompts)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_showing = TRUE;
  gtk_check_button_set_active (self->usual, prompts == NULL);
  gtk_check_button_set_active (self->several, g_strcmp0 (prompts, SEVERAL) == 0);
  gtk_check_button_set_active (self->alone, g_strcmp0 (prompts, "{}") == 0);
  self->is_showing = FALSE;
}

void
koma_words_lists_set_none (KomaWordsLists *self,
                           gboolean        has_none)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_showing = TRUE;
  gtk_check_button_set_active (self->none, has_none);
  self->is_showing = FALSE;
}
