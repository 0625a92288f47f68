/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-application.h"

#include <glib-unix.h>
#include <glib/gi18n-lib.h>

#include "koma-accels.h"
#include "koma-cli.h"
#include "koma-desktop-actions.h"
#include "koma-resources.h"
#include "koma-safe-place.h"
#include "koma-safe-start.h"
#include "koma-stall-meter.h"
#include "koma-start-request.h"
#include "koma-state.h"
#include "koma-window-state.h"
#include "ui/compat/koma-help.h"
#include "ui/compat/koma-message-dialog.h"
#include "ui/compat/koma-portal-settings.h"
#include "ui/window/koma-help-topic.h"
#include "ui/window/koma-renderer.h"
#include "ui/window/koma-window.h"
#include "worker/crash/koma-crash-report.h"

/* A crash after that is no other one in a row. */
#define SECONDS_TO_CRASH 60

struct _KomaApplication
{
  AdwApplication parent_instance;

  /* Owned, from startup to shutdown. */
  KomaWorker       *worker;
  KomaModelChoices *choices;
  KomaState        *state;
  KomaPreferences  *preferences;

  guint terminate_source; /* 0 after the signal */
  guint row_source;       /* 0: this start has run well, or not begun */

  /* While the user is asked how to start. */
  GtkWindow *question; /* (nullable) borrowed */
  GPtrArray *waiting;  /* (nullable) (element-type KomaStartRequest) */

  char **safe_start; /* (nullable) the words of the start that follows this one */
};

G_DEFINE_FINAL_TYPE (KomaApplication, koma_application, ADW_TYPE_APPLICATION)

/* clang-format off */
static const GOptionEntry options[] = {
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, NULL,
    N_("Model to use: a file, the folder that holds it, or an address"), N_("MODEL") },
  { "backend", 'b', 0, G_OPTION_ARG_STRING, NULL,
    N_("What computes: auto, xnnpack, gles or cpu"), N_("BACKEND") },
  { "safe-start", 0, 0, G_OPTION_ARG_NONE, NULL,
    N_("Leave the settings, models and projects of earlier starts alone"), NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_("[FILE…]") },
  G_OPTION_ENTRY_NULL,
};
/* clang-format on */

static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  KomaApplication *self = user_data;
  /* "close-request" saves the state. */
  KomaWindow *window = koma_window_find (user_data);

  if (self->question != NULL)
    g_application_quit (G_APPLICATION (self));
  if (window == NULL)
    return;
  koma_message_dialog_close_within (ADW_APPLICATION_WINDOW (window));
  gtk_window_close (GTK_WINDOW (window));
}

static void
help_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  KomaWindow *window = koma_window_find (user_data);

  if (window != NULL)
    koma_help_show (GTK_WINDOW (window), koma_window_get_help_topic (window));
}

/* As if the window had been closed: what was taught is kept. A second signal ends the program at
 * once. */
static gboolean
terminate_cb (gpointer user_data)
{
  KomaApplication *self = user_data;

  self->terminate_source = 0;
  quit_cb (NULL, NULL, self);
  return G_SOURCE_REMOVE;
}

/* ---- The window ---- */

static gboolean
close_request_cb (KomaApplication *self,
                  KomaWindow      *window)
{
  koma_stall_meter_stop ();
  koma_window_state_save (self->state, self->choices, window);
  return GDK_EVENT_PROPAGATE;
}

static KomaWindow *
create_window (KomaApplication *self)
{
  KomaWindow *window = koma_window_new (GTK_APPLICATION (self), self->worker, self->choices,
                                        self->preferences);

  koma_window_state_restore (self->state, window);
  g_signal_connect_object (window, "close-request", G_CALLBACK (close_request_cb), self,
                           G_CONNECT_SWAPPED);

  return window;
}

/* The meter is for a window in use: not for its creation and first frames, nor for its end. */
static gboolean
tick_cb (GtkWidget     *window,
         GdkFrameClock *clock,
         gpointer       n_frames)
{
  if (++*(guint *) n_frames < 3)
    return G_SOURCE_CONTINUE;

  koma_stall_meter_reset ();
  return G_SOURCE_REMOVE;
}

static void
model_changed_cb (KomaModelInfo *info,
                  gpointer       user_data)
{
  KomaWindow *window = koma_window_find (user_data);

  if (window != NULL)
    koma_window_take_model_change (window, info);
}

