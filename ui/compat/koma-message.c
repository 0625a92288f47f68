/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-message.h"

#include <glib/gi18n-lib.h>

#include "koma-message-dialog.h"
#include "ui/koma-text-scale.h"

/* Of a message, in characters: phones have room for fewer of large text. */
#define WIDTH_CHARS       28
#define LARGE_WIDTH_CHARS 12
/* Of a report, in pixels. */
#define REPORT_HEIGHT 150

static GtkWidget *
create_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 52);
  return label;
}

/* The heading too: that of libadwaita 1.7 is measured for less width than it needs, and GTK 4.18
 * warns of it. */
static GtkWidget *
create_words (const char *heading,
              const char *text,
              GtkWidget  *more) /* (nullable) */
{
  GtkWidget     *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget     *title = create_label (heading);
  GtkWidget     *label = create_label (text);
  const gboolean is_large = koma_text_scale_is_large (box);

  gtk_widget_add_css_class (title, is_large ? "title-4" : "title-2");
  gtk_label_set_justify (GTK_LABEL (title), GTK_JUSTIFY_CENTER);
  gtk_label_set_width_chars (GTK_LABEL (label),
                             is_large ? LARGE_WIDTH_CHARS : WIDTH_CHARS);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), label);
  if (more != NULL)
    gtk_box_append (GTK_BOX (box), more);
  return box;
}

/* @words are those of create_words(). */
static GtkWidget *
create_dialog (const char *heading,
               GtkWidget  *words,
               gboolean    is_tall)
{
  return koma_message_dialog_new (heading, words, is_tall || koma_text_scale_is_large (words));
}

static void
response_cb (GtkWidget  *dialog,
             const char *response,
             gpointer    text)
{
  if (g_str_equal (response, "copy"))
    gdk_clipboard_set_text (gtk_widget_get_clipboard (dialog), text);
}

GtkWidget *
koma_message_show_with (GtkWindow  *parent,
                        const char *heading,
                        const char *text,
                        GtkWidget  *more)
{
  GtkWidget *words = create_words (heading, text, more);
  GtkWidget *dialog = create_dialog (heading, words, more != NULL);

  koma_message_dialog_add_response (dialog, "copy", _ ("C_opy"), ADW_RESPONSE_DEFAULT);
  koma_message_dialog_add_response (dialog, "close", _ ("_Close"), ADW_RESPONSE_DEFAULT);
  koma_message_dialog_set_defaults (dialog, "close", "close");
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), g_strdup (text),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  koma_message_dialog_present (dialog, parent, NULL);
  return dialog;
}

void
koma_message_close (GtkWidget *message)
{
  koma_message_dialog_close (message);
}

void
koma_message_show (GtkWindow  *parent,
                   const char *heading,
                   const char *text)
{
  (void) koma_message_show_with (parent, heading, text, NULL);
}

/* ---- Questions ---- */

typedef struct
{
  KomaMessageAgreed agreed; /* (nullable) */
  KomaMessageNamed  named;  /* (nullable) is called with the text of … */
  GtkEditable      *entry;  /* (nullable) … borrowed from the dialog */
  gpointer          user_data;
  GDestroyNotify    destroy;
} Question;

static void
question_free (gpointer  user_data,
               GClosure *closure)
{
  Question *question = user_data;

  question->destroy (question->user_data);
  g_free (question);
}

static char *
dup_name (GtkEditable *entry)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (entry)));
}

static void
answered_cb (GtkWidget  *dialog,
             const char *response,
             gpointer    user_data)
{
  const Question  *question = user_data;
  g_autofree char *name = question->entry != NULL ? dup_name (question->entry) : NULL;

  if (!g_str_equal (response, "yes"))
    return;
  if (name == NULL)
    question->agreed (question->user_data);
  else if (*name != '\0')
    question->named (name, question->user_data);
}

typedef struct
{
  const char           *refusal;
  const char           *answer;
  AdwResponseAppearance appearance; /* of answer; a suggested one is what Return gives */
} Answers;

