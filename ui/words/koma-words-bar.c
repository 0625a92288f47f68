/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-words-bar.h"

#include "koma-words-lists.h"
#include "worker/koma-thread.h"

/* So long nobody types before answers change. */
#define SETTLE_MS 300

/**
 * KomaWordsBar:
 *
 * What is typed takes effect as soon as nobody goes on typing, or at once with Enter. The words
 * stay with the model: see #KomaModelSettings. Emits "leave" when the user is done with typing.
 */
struct _KomaWordsBar
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkEditable    *entry;
  KomaWordsLists *lists;

  /* Owned. */
  KomaModelControl *control;
  guint             settle_source;

  gboolean is_wanted;
  gboolean has_words;  /* the model in use */
  gboolean is_showing; /* the text is set, not typed */
};

static guint leave_signal;

G_DEFINE_FINAL_TYPE (KomaWordsBar, koma_words_bar, ADW_TYPE_BIN)

/* ---- Choosing ---- */

static gboolean
is_separator (gunichar c)
{
  return c == ',' || g_unichar_isspace (c);
}

/* Nothing but commas and blanks is nothing. */
static char *
dup_classes (KomaWordsBar *self)
{
  const char *text = gtk_editable_get_text (self->entry);

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (!is_separator (g_utf8_get_char (at)))
      return g_strdup (text);
  return g_strdup ("");
}

static void
apply (KomaWordsBar *self)
{
  const KomaModelInfo *info = koma_model_control_get_info (self->control);
  g_autofree char     *classes = dup_classes (self);

  g_clear_handle_id (&self->settle_source, g_source_remove);
  if (info == NULL || info->classes == NULL || !koma_model_control_can_choose (self->control))
    return;
  /* Others may be on their way to take effect. */
  if (koma_model_control_is_choosing (self->control) || !g_str_equal (info->classes, classes))
    koma_model_control_set_words (self->control, classes, NULL);
}

static gboolean
settled_cb (gpointer user_data)
{
  KomaWordsBar *self = user_data;

  self->settle_source = 0;
  apply (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (KomaWordsBar *self)
{
  koma_words_lists_set_classes (self->lists, gtk_editable_get_text (self->entry));
  if (self->is_showing)
    return;
  g_clear_handle_id (&self->settle_source, g_source_remove);
  self->settle_source = g_timeout_add (SETTLE_MS, settled_cb, self);
}

static void
activate_cb (KomaWordsBar *self)
{
  apply (self);
}

static void
chosen_cb (KomaWordsBar *self,
           const char   *classes)
{
  gtk_editable_set_text (self->entry, classes);
  apply (self);
}

static void
prompts_chosen_cb (KomaWordsBar *self,
                   const char   *prompts)
{
  if (koma_model_control_can_choose (self->control))
    koma_model_control_set_words (self->control, NULL, prompts);
}

static void
none_chosen_cb (KomaWordsBar *self,
                const char   *word)
{
  if (koma_model_control_can_choose (self->control))
    koma_model_control_set_part (self->control, KOMA_PART_BACKGROUND, word);
}

static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *args,
           gpointer   user_data)
{
  g_signal_emit (widget, leave_signal, 0);
  return GDK_EVENT_STOP;
}

/* ---- Object ---- */

static void
koma_words_bar_dispose (GObject *object)
{
  KomaWordsBar *self = KOMA_WORDS_BAR (object);

  g_clear_handle_id (&self->settle_source, g_source_remove);
  g_clear_object (&self->control);

  G_OBJECT_CLASS (koma_words_bar_parent_class)->dispose (object);
}

static void
koma_words_bar_class_init (KomaWordsBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_words_bar_dispose;

  leave_signal = g_signal_new ("leave", KOMA_TYPE_WORDS_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
  g_type_ensure (KOMA_TYPE_WORDS_LISTS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-words-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaWordsBar, entry);
  gtk_widget_class_bind_template_child (widget_class, KomaWordsBar, lists);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, prompts_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, none_chosen_cb);
}

static void
koma_words_bar_init (KomaWordsBar *self)
{
  self->is_wanted = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
koma_words_bar_set_control (KomaWordsBar     *self,
                            KomaModelControl *control)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->control, control);
}

static void
update_visible (KomaWordsBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), self->is_wanted && self->has_words);
}

void
koma_words_bar_set_wanted (KomaWordsBar *self,
                           gboolean      is_wanted)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_wanted = is_wanted;
  update_visible (self);
}

static gboolean
is_typing (KomaWordsBar *self)
{
  return self->settle_source != 0 ||
         (gtk_widget_get_state_flags (GTK_WIDGET (self->entry)) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/**
 * koma_words_bar_show:
 * @self: a bar
 * @info: the model in use
 *
 * Shows its words, unless a person is typing others.
 */
void
koma_words_bar_show (KomaWordsBar        *self,
                     const KomaModelInfo *info)
{
  const gboolean had_words = self->has_words;

  KOMA_ASSERT_MAIN_THREAD ();

  self->has_words = info->classes != NULL;
  update_visible (self);
  if (!self->has_words)
    return;
  koma_words_lists_set_prompts (self->lists, info->prompts);
  koma_words_lists_set_none (self->lists, info->values.has_background);
  if (had_words && is_typing (self))
    return;
  self->is_showing = TRUE;
  gtk_editable_set_text (self->entry, info->classes);
  self->is_showing = FALSE;
}

void
koma_words_bar_add (KomaWordsBar *self,
                    const char   *word)
{
  g_autofree char *before = dup_classes (self);
  const char      *separator = strchr (before, '\n') != NULL ? "\n" : ", ";
  g_autofree char *classes = g_strconcat (before, *before != '\0' ? separator : "", word, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_editable_set_text (self->entry, classes);
  apply (self);
}

gboolean
koma_words_bar_focus (KomaWordsBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return gtk_widget_is_visible (GTK_WIDGET (self)) &&
         gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
