/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-list.h"

#include "koma-camera-monitor.h"
#include "worker/koma-thread.h"

struct _KomaCameraList
{
  GObject parent_instance;

  GPtrArray *devices; /* (element-type KomaCameraDevice) */
  gboolean   is_listed;

  KomaCameraTrouble trouble;
};

static void koma_camera_list_model_init (GListModelInterface *iface);

/* clang-format off */
G_DEFINE_FINAL_TYPE_WITH_CODE (KomaCameraList, koma_camera_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      koma_camera_list_model_init))
/* clang-format on */

enum {
  PROP_IS_LISTED = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static GType
koma_camera_list_get_item_type (GListModel *model)
{
  return KOMA_TYPE_CAMERA_DEVICE;
}

static guint
koma_camera_list_get_n_items (GListModel *model)
{
  return KOMA_CAMERA_LIST (model)->devices->len;
}

static gpointer
koma_camera_list_get_item (GListModel *model,
                           guint       position)
{
  GPtrArray *devices = KOMA_CAMERA_LIST (model)->devices;

  return position < devices->len ? g_object_ref (g_ptr_array_index (devices, position)) : NULL;
}

static void
koma_camera_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = koma_camera_list_get_item_type;
  iface->get_n_items = koma_camera_list_get_n_items;
  iface->get_item = koma_camera_list_get_item;
}

static void
koma_camera_list_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  KomaCameraList *self = KOMA_CAMERA_LIST (object);

  if (id == PROP_IS_LISTED)
    g_value_set_boolean (value, self->is_listed);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
koma_camera_list_finalize (GObject *object)
{
  KomaCameraList *self = KOMA_CAMERA_LIST (object);

  g_ptr_array_unref (self->devices);
  koma_camera_trouble_clear (&self->trouble);

  G_OBJECT_CLASS (koma_camera_list_parent_class)->finalize (object);
}

static void
koma_camera_list_class_init (KomaCameraListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = koma_camera_list_get_property;
  object_class->finalize = koma_camera_list_finalize;

  /**
   * KomaCameraList:is-listed:
   *
   * Whether the system has been asked once. It becomes %TRUE soon after the
   * list is made, and stays so.
   */
  properties[PROP_IS_LISTED] =
    g_param_spec_boolean ("is-listed", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
koma_camera_list_init (KomaCameraList *self)
{
  self->devices = g_ptr_array_new_with_free_func (g_object_unref);
}

/* Two cameras that call themselves the same are told apart by a number. */
static KomaCameraDevice *
ensure_unique (KomaCameraList   *self,
               KomaCameraDevice *device)
{
  const char      *id = device->id;
  g_autofree char *other = g_strdup (id);

  if (koma_camera_list_find (self, id) == NULL)
    return g_object_ref (device);
  for (guint i = 2; koma_camera_list_find (self, other) != NULL; i++) {
    g_free (other);
    other = g_strdup_printf ("%s#%u", id, i);
  }
  return koma_camera_device_new (other, device->name,
                                 device->source,
                                 device->is_pipewire);
}

static void
added_cb (KomaCameraDevice *device,
          gpointer          user_data)
{
  KomaCameraList *self = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  g_ptr_array_add (self->devices, ensure_unique (self, device));
  g_list_model_items_changed (G_LIST_MODEL (self), self->devices->len - 1, 0, 1);
}

static void
removed_cb (GObject *source,
            gpointer user_data)
{
  KomaCameraList *self = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < self->devices->len; i++) {
    KomaCameraDevice *device = g_ptr_array_index (self->devices, i);

    if (device->source == source) {
      g_ptr_array_remove_index (self->devices, i);
      g_list_model_items_changed (G_LIST_MODEL (self), i, 1, 0);
      return;
    }
  }
}

static void
listed_cb (const KomaCameraTrouble *trouble,
           gpointer                 user_data)
{
  KomaCameraList *self = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  koma_camera_trouble_copy (&self->trouble, trouble);
  self->is_listed = TRUE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_LISTED]);
}

static const KomaCameraMonitorFuncs monitor_funcs = { added_cb, removed_cb, listed_cb };

/**
 * koma_camera_list_get_default:
 *
 * The first call begins to look for cameras, which takes up to a second;
 * returns at once. The list lives as long as the process, as the monitor
 * below it has to (see koma-camera-monitor.c).
 *
 * With KOMA_CAMERA_PIPELINE in the environment, it is one camera, of the id
 * "pipeline"; see koma_camera_start().
 *
 * Thread: main.
 *
 * Returns: (transfer none): the cameras there are
 */
KomaCameraList *
koma_camera_list_get_default (void)
{
  static KomaCameraList *list = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (list == NULL) {
    list = g_object_new (KOMA_TYPE_CAMERA_LIST, NULL);
    koma_camera_monitor_start (&monitor_funcs, list);
  }
  return list;
}

/**
 * koma_camera_list_is_listed:
 * @self: the cameras
 *
 * Returns: whether the system has been asked once
 */
gboolean
koma_camera_list_is_listed (KomaCameraList *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA_LIST (self), FALSE);

  return self->is_listed;
}

/**
 * koma_camera_list_get_trouble:
 * @self: the cameras
 *
 * Returns: (transfer none): why this program can not find any; none where it
 *   can, or does not know yet
 */
const KomaCameraTrouble *
koma_camera_list_get_trouble (KomaCameraList *self)
{
  g_return_val_if_fail (KOMA_IS_CAMERA_LIST (self), NULL);

  return &self->trouble;
}

/**
 * koma_camera_list_find:
 * @self: the cameras
 * @id: (nullable): #KomaCameraDevice.id of one
 *
 * Returns: (nullable) (transfer none): the camera of that id, if it is there
 */
KomaCameraDevice *
koma_camera_list_find (KomaCameraList *self,
                       const char     *id)
{
  g_return_val_if_fail (KOMA_IS_CAMERA_LIST (self), NULL);

  for (guint i = 0; i < self->devices->len; i++) {
    KomaCameraDevice *device = g_ptr_array_index (self->devices, i);

    if (g_strcmp0 (device->id, id) == 0)
      return device;
  }
  return NULL;
}
