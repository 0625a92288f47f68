/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profile-item.h"

G_DEFINE_FINAL_TYPE (KomaProfileItem, koma_profile_item, G_TYPE_OBJECT)

static void
koma_profile_item_finalize (GObject *object)
{
  koma_profile_report_unref (KOMA_PROFILE_ITEM (object)->report);

  G_OBJECT_CLASS (koma_profile_item_parent_class)->finalize (object);
}

static void
koma_profile_item_class_init (KomaProfileItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_profile_item_finalize;
}

static void
koma_profile_item_init (KomaProfileItem *self)
{
}

KomaProfileItem *
koma_profile_item_new (KomaProfileReport *report,
                       guint              index)
{
  KomaProfileItem *self = g_object_new (KOMA_TYPE_PROFILE_ITEM, NULL);

  self->report = koma_profile_report_ref (report);
  self->row = &report->rows[index];
  self->index = index;
  return self;
}
