/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which project the page shows: opened, closed, and another one in its place. */

#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-projects-window.h"
#include "koma-teach-closing.h"
#include "ui/window/koma-transfer-drop.h"
#include "worker/koma-thread.h"
#include "worker/teach/disk/koma-teach-folder.h"

/* To make one takes 3 ms on a slow machine. */
#define N_CARDS_A_FRAME 2

/* ---- Cards ---- */

static void
dropped_on_card_cb (GtkWidget    *card,
                    KomaTransfer *transfer,
                    gpointer      user_data)
{
  koma_teach_page_take (user_data, koma_class_card_get_class (KOMA_CLASS_CARD (card)), transfer);
}

static GtkWidget *
create_card_cb (gpointer item,
                gpointer user_data)
{
  KomaTeachPage *self = user_data;
  GtkWidget     *child = gtk_flow_box_child_new ();
  GtkWidget     *card = koma_class_card_new (self->project, item);

  (void) koma_transfer_drop_connect (card, NULL, dropped_on_card_cb, self);
  koma_teach_page_connect_card (self, KOMA_CLASS_CARD (card));
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), card);
  return child;
}

/* Those of a project that is opened are all there at once. */
static gboolean
show_more_cb (GtkWidget     *cards,
              GdkFrameClock *clock,
              gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  const guint    n_shown = gtk_slice_list_model_get_size (self->shown);

  if (koma_teach_project_get_status (self->project).state != KOMA_TEACH_OPENING &&
      n_shown >= g_list_model_get_n_items (G_LIST_MODEL (self->project))) {
    gtk_slice_list_model_set_size (self->shown, G_MAXUINT);
    self->more_tick = 0;
    return G_SOURCE_REMOVE;
  }
  gtk_slice_list_model_set_size (self->shown, n_shown + N_CARDS_A_FRAME);
  return G_SOURCE_CONTINUE;
}

static void
show_cards (KomaTeachPage *self)
{
  self->shown = gtk_slice_list_model_new (g_object_ref (G_LIST_MODEL (self->project)), 0,
                                          N_CARDS_A_FRAME);
  gtk_flow_box_bind_model (self->cards, G_LIST_MODEL (self->shown), create_card_cb, self, NULL);
  self->more_tick =
    gtk_widget_add_tick_callback (GTK_WIDGET (self->cards), show_more_cb, self, NULL);
}

static void
hide_cards (KomaTeachPage *self)
{
  if (self->more_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->cards), self->more_tick);
  self->more_tick = 0;
  gtk_flow_box_bind_model (self->cards, NULL, NULL, NULL, NULL);
  g_clear_object (&self->shown);
}

/* ---- Other projects ---- */

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaTeachPage) self = user_data;
  g_autoptr (GPtrArray) entries = koma_teach_folder_list_finish (result, NULL);
  gboolean are_there = FALSE;

  for (guint i = 0; entries != NULL && i < entries->len && self->folder != NULL; i++) {
    const KomaTeachEntry *entry = g_ptr_array_index (entries, i);

    are_there = are_there || !g_str_equal (entry->folder, self->folder);
  }
  if (self->project != NULL)
    gtk_widget_set_visible (self->others, are_there);
}

/* The empty page offers them. */
static void
find_others (KomaTeachPage *self)
{
  koma_teach_folder_list_async (NULL, listed_cb, g_object_ref (self));
}

/* ---- The project ---- */

static void
trouble_cb (KomaTeachPage *self,
            const GError  *error)
{
  g_autofree char *text = g_strdup_printf (_ ("This can not be kept: %s"), error->message);

  koma_teach_page_say (self, text, NULL, NULL);
}

static void
state_cb (KomaTeachPage *self)
{
  const char *const *warnings = koma_teach_project_get_status (self->project).warnings;

  if (koma_teach_project_get_status (self->project).state == KOMA_TEACH_READY && warnings != NULL &&
      warnings[0] != NULL)
    koma_teach_page_say (self, warnings[0], NULL, NULL);
  koma_teach_page_update_base (self);
}

