/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-message.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "ui/koma-text-scale.h"

/* Of a message with more than text, in pixels: with its buttons it fits on small screens. */
#define MAX_HEIGHT 460
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

/* AdwMessageDialog grows over the edges of the screen. */
static GtkWidget *
create_scroller (GtkWidget *words)
{
  GtkWidget         *scroller = gtk_scrolled_window_new ();
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW (scroller);

  gtk_scrolled_window_set_policy (window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_width (window, TRUE);
  gtk_scrolled_window_set_propagate_natural_height (window, TRUE);
  gtk_scrolled_window_set_max_content_height (window, MAX_HEIGHT);
  gtk_scrolled_window_set_child (window, words);
  return scroller;
}

/* Beside a low window libadwaita 1.7 puts the buttons side by side, where the screen is too narrow
 * for them too; and it finds the height of the window after it has measured the dialog. */
static void
leave_short (GtkWidget *dialog)
{
  gtk_widget_remove_css_class (dialog, "short");
}

static GtkWidget *
create_dialog (GtkWindow  *parent,
               const char *heading,
               const char *text,
               GtkWidget  *more) /* (nullable) */
{
  GtkWidget *dialog = adw_message_dialog_new (parent, NULL, NULL);
  GtkWidget *words = create_words (heading, text, more);

  leave_short (dialog);
  g_signal_connect (dialog, "notify::css-classes", G_CALLBACK (leave_short), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (dialog), GTK_ACCESSIBLE_PROPERTY_LABEL, heading,
                                  -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog),
                                      more != NULL || koma_text_scale_is_large (words)
                                        ? create_scroller (words)
                                        : words);
  return dialog;
}

/* What create_words() made. */
static GtkBox *
get_words (AdwMessageDialog *message)
{
  GtkWidget *child = adw_message_dialog_get_extra_child (message);

  if (GTK_IS_SCROLLED_WINDOW (child))
    child = gtk_viewport_get_child (
      GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (child))));
  return GTK_BOX (child);
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
  GtkWidget        *dialog = create_dialog (parent, heading, text, more);
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_responses (message, "copy", _ ("C_opy"), "close", _ ("_Close"), NULL);
  adw_message_dialog_set_default_response (message, "close");
  adw_message_dialog_set_close_response (message, "close");
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), g_strdup (text),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
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

/* @appearance: of @answer; a suggested one is what Return gives. */
static void
ask (AdwMessageDialog     *message,
     const char           *refusal,
     const char           *answer,
     AdwResponseAppearance appearance,
     const Question       *question) /* is copied */
{
  const gboolean is_suggested = appearance == ADW_RESPONSE_SUGGESTED;

  adw_message_dialog_add_responses (message, "no", refusal, "yes", answer, NULL);
  adw_message_dialog_set_response_appearance (message, "yes", appearance);
  adw_message_dialog_set_default_response (message, is_suggested ? "yes" : "no");
  adw_message_dialog_set_close_response (message, "no");
  g_signal_connect_data (message, "response", G_CALLBACK (answered_cb),
                         g_memdup2 (question, sizeof *question), question_free, 0);
  gtk_window_present (GTK_WINDOW (message));
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
  GtkWidget     *dialog = create_dialog (parent, heading, text, NULL);
  const Question question = { .agreed = agreed, .user_data = user_data, .destroy = destroy };

  ask (ADW_MESSAGE_DIALOG (dialog), _ ("_Cancel"), answer, ADW_RESPONSE_DESTRUCTIVE, &question);
}

static void
name_changed_cb (GtkEditable      *entry,
                 AdwMessageDialog *message)
{
  g_autofree char *name = dup_name (entry);

  adw_message_dialog_set_response_enabled (message, "yes", *name != '\0');
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
  GtkWidget        *entry = gtk_entry_new ();
  GtkWidget        *dialog = create_dialog (parent, heading, text, NULL);
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);
  const Question    question = { NULL, named, GTK_EDITABLE (entry), user_data, destroy };

  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name"), -1);
  gtk_box_append (get_words (message), entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  g_signal_connect_object (entry, "changed", G_CALLBACK (name_changed_cb), dialog, 0);
  ask (message, _ ("_Cancel"), answer, ADW_RESPONSE_SUGGESTED, &question);
  gtk_widget_grab_focus (entry);
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
  GtkWidget        *dialog = create_dialog (parent, heading, text, NULL);
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);
  GtkBox           *words = get_words (message);
  const Question    question = { .agreed = agreed, .user_data = user_data, .destroy = destroy };

  gtk_box_append (words, create_copy_button (report));
  gtk_box_append (words, create_report (report));
  koma_text_scale_wrap_buttons (GTK_WIDGET (words));
  ask (message, refusal, answer, ADW_RESPONSE_SUGGESTED, &question);
}

/* clang-format off */
GtkWidget *
koma_message_show_about (GtkWindow  *parent,
                         const char *troubleshooting)
{
  static const char *const developers[] = { "The Koma authors", NULL };
  GtkWidget *about = g_object_new (ADW_TYPE_ABOUT_WINDOW,
    "transient-for", parent,
    "modal", TRUE,
    "application-name", _("Koma"),
    "application-icon", "app.koma.Koma",
    "version", KOMA_VERSION,
    "developer-name", _("The Koma authors"),
    "developers", developers,
    "copyright", "© 2026 The Koma authors",
    "license-type", GTK_LICENSE_GPL_3_0,
    "comments", _("Koma says what is in a picture, with a neural network "
                  "that runs on this computer alone."),
    /* Translators: your names, one a line */
    "translator-credits", _("translator-credits"),
    "debug-info", troubleshooting,
    "debug-info-filename", "koma.txt",
    NULL);

  gtk_window_present (GTK_WINDOW (about));
  return about;
}
/* clang-format on */

void
koma_message_set_troubleshooting (GtkWidget  *about,
                                  const char *troubleshooting)
{
  adw_about_window_set_debug_info (ADW_ABOUT_WINDOW (about), troubleshooting);
}
