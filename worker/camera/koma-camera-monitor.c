/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-monitor.h"

#include "koma-camera-daemon.h"
#include "koma-camera-diagnose.h"
#include "koma-camera-id.h"

#include <gst/gst.h>

#include "worker/koma-thread.h"

/* GstDeviceMonitor looks up V4L2 and PipeWire. Starting it loads plugins,
 * opens device files and talks to a daemon: up to seconds, the first time in
 * a user's life, so it has a thread. Afterwards it tells from threads of its
 * own which cameras come and go.
 *
 * It is never stopped: with PipeWire 0.3.65 a monitor that is stopped after a
 * camera has streamed damages the heap in one of ten runs. For the same
 * reason there is one, and it lives as long as the process.
 *
 * PipeWire's provider below it connects once, and keeps the cameras of a daemon that has gone. They
 * are taken out here, and when the daemon is back, one more provider is started. */
typedef struct
{
  /* Immutable once started. */
  const KomaCameraMonitorFuncs *funcs;
  gpointer                      user_data;
  GstDeviceMonitor             *monitor; /* set by the thread */

  /* Main thread only. */
  GHashTable *sources; /* (element-type GstDevice) those that have been told */
} Monitor;

static Monitor the_monitor;

/* A message of a thread to the main context. */
typedef struct
{
  Monitor   *monitor;
  GstDevice *added;   /* (nullable) */
  GstDevice *removed; /* (nullable) */

  KomaCameraTrouble trouble; /* where neither is set */
} News;

static void
news_free (gpointer data)
{
  News *news = data;

  g_clear_object (&news->added);
  g_clear_object (&news->removed);
  koma_camera_trouble_clear (&news->trouble);
  g_free (news);
}

static gboolean
is_from_pipewire (const GstStructure *props) /* (nullable) */
{
  return props != NULL && gst_structure_has_field (props, "node.name");
}

static KomaCameraDevice *
make_device (GstDevice *source)
{
  g_autofree char *name = gst_device_get_display_name (source);
  g_autoptr (GstStructure) props = gst_device_get_properties (source);
  g_autofree char *id = koma_camera_id_new (props, name);

  return koma_camera_device_new (id, name, G_OBJECT (source), is_from_pipewire (props));
}

/* A camera that is there at the start is told by the list and by messages. */
static void
tell_added (Monitor   *self,
            GstDevice *source)
{
  g_autoptr (KomaCameraDevice) device = NULL;

  if (!g_hash_table_add (self->sources, g_object_ref (source)))
    return;
  device = make_device (source);
  self->funcs->added (device, self->user_data);
}

/* Whether the environment names a pipeline in place of the system's cameras. */
static gboolean
has_pipeline (void)
{
  return g_getenv (KOMA_CAMERA_PIPELINE) != NULL;
}

static void
tell_listed (Monitor                 *self,
             const KomaCameraTrouble *trouble)
{
  if (has_pipeline () && trouble->state == KOMA_CAMERA_OFF) {
    g_autoptr (KomaCameraDevice) device =
      koma_camera_device_new (KOMA_CAMERA_PIPELINE_ID, KOMA_CAMERA_PIPELINE, NULL, FALSE);

    self->funcs->added (device, self->user_data);
  }
  self->funcs->listed (trouble, self->user_data);
}

static gboolean
tell_cb (gpointer data)
{
  News    *news = data;
  Monitor *self = news->monitor;

  KOMA_ASSERT_MAIN_THREAD ();

  if (news->added != NULL)
    tell_added (self, news->added);
  else if (news->removed == NULL)
    tell_listed (self, &news->trouble);
  else if (g_hash_table_remove (self->sources, news->removed))
    self->funcs->removed (G_OBJECT (news->removed), self->user_data);
  return G_SOURCE_REMOVE;
}

/* At the default priority, so that they are told in their order. */
static void
tell (Monitor   *self,
      GstDevice *added,
      GstDevice *removed,
      News      *news)
{
  news->monitor = self;
  g_set_object (&news->added, added);
  g_set_object (&news->removed, removed);
  g_idle_add_full (G_PRIORITY_DEFAULT, tell_cb, news, news_free);
}

/* The handler of a bus frees what it drops. */
static GstBusSyncReply
drop (GstMessage *message)
{
  gst_message_unref (message);
  return GST_BUS_DROP;
}

static GstBusSyncReply
message_cb (GstBus     *bus,
            GstMessage *message,
            gpointer    user_data)
{
  g_autoptr (GstDevice) device = NULL;

  switch (GST_MESSAGE_TYPE (message)) {
  case GST_MESSAGE_DEVICE_ADDED:
    gst_message_parse_device_added (message, &device);
    tell (user_data, device, NULL, g_new0 (News, 1));
    break;
  case GST_MESSAGE_DEVICE_REMOVED:
    gst_message_parse_device_removed (message, &device);
    tell (user_data, NULL, device, g_new0 (News, 1));
    break;
  default:
    break;
  }
  return drop (message);
}