static void
connect_project (KomaTeachPage *self)
{
  static const char *const signals[] = { "notify", "items-changed", "head-changed", "evaluated",
                                         "fine-tuning" };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (self->project, signals[i], G_CALLBACK (koma_teach_page_queue_update),
                             self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->project, "trouble", G_CALLBACK (trouble_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->project, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * koma_teach_page_open:
 * @self: a page
 *
 * Opens the project, unless that has been done.
 *
 * Returns: (transfer none): the project
 */
KomaTeachProject *
koma_teach_page_open (KomaTeachPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->project != NULL)
    return self->project;
  if (self->folder == NULL)
    self->folder = koma_teach_folder_get (KOMA_TEACH_PAGE_FIRST);
  self->project = koma_teach_project_new (self->folder);
  connect_project (self);
  show_cards (self);
  koma_try_pane_set_project (self->pane, self->project);
  find_others (self);
  state_cb (self);
  koma_teach_page_update (self);
  return self->project;
}

/**
 * koma_teach_page_close:
 * @self: a page
 *
 * Closes the project, if it is open; the application runs until it is on the disk. Waits for
 * nothing.
 */
void
koma_teach_page_close (KomaTeachPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->project == NULL)
    return;
  hide_cards (self);
  g_signal_handlers_disconnect_by_data (self->project, self);
  koma_try_pane_set_project (self->pane, NULL);
  koma_teach_closing_begin (g_steal_pointer (&self->project));
}

/* ---- Another one ---- */

static void
close_windows (KomaTeachPage *self)
{
  if (self->pictures_window != NULL)
    gtk_window_destroy (self->pictures_window);
  if (self->evaluation_window != NULL)
    gtk_window_destroy (self->evaluation_window);
  if (self->fine_tune_window != NULL)
    gtk_window_destroy (self->fine_tune_window);
  if (self->settings_window != NULL)
    gtk_window_destroy (self->settings_window);
}

/**
 * koma_teach_page_switch:
 * @self: a page
 * @folder: of another project; made where there is none
 *
 * Closes the project that is open, and opens the other.
 */
void
koma_teach_page_switch (KomaTeachPage *self,
                        const char    *folder)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (g_strcmp0 (self->folder, folder) == 0)
    return;
  g_free (self->folder);
  self->folder = g_strdup (folder);
  if (self->project == NULL)
    return;
  close_windows (self);
  g_clear_object (&self->recorded);
  g_clear_pointer (&self->said, g_free);
  self->named_class = 0;
  self->was_offered = self->wants_suggested = FALSE;
  koma_teach_page_close (self);
  (void) koma_teach_page_open (self);
}

/**
 * koma_teach_page_get_folder:
 * @self: a page
 *
 * Returns: (transfer none) (nullable): of the project that is shown; %NULL: it was never opened
 */
const char *
koma_teach_page_get_folder (KomaTeachPage *self)
{
  return self->folder;
}

static void
open_project_action (GSimpleAction *action,
                     GVariant      *folder,
                     gpointer       user_data)
{
  koma_teach_page_switch (user_data, g_variant_get_string (folder, NULL));
}

/* One that is empty is as good as a new one. */
static void
new_project_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  KomaTeachPage   *self = user_data;
  g_autofree char *folder = koma_teach_folder_get_unused ();

  koma_teach_page_switch (self, folder);
}

static void
projects_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  KomaTeachPage *self = user_data;
  GtkRoot       *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->projects_window == NULL)
    g_set_weak_pointer (&self->projects_window,
                        koma_projects_window_new (GTK_WINDOW (root), G_ACTION_GROUP (self->actions),
                                                  self->project));
  gtk_window_present (self->projects_window);
}

void
koma_teach_page_add_project_actions (KomaTeachPage *self)
{
  static const GActionEntry entries[] = {
    { .name = "new-project", .activate = new_project_action },
    { .name = "open-project", .activate = open_project_action, .parameter_type = "s" },
    { .name = "projects", .activate = projects_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
}

/* ---- From a model to its project ---- */

typedef struct
{
  KomaTeachPage *page;
  char          *path; /* of the model */
} Search;

static void
search_free (Search *search)
{
  g_object_unref (search->page);
  g_free (search->path);
  g_free (search);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Search, search_free)

static void
searched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Search) search = user_data;
  g_autoptr (GPtrArray) entries = koma_teach_folder_list_finish (result, NULL);

  if (search->page->actions == NULL)
    return;
  for (guint i = 0; entries != NULL && i < entries->len; i++) {
    const KomaTeachEntry *entry = g_ptr_array_index (entries, i);

    if (g_strcmp0 (entry->saved, search->path) == 0) {
      g_action_group_activate_action (G_ACTION_GROUP (search->page->actions), "open-project",
                                      g_variant_new_string (entry->folder));
      return;
    }
  }
  koma_teach_page_say (search->page, _ ("The pictures of this model are not here any more"), NULL,
                       NULL);
}

/**
 * koma_teach_page_teach_on:
 * @self: a page
 * @path: of a model that was taught and saved
 *
 * Opens its project, and says so where there is none.
 */
void
koma_teach_page_teach_on (KomaTeachPage *self,
                          const char    *path)
{
  Search *search = g_new (Search, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  *search = (Search){ g_object_ref (self), g_strdup (path) };
  koma_teach_folder_list_async (NULL, searched_cb, search);
}