static void
ask (GtkWindow      *parent,
     GtkWidget      *dialog,
     const Answers  *answers,
     const Question *question) /* is copied */
{
  const gboolean is_suggested = answers->appearance == ADW_RESPONSE_SUGGESTED;

  koma_message_dialog_add_response (dialog, "no", answers->refusal, ADW_RESPONSE_DEFAULT);
  koma_message_dialog_add_response (dialog, "yes", answers->answer, answers->appearance);
  koma_message_dialog_set_defaults (dialog, is_suggested ? "yes" : "no", "no");
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered_cb),
                         g_memdup2 (question, sizeof *question), question_free, 0);
  koma_message_dialog_present (dialog, parent, GTK_WIDGET (question->entry));
}

void
koma_message_ask (GtkWindow        *parent,
                  const char       *heading,
                  const char       *text,
                  const char       *answer,
                  KomaMessageAgreed agreed,
                  gpointer          user_data,
                  GDestroyNotify    destroy)
{
  GtkWidget     *dialog = create_dialog (heading, create_words (heading, text, NULL), FALSE);
  const Answers  answers = { _ ("_Cancel"), answer, ADW_RESPONSE_DESTRUCTIVE };
  const Question question = { .agreed = agreed, .user_data = user_data, .destroy = destroy };

  ask (parent, dialog, &answers, &question);
}

static void
name_changed_cb (GtkEditable *entry,
                 GtkWidget   *dialog)
{
  g_autofree char *name = dup_name (entry);

  koma_message_dialog_set_response_enabled (dialog, "yes", *name != '\0');
}

void
koma_message_ask_name (GtkWindow       *parent,
                       const char      *heading,
                       const char      *text,
                       const char      *name,
                       const char      *answer,
                       KomaMessageNamed named,
                       gpointer         user_data,
                       GDestroyNotify   destroy)
{
  GtkWidget     *entry = gtk_entry_new ();
  GtkWidget     *words = create_words (heading, text, entry);
  GtkWidget     *dialog = create_dialog (heading, words, FALSE);
  const Answers  answers = { _ ("_Cancel"), answer, ADW_RESPONSE_SUGGESTED };
  const Question question = { NULL, named, GTK_EDITABLE (entry), user_data, destroy };

  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name"), -1);
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  g_signal_connect_object (entry, "changed", G_CALLBACK (name_changed_cb), dialog, 0);
  ask (parent, dialog, &answers, &question);
}

static void
copy_cb (GtkWidget  *button,
         const char *report)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (button), report);
  gtk_button_set_label (GTK_BUTTON (button), _ ("Copied"));
}

/* It has lines as wide as paths, and as many as a stack has frames. */
static GtkWidget *
create_report (const char *report)
{
  GtkWidget *expander = gtk_expander_new_with_mnemonic (_ ("_What the Report Says"));
  GtkWidget *label = gtk_label_new (report);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_label_set_wrap (GTK_LABEL (gtk_expander_get_label_widget (GTK_EXPANDER (expander))), TRUE);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0);
  gtk_label_set_yalign (GTK_LABEL (label), 0.0);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_size_request (scroller, -1, REPORT_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  gtk_expander_set_child (GTK_EXPANDER (expander), scroller);
  return expander;
}

static GtkWidget *
create_copy_button (const char *report)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Copy Report"));

  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  g_signal_connect_data (button, "clicked", G_CALLBACK (copy_cb), g_strdup (report),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  return button;
}

void
koma_message_offer (GtkWindow        *parent,
                    const char       *heading,
                    const char       *text,
                    const char       *report,
                    const char       *refusal,
                    const char       *answer,
                    KomaMessageAgreed agreed,
                    gpointer          user_data,
                    GDestroyNotify    destroy)
{
  GtkWidget     *words = create_words (heading, text, create_copy_button (report));
  GtkWidget     *dialog = create_dialog (heading, words, FALSE);
  const Answers  answers = { refusal, answer, ADW_RESPONSE_SUGGESTED };
  const Question question = { .agreed = agreed, .user_data = user_data, .destroy = destroy };

  gtk_box_append (GTK_BOX (words), create_report (report));
  koma_text_scale_wrap_buttons (words);
  ask (parent, dialog, &answers, &question);
  koma_message_dialog_focus_default (dialog);
}