static void
look_up (Monitor           *self,
         KomaCameraTrouble *ret_trouble)
{
  g_autoptr (GstBus) bus = NULL;
  GList *devices = NULL;

  self->monitor = gst_device_monitor_new ();
  if (gst_device_monitor_add_filter (self->monitor, "Video/Source", NULL) == 0) {
    koma_camera_diagnose_missing (ret_trouble, "pipewiresrc");
    return;
  }
  bus = gst_device_monitor_get_bus (self->monitor);
  gst_bus_set_sync_handler (bus, message_cb, self, NULL);
  if (!gst_device_monitor_start (self->monitor)) {
    koma_camera_trouble_set (ret_trouble, KOMA_CAMERA_FAILED, "GStreamer can not look for cameras");
    return;
  }

  devices = gst_device_monitor_get_devices (self->monitor);
  for (GList *l = devices; l != NULL; l = l->next)
    tell (self, l->data, NULL, g_new0 (News, 1));
  g_list_free_full (devices, g_object_unref);
}

/* ---- A daemon that comes and goes ---- */

/* Returns: (transfer full) (nullable): another than the factory's own, which there is once */
static GstDeviceProvider *
create_provider (int fd)
{
  g_autoptr (GstDeviceProviderFactory) factory =
    gst_device_provider_factory_find ("pipewiredeviceprovider");
  g_autoptr (GstDeviceProvider) own =
    factory != NULL ? gst_device_provider_factory_get (factory) : NULL;

  return own != NULL ? g_object_new (G_OBJECT_TYPE (own), "fd", fd, NULL) : NULL;
}

static GstBusSyncReply
provider_message_cb (GstBus     *bus,
                     GstMessage *message,
                     gpointer    user_data)
{
  g_autoptr (GstDevice) device = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_DEVICE_ADDED)
    gst_message_parse_device_added (message, &device);
  /* A microphone is none of ours; the removal of one is not known, and passed over. */
  if (device != NULL && !gst_device_has_classes (device, "Video/Source"))
    return drop (message);
  return message_cb (bus, message, user_data);
}

static gpointer
provider_main (gpointer data)
{
  GstDeviceProvider *provider = create_provider (GPOINTER_TO_INT (data)); /* lives for good */
  g_autoptr (GstBus) bus = NULL;
  GList *devices = NULL;

  if (provider == NULL)
    return NULL;
  bus = gst_device_provider_get_bus (provider);
  gst_bus_set_sync_handler (bus, provider_message_cb, &the_monitor, NULL);
  if (!gst_device_provider_start (provider))
    return NULL;
  devices = gst_device_provider_get_devices (provider);
  for (GList *l = devices; l != NULL; l = l->next) {
    if (gst_device_has_classes (l->data, "Video/Source"))
      tell (&the_monitor, l->data, NULL, g_new0 (News, 1));
  }
  g_list_free_full (devices, g_object_unref);
  return NULL;
}

static void
daemon_came_cb (int      fd,
                gpointer user_data)
{
  g_thread_unref (g_thread_new ("koma-cameras", provider_main, GINT_TO_POINTER (fd)));
}

static void
daemon_gone_cb (gpointer user_data)
{
  Monitor *self = user_data;
  g_autoptr (GList) sources = g_hash_table_get_keys (self->sources);

  for (GList *l = sources; l != NULL; l = l->next) {
    g_autoptr (GstDevice) source = g_object_ref (l->data);
    g_autoptr (GstStructure) props = gst_device_get_properties (source);

    if (!is_from_pipewire (props))
      continue;
    g_hash_table_remove (self->sources, source);
    self->funcs->removed (G_OBJECT (source), self->user_data);
  }
}

static const KomaCameraDaemonFuncs daemon_funcs = { daemon_came_cb, daemon_gone_cb };

/* ---- Starting ---- */

static gpointer
monitor_main (gpointer data)
{
  Monitor *self = data;
  News    *listed = g_new0 (News, 1);
  g_autoptr (GError) error = NULL;

  if (!gst_init_check (NULL, NULL, &error))
    koma_camera_trouble_set (&listed->trouble, KOMA_CAMERA_FAILED, error->message);
  else if (!has_pipeline ())
    look_up (self, &listed->trouble);
  tell (self, NULL, NULL, listed);
  return NULL;
}

/*< private >
 * koma_camera_monitor_start:
 * @funcs: (scope forever): told of cameras
 * @user_data: for @funcs
 *
 * Begins to look for cameras, and follows those plugged in and out. Returns
 * at once.
 *
 * Thread: main, once in a process.
 */
void
koma_camera_monitor_start (const KomaCameraMonitorFuncs *funcs,
                           gpointer                      user_data)
{
  Monitor *self = &the_monitor;

  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (self->funcs == NULL);

  self->funcs = funcs;
  self->user_data = user_data;
  self->sources = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  if (!has_pipeline ())
    koma_camera_daemon_watch (&daemon_funcs, self);
  g_thread_unref (g_thread_new ("koma-cameras", monitor_main, self));
}
