/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user does with classes and pictures. Actions have the number of a class. */

#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-pictures-window.h"
#include "koma-teach-quality-window.h"
#include "ui/compat/koma-file-dialog.h"
#include "worker/koma-thread.h"

static GtkWindow *
get_window (KomaTeachPage *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

/* ---- Opening files ---- */

typedef struct
{
  KomaTeachPage *page;
  guint          class_id; /* 0: those that the folders name */
} Choice;

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  g_object_unref (choice->page);
  g_free (choice);
}

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  const Choice *choice = user_data;
  g_autoptr (KomaTeachClass) klass = NULL;

  if (choice->page->project == NULL)
    return;
  klass = koma_teach_page_find_class (choice->page, choice->class_id);
  /* It may have been removed meanwhile. */
  if (klass != NULL || choice->class_id == 0)
    koma_teach_page_add_files (choice->page, klass, files);
}

static void
open_dialog (KomaTeachPage     *self,
             KomaFileDialogKind kind,
             guint              class_id)
{
  Choice *choice = g_new (Choice, 1);

  *choice = (Choice){ g_object_ref (self), class_id };
  koma_file_dialog_open (get_window (self), kind, chosen_cb, choice, choice_free);
}

static void
add_pictures_action (GSimpleAction *action,
                     GVariant      *id,
                     gpointer       user_data)
{
  open_dialog (user_data, KOMA_FILE_DIALOG_PICTURES, g_variant_get_uint32 (id));
}

static void
add_folder_action (GSimpleAction *action,
                   GVariant      *id,
                   gpointer       user_data)
{
  open_dialog (user_data, KOMA_FILE_DIALOG_PICTURE_FOLDER, g_variant_get_uint32 (id));
}

static void
import_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  open_dialog (user_data, KOMA_FILE_DIALOG_TEACHABLE_MACHINE, 0);
}

static void
try_cb (GPtrArray *files,
        gpointer   user_data)
{
  KomaTeachPage *self = user_data;
  KomaTransfer   transfer = { .files = files };

  if (self->project != NULL && files->len > 0)
    koma_teach_page_try (self, &transfer);
}

static void
try_picture_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  koma_file_dialog_open (get_window (user_data), KOMA_FILE_DIALOG_PICTURE, try_cb,
                         g_object_ref (user_data), g_object_unref);
}

static void
paste_action (GSimpleAction *action,
              GVariant      *id,
              gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  g_autoptr (KomaTeachClass) klass = koma_teach_page_find_class (self, g_variant_get_uint32 (id));

  if (klass != NULL)
    koma_teach_page_paste_into (self, klass);
}

/* ---- Classes ---- */

static KomaTeachClass *
add_class (KomaTeachPage *self)
{
  guint            number = g_list_model_get_n_items (G_LIST_MODEL (self->project)) + 1;
  g_autofree char *name = NULL;

  do {
    g_free (name);
    /* Translators: a class that has no name yet, with a number */
    name = g_strdup_printf (_ ("Class %u"), number++);
  } while (koma_teach_project_find_class (self->project, name) != NULL);
  return koma_teach_project_add_class (self->project, name);
}

static void
name_class (KomaTeachPage  *self,
            KomaTeachClass *klass)
{
  self->named_class = koma_teach_class_get_id (klass);
  koma_teach_page_queue_update (self);
}

static void
add_class_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  name_class (user_data, add_class (user_data));
}

/* One class alone would leave the question open what it is to be told from. */
static void
start_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  KomaTeachPage *self = user_data;

  koma_teach_project_begin_step (self->project);
  name_class (self, add_class (self));
  (void) add_class (self);
  koma_teach_project_end_step (self->project);
}

static void
recolour_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  guint          id = 0, colour = 0;
  g_autoptr (KomaTeachClass) klass = NULL;

  g_variant_get (parameter, "(uu)", &id, &colour);
  klass = koma_teach_page_find_class (self, id);
  if (klass != NULL)
    koma_teach_project_recolour_class (self->project, klass, colour);
}