/* A start that lasts so long does not crash at once. */
static gboolean
row_cb (gpointer user_data)
{
  KomaApplication *self = user_data;

  self->row_source = 0;
  koma_crash_report_end_row (KOMA_CRASH_REPORT_WINDOW);
  return G_SOURCE_REMOVE;
}

/* The first to look at what earlier starts have left. */
static void
open_state (KomaApplication *self)
{
  self->worker = koma_worker_new ();
  koma_worker_watch_model (self->worker, model_changed_cb, self);
  self->choices = koma_model_choices_new ();
  self->state = koma_state_new ();
  self->preferences = koma_preferences_new ();
  self->row_source = g_timeout_add_seconds (SECONDS_TO_CRASH, row_cb, self);
}

static KomaWindow *
get_window (KomaApplication *self)
{
  KomaWindow *window = koma_window_find (GTK_APPLICATION (self));

  if (window != NULL)
    return window;

  if (self->worker == NULL)
    open_state (self);
  window = create_window (self);
  gtk_widget_add_tick_callback (GTK_WIDGET (window), tick_cb, g_new0 (guint, 1), g_free);
  if (koma_safe_place_get_users_state () != NULL) {
    koma_window_be_safe (window);
    koma_window_tell_safe_start (window, koma_safe_place_get_users_state ());
  }
  return window;
}

/* ---- Command line, of this and of later starts ---- */

static void
choose_model (KomaApplication *self,
              KomaWindow      *window,
              const char      *path) /* (nullable) as asked for */
{
  g_autofree char *last = koma_state_dup_path (self->state, KOMA_STATE_MODEL);

  if (path == NULL && !koma_window_has_model (window))
    path = last != NULL ? last : koma_model_choices_get_bundled (self->choices);
  if (path != NULL)
    koma_window_load_model (window, path);
}

/* What was kept the last time is there again, unless the user asks for something else. */
static void
open_last_collection (KomaApplication *self,
                      KomaWindow      *window)
{
  g_autofree char *path = koma_state_dup_path (self->state, KOMA_STATE_COLLECTION);

  if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
    koma_window_open_collection (window, path);
}

static void
fulfil (KomaApplication  *self,
        KomaStartRequest *request,
        gboolean          is_careful)
{
  const gboolean is_first = koma_window_find (GTK_APPLICATION (self)) == NULL;
  KomaWindow    *window = get_window (self);

  if (request->backend != NULL)
    koma_window_set_backend (window, request->backend);
  if (is_careful)
    koma_window_be_safe (window);
  choose_model (self, window, request->model);
  gtk_window_present (GTK_WINDOW (window));
  koma_window_open_files (window, request->files);
  if (is_first && !is_careful && request->files->len == 0 && request->model == NULL)
    open_last_collection (self, window);
}

/* ---- After a crash the user says first how ---- */

static void
answered_cb (KomaStart how,
             gpointer  user_data)
{
  KomaApplication *self = user_data;
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);

  self->question = NULL;
  /* The program ends. */
  if (waiting == NULL)
    return;
  for (guint i = 0; how != KOMA_START_APART && i < waiting->len; i++)
    fulfil (self, waiting->pdata[i], how == KOMA_START_CAREFULLY);
  if (how == KOMA_START_APART) {
    self->safe_start = koma_start_request_list_words (waiting);
    g_application_quit (G_APPLICATION (self));
  }
  g_application_release (G_APPLICATION (self));
}

static void
take_request (KomaApplication  *self,
              KomaStartRequest *given) /* (transfer full) */
{
  g_autoptr (KomaStartRequest) request = given;

  if (self->question == NULL && self->worker == NULL && koma_safe_start_is_due ()) {
    self->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_start_request_free);
    g_application_hold (G_APPLICATION (self));
    self->question = koma_safe_start_ask (GTK_APPLICATION (self), answered_cb, self);
  }
  if (self->question == NULL) {
    fulfil (self, request, FALSE);
    return;
  }
  g_ptr_array_add (self->waiting, g_steal_pointer (&request));
  gtk_window_present (self->question);
}

/* ---- What GApplication asks ---- */

static int
koma_application_command_line (GApplication            *application,
                               GApplicationCommandLine *command_line)
{
  GVariantDict *dict = g_application_command_line_get_options_dict (command_line);

  if (g_variant_dict_contains (dict, "safe-start") && koma_safe_place_get_users_state () == NULL) {
    g_application_command_line_printerr (command_line, "koma: %s\n",
                                         _ ("no safe start: Koma is running; close it first"));
    return KOMA_EXIT_USAGE;
  }
  take_request (KOMA_APPLICATION (application), koma_start_request_read (command_line));
  return KOMA_EXIT_OK;
}

