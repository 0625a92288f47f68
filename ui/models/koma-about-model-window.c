/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-about-model-window.h"

#include <glib/gi18n-lib.h>

#include "koma-checkup.h"
#include "koma-library-words.h"
#include "koma-model-card.h"
#include "koma-recipe-sentence.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

/* Classes that are named, from the first to the last. */
#define N_EXAMPLES 8

struct _KomaAboutModelWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkImage            *picture;
  GtkLabel            *name;
  GtkLabel            *summary;
  AdwPreferencesGroup *knows;
  KomaCheckup         *checkup;
  AdwPreferencesGroup *sees;
  AdwPreferencesGroup *computes;
  AdwPreferencesGroup *file;
  AdwPreferencesGroup *notes;

  GString *text; /* all of it, to be copied */
};

G_DEFINE_FINAL_TYPE (KomaAboutModelWindow, koma_about_model_window, ADW_TYPE_WINDOW)

static void
koma_about_model_window_finalize (GObject *object)
{
  g_string_free (KOMA_ABOUT_MODEL_WINDOW (object)->text, TRUE);

  G_OBJECT_CLASS (koma_about_model_window_parent_class)->finalize (object);
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                          KOMA_ABOUT_MODEL_WINDOW (widget)->text->str);
}

/* The window is modal: what the action opens must come after it. */
static void
act (KomaAboutModelWindow *self,
     const char           *action)
{
  g_autoptr (GtkWindow) parent = g_object_ref (gtk_window_get_transient_for (GTK_WINDOW (self)));
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  gtk_window_close (GTK_WINDOW (self));
  if (g_action_parse_detailed_name (action, &name, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (parent), name, target);
}

static void
change_cb (KomaAboutModelWindow *self)
{
  act (self, "win.model-expects");
}

static void
koma_about_model_window_class_init (KomaAboutModelWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = koma_about_model_window_finalize;

  g_type_ensure (KOMA_TYPE_CHECKUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-about-model-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, picture);
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, name);
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, summary);
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, knows);
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, checkup);
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, sees);
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, computes);
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, file);
  gtk_widget_class_bind_template_child (widget_class, KomaAboutModelWindow, notes);
  gtk_widget_class_bind_template_callback (widget_class, act);
  gtk_widget_class_bind_template_callback (widget_class, change_cb);
  gtk_widget_class_install_action (widget_class, "about.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_about_model_window_init (KomaAboutModelWindow *self)
{
  self->text = g_string_new (NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* ---- Rows ---- */

static void
add_row (KomaAboutModelWindow *self,
         AdwPreferencesGroup  *group,
         const char           *title,
         const char           *value) /* (nullable): no row */
{
  GtkWidget       *row = NULL;
  g_autofree char *line = NULL;

  if (value == NULL || *value == '\0')
    return;
  row = adw_action_row_new ();
  line = koma_words_for_value (title, value);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), value);
  gtk_widget_add_css_class (row, "property");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, line, -1);
  adw_preferences_group_add (group, row);
  gtk_widget_set_visible (GTK_WIDGET (group), TRUE);
  g_string_append_printf (self->text, "%s\n", line);
}

/* Some of them, in the order of the model. */
static char *
list_examples (const KomaLabels *labels)
{
  const guint n = koma_labels_get_n (labels);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < MIN (n, N_EXAMPLES); i++)
    g_strv_builder_add (names, koma_labels_get_name (labels, i * n / MIN (n, N_EXAMPLES)));
  list = g_strv_builder_end (names);
  return g_strjoinv (C_ ("between classes", ", "), list);
}

static void
show_knowledge (KomaAboutModelWindow *self,
                const KomaModelInfo  *info)
{
  g_autofree char *n_classes = g_strdup_printf ("%'u", info->n_kinds);
  g_autofree char *examples = list_examples (info->labels);

  add_row (self, self->knows, _ ("Classes"), n_classes);
  add_row (self, self->knows,
           koma_labels_get_n (info->labels) > N_EXAMPLES ? _ ("Some of Them") : _ ("Their Names"),
           examples);
  add_row (self, self->knows, _ ("Labels"), info->labels_path);
}

static void
show_recipe (KomaAboutModelWindow *self,
             const KomaRecipe     *recipe)
{
  g_autofree char *sentence = koma_recipe_sentence_create (recipe);
  g_autofree char *sure = koma_words_for_score (recipe->sure_from);
  /* Translators: how a range of values was found; a number of pictures */
  g_autofree char *found =
    g_strdup_printf (_ ("Found by comparing %u of your pictures"), recipe->n_pictures);

  add_row (self, self->sees, _ ("Input"), sentence);
  if (recipe->sources[KOMA_PART_RANGE] == KOMA_SOURCE_GUESS)
    add_row (self, self->sees, _ ("Range of Values"), _ ("A guess"));
  if (recipe->sources[KOMA_PART_RANGE] == KOMA_SOURCE_PICTURES)
    add_row (self, self->sees, _ ("Range of Values"), found);
  add_row (self, self->sees, _ ("Sure From"), sure);
}

static void
show_computing (KomaAboutModelWindow *self,
                const KomaModelInfo  *info,
                KomaChooser           chooser)
{
  g_autofree char *n_threads = g_strdup_printf ("%u", info->n_threads);

  add_row (self, self->computes, _ ("Backend"),
           koma_words_for_technical_name (info->backend, info->is_software));
  add_row (self, self->computes, _ ("Choice"), koma_words_for_choice (chooser));
  add_row (self, self->computes, _ ("Device"), info->device);
  add_row (self, self->computes, _ ("Precision"), koma_words_for_precision (info));
  add_row (self, self->computes, _ ("Threads"), n_threads);
}

/* The library knows how many classes it has, in words, and a picture of them. */
static void
show_summary (KomaAboutModelWindow *self,
              const KomaModelInfo  *info,
              KomaLibrary          *library)
{
  KomaLibraryItem *item = koma_library_find (library, info->path);
  g_autofree char *knows =
    koma_library_words_for_knowledge (item != NULL ? item->description : NULL, info->n_kinds);

  gtk_image_set_from_icon_name (self->picture, koma_model_card_find_picture (item));
  gtk_label_set_label (self->name, info->name);
  gtk_label_set_label (self->summary, knows);
  g_string_append_printf (self->text, "%s\n", info->name);
}

/**
 * koma_about_model_window_new:
 * @parent: the window of the pictures
 * @control: of the model in use; there is one
 * @library: has its picture
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_about_model_window_new (GtkWindow        *parent,
                             KomaModelControl *control,
                             KomaLibrary      *library)
{
  KomaAboutModelWindow *self =
    g_object_new (KOMA_TYPE_ABOUT_MODEL_WINDOW, "transient-for", parent, NULL);
  KomaModelInfo *info = koma_model_control_get_info (control);

  KOMA_ASSERT_MAIN_THREAD ();

  show_summary (self, info, library);
  show_knowledge (self, info);
  show_recipe (self, &info->values);
  show_computing (self, info, koma_model_control_get_chooser (control));
  add_row (self, self->file, _ ("File"), info->path);
  add_row (self, self->file, _ ("Format"), info->format);
  for (guint i = 0; info->warnings[i] != NULL; i++)
    add_row (self, self->notes, _ ("Note"), info->warnings[i]);
  koma_checkup_set_findings (self->checkup, info->findings);
  return GTK_WINDOW (self);
}