static void
move (KomaTeachPage *self,
      guint          id,
      int            distance)
{
  GListModel *classes = G_LIST_MODEL (self->project);
  const int   n = g_list_model_get_n_items (classes);

  for (int i = 0; i < n; i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, i);

    if (koma_teach_class_get_id (klass) != id)
      continue;
    if (i + distance >= 0 && i + distance < n)
      koma_teach_project_move_class (self->project, klass, i + distance);
    name_class (self, klass);
    return;
  }
}

static void
move_up_action (GSimpleAction *action,
                GVariant      *id,
                gpointer       user_data)
{
  move (user_data, g_variant_get_uint32 (id), -1);
}

static void
move_down_action (GSimpleAction *action,
                  GVariant      *id,
                  gpointer       user_data)
{
  move (user_data, g_variant_get_uint32 (id), 1);
}

static void
remove_class_action (GSimpleAction *action,
                     GVariant      *id,
                     gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  g_autoptr (KomaTeachClass) klass = koma_teach_page_find_class (self, g_variant_get_uint32 (id));

  if (klass == NULL)
    return;
  koma_teach_project_remove_class (self->project, klass);
  koma_teach_page_offer_undo (self, NULL);
}

static void
remove_all_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  GListModel    *classes = G_LIST_MODEL (self->project);

  koma_teach_project_begin_step (self->project);
  while (g_list_model_get_n_items (classes) > 0) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, 0);

    koma_teach_project_remove_class (self->project, klass);
  }
  koma_teach_project_end_step (self->project);
  koma_teach_page_offer_undo (self, _ ("All classes removed"));
}

/* ---- Windows ---- */

static void
show_pictures_action (GSimpleAction *action,
                      GVariant      *id,
                      gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  g_autoptr (KomaTeachClass) klass = koma_teach_page_find_class (self, g_variant_get_uint32 (id));

  if (klass == NULL)
    return;
  if (self->pictures_window != NULL)
    gtk_window_destroy (self->pictures_window);
  g_set_weak_pointer (&self->pictures_window,
                      koma_pictures_window_new (get_window (self), self->project,
                                                G_LIST_MODEL (klass),
                                                koma_teach_class_get_name (klass)));
  gtk_window_present (self->pictures_window);
}

static void
show_evaluation_action (GSimpleAction *action,
                        GVariant      *parameter,
                        gpointer       user_data)
{
  KomaTeachPage *self = user_data;

  if (self->evaluation_window == NULL)
    g_set_weak_pointer (&self->evaluation_window,
                        koma_teach_quality_window_new (get_window (self), self->project));
  gtk_window_present (self->evaluation_window);
}