static void
koma_application_activate (GApplication *application)
{
  take_request (KOMA_APPLICATION (application), koma_start_request_new (NULL));
}

/* Files that the desktop hands over by D-Bus. */
static void
koma_application_open (GApplication *application,
                       GFile       **files,
                       int           n_files,
                       const char   *hint)
{
  GPtrArray *opened = g_ptr_array_new_with_free_func (g_object_unref);

  for (int i = 0; i < n_files; i++)
    g_ptr_array_add (opened, g_object_ref (files[i]));
  take_request (KOMA_APPLICATION (application), koma_start_request_new (opened));
}

/* GLib exits with 1 for unknown options and the like; the exit code of koma's command line is
 * another. */
static gboolean
koma_application_local_command_line (GApplication *application,
                                     char       ***arguments,
                                     int          *exit_status)
{
  GApplicationClass *parent_class = G_APPLICATION_CLASS (koma_application_parent_class);

  if (!parent_class->local_command_line (application, arguments, exit_status))
    return FALSE;
  if (*exit_status != KOMA_EXIT_OK)
    *exit_status = KOMA_EXIT_USAGE;
  return TRUE;
}

/* ---- Life ---- */

static void
koma_application_startup (GApplication *application)
{
  static const GActionEntry actions[] = {
    { .name = "help", .activate = help_cb },
    { .name = "quit", .activate = quit_cb },
  };
  KomaApplication *self = KOMA_APPLICATION (application);

  G_APPLICATION_CLASS (koma_application_parent_class)->startup (application);

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  koma_desktop_actions_add (GTK_APPLICATION (self));
  koma_accels_set (GTK_APPLICATION (self));
  koma_help_topic_watch_windows ();
  koma_portal_settings_follow (application);
  gtk_window_set_default_icon_name ("app.koma.Koma");
  self->terminate_source = g_unix_signal_add (SIGTERM, terminate_cb, self);
}

static void
koma_application_shutdown (GApplication *application)
{
  KomaApplication *self = KOMA_APPLICATION (application);

  G_APPLICATION_CLASS (koma_application_parent_class)->shutdown (application);

  g_clear_handle_id (&self->terminate_source, g_source_remove);
  g_clear_handle_id (&self->row_source, g_source_remove);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  if (self->state != NULL)
    koma_crash_report_end_row (KOMA_CRASH_REPORT_WINDOW);
  /* The window is gone: its requests are cancelled and nothing waits for their results. */
  if (self->worker != NULL)
    koma_worker_stop (self->worker);
  g_clear_object (&self->worker);
  g_clear_object (&self->choices);
  g_clear_object (&self->preferences);
  g_clear_pointer (&self->state, koma_state_free);
}

static void
koma_application_class_init (KomaApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->activate = koma_application_activate;
  application_class->command_line = koma_application_command_line;
  application_class->local_command_line = koma_application_local_command_line;
  application_class->open = koma_application_open;
  application_class->shutdown = koma_application_shutdown;
  application_class->startup = koma_application_startup;
}

static void
koma_application_init (KomaApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
}

static KomaApplication *
new_application (void)
{
  /* Refers to the resources, so that the linker keeps them. */
  g_resources_register (koma_get_resource ());

  return g_object_new (KOMA_TYPE_APPLICATION,
                       "application-id", "app.koma.Koma",
                       "flags", G_APPLICATION_HANDLES_COMMAND_LINE | G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/app/koma/Koma",
                       NULL);
}

int
koma_application_main (int    argc,
                       char **argv)
{
  g_autoptr (KomaApplication) application = NULL;
  g_auto (GStrv) safe_start = NULL;
  int status = 0;

  koma_renderer_choose ();
  g_set_application_name (_ ("Koma"));
  koma_crash_report_open (KOMA_CRASH_REPORT_WINDOW, _ ("it ended unexpectedly; a report is in"));
  koma_stall_meter_start (g_getenv ("KOMA_STALL_LOG"));
  application = new_application ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  koma_stall_meter_stop ();
  safe_start = g_steal_pointer (&application->safe_start);
  g_clear_object (&application);
  if (safe_start == NULL)
    return status;

  koma_safe_place_restart (safe_start);
  return KOMA_EXIT_USAGE;
}