void
koma_teach_page_add_actions (KomaTeachPage *self)
{
  static const GActionEntry entries[] = {
    { .name = "add-class", .activate = add_class_action },
    { .name = "add-folder", .activate = add_folder_action, .parameter_type = "u" },
    { .name = "add-pictures", .activate = add_pictures_action, .parameter_type = "u" },
    { .name = "import", .activate = import_action },
    { .name = "move-down", .activate = move_down_action, .parameter_type = "u" },
    { .name = "move-up", .activate = move_up_action, .parameter_type = "u" },
    { .name = "paste", .activate = paste_action, .parameter_type = "u" },
    { .name = "recolour", .activate = recolour_action, .parameter_type = "(uu)" },
    { .name = "remove-all", .activate = remove_all_action },
    { .name = "remove-class", .activate = remove_class_action, .parameter_type = "u" },
    { .name = "show-evaluation", .activate = show_evaluation_action },
    { .name = "show-pictures", .activate = show_pictures_action, .parameter_type = "u" },
    { .name = "start", .activate = start_action },
    { .name = "try-picture", .activate = try_picture_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
}

/* ---- From the window ---- */

static KomaClassCard *
find_focused_card (KomaTeachPage *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return focus != NULL
           ? (KomaClassCard *) gtk_widget_get_ancestor (focus, KOMA_TYPE_CLASS_CARD)
           : NULL;
}

static GtkWidget *
find_focused_text (KomaTeachPage *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return focus != NULL && GTK_IS_TEXT (focus) ? focus : NULL;
}

/* Text goes into a name that is being written; pictures into the class that has the focus. */
static gboolean
is_text (GdkClipboard *clipboard)
{
  GdkContentFormats *formats = gdk_clipboard_get_formats (clipboard);

  return (gdk_content_formats_contain_gtype (formats, G_TYPE_STRING) ||
          gdk_content_formats_contain_mime_type (formats, "text/plain") ||
          gdk_content_formats_contain_mime_type (formats, "text/plain;charset=utf-8") ||
          gdk_content_formats_contain_mime_type (formats, "UTF8_STRING")) &&
         !gdk_content_formats_contain_mime_type (formats, "text/uri-list");
}

/**
 * koma_teach_page_paste:
 * @self: a page
 *
 * Pastes into whatever has the focus.
 */
void
koma_teach_page_paste (KomaTeachPage *self)
{
  KomaClassCard *card = find_focused_card (self);
  GtkWidget     *text = find_focused_text (self);

  KOMA_ASSERT_MAIN_THREAD ();

  if (text != NULL && is_text (gtk_widget_get_clipboard (GTK_WIDGET (self))))
    g_signal_emit_by_name (text, "paste-clipboard");
  else if (card != NULL)
    koma_teach_page_paste_into (self, koma_class_card_get_class (card));
  else
    koma_teach_page_paste_into (self, NULL);
}

void
koma_teach_page_add_pictures (KomaTeachPage *self)
{
  KomaClassCard *card = find_focused_card (self);
  const guint    id = card != NULL ? koma_teach_class_get_id (koma_class_card_get_class (card)) : 0;

  KOMA_ASSERT_MAIN_THREAD ();

  open_dialog (self, id != 0 ? KOMA_FILE_DIALOG_PICTURES : KOMA_FILE_DIALOG_PICTURE_FOLDER, id);
}

gboolean
koma_teach_page_can_undo (KomaTeachPage *self)
{
  return self->project != NULL && koma_teach_project_get_undo (self->project) != NULL;
}

/* What is being written into a name goes first. */
void
koma_teach_page_undo (KomaTeachPage *self)
{
  KomaClassCard *card = find_focused_card (self);

  KOMA_ASSERT_MAIN_THREAD ();

  if (card != NULL && koma_class_card_revert_name (card))
    return;
  if (koma_teach_page_can_undo (self))
    (void) koma_teach_project_undo (self->project);
}

gboolean
koma_teach_page_escape (KomaTeachPage *self)
{
  KomaClassCard *card = find_focused_card (self);

  KOMA_ASSERT_MAIN_THREAD ();

  return card != NULL && koma_class_card_revert_name (card);
}

/**
 * koma_teach_page_correct:
 * @self: a page
 * @requests: (element-type KomaRequest): pictures
 * @names: (element-type utf8): theirs
 * @class_id: what they show; 0: a new class, that the user names
 */
void
koma_teach_page_correct (KomaTeachPage *self,
                         GPtrArray     *requests,
                         GPtrArray     *names,
                         guint          class_id)
{
  g_autoptr (KomaTeachClass) klass = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  koma_teach_project_begin_step (self->project);
  if (class_id == 0) {
    klass = g_object_ref (add_class (self));
    name_class (self, klass);
  } else {
    klass = koma_teach_page_find_class (self, class_id);
  }
  for (guint i = 0; klass != NULL && i < requests->len; i++)
    koma_teach_page_add_request (self, klass, g_ptr_array_index (requests, i),
                                 g_ptr_array_index (names, i));
  koma_teach_project_end_step (self->project);
}
