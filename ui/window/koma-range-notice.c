/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-range-notice.h"

#include <glib/gi18n-lib.h>

#include "koma-notice.h"
#include "worker/koma-thread.h"

struct _KomaRangeNotice
{
  AdwBin parent_instance;

  KomaNotice *notice; /* (borrowed) */
  gboolean    is_shown;

  /* Owned. */
  KomaModelControl *control;
  char             *closed; /* (nullable) hash of the model that it was closed for */
};

G_DEFINE_FINAL_TYPE (KomaRangeNotice, koma_range_notice, ADW_TYPE_BIN)

static void
koma_range_notice_dispose (GObject *object)
{
  KomaRangeNotice *self = KOMA_RANGE_NOTICE (object);

  g_clear_object (&self->control);
  g_clear_pointer (&self->closed, g_free);

  G_OBJECT_CLASS (koma_range_notice_parent_class)->dispose (object);
}

static void
koma_range_notice_class_init (KomaRangeNoticeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_range_notice_dispose;
}

/* The answers are right as they are. */
static void
closed_cb (KomaRangeNotice *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);

  self->is_shown = FALSE;
  g_free (self->closed);
  self->closed = info != NULL ? g_strdup (info->hash) : NULL;
  koma_model_control_accept_range (self->control);
}

static void
koma_range_notice_init (KomaRangeNotice *self)
{
  self->notice = g_object_new (KOMA_TYPE_NOTICE, NULL);
  g_signal_connect_object (self->notice, "closed", G_CALLBACK (closed_cb), self,
                           G_CONNECT_SWAPPED);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->notice));
}

void
koma_range_notice_set_control (KomaRangeNotice  *self,
                               KomaModelControl *control)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->control, control);
}

gboolean
koma_range_notice_is_needed (KomaRangeNotice *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);

  KOMA_ASSERT_MAIN_THREAD ();

  return info != NULL && info->values.sources[KOMA_PART_RANGE] == KOMA_SOURCE_GUESS &&
         g_strcmp0 (info->hash, self->closed) != 0;
}

/**
 * koma_range_notice_update:
 * @state: what is known of the answers of the model in use
 *
 * While answers are awaited it stays as it is, unless the range is no guess any more.
 */
void
koma_range_notice_update (KomaRangeNotice *self,
                          KomaAnswersState state)
{
  const gboolean is_wanted = koma_range_notice_is_needed (self) &&
                             (state == KOMA_ANSWERS_DOUBTFUL ||
                              (state == KOMA_ANSWERS_AWAITED && self->is_shown));

  KOMA_ASSERT_MAIN_THREAD ();

  if (is_wanted == self->is_shown)
    return;
  self->is_shown = is_wanted;
  if (is_wanted)
    koma_notice_show (self->notice, _ ("Answers look wrong?"), _ ("Adjust…"), "win.model-expects");
  else
    koma_notice_hide (self->notice);
}

void
koma_range_notice_set_narrow (KomaRangeNotice *self,
                              gboolean         is_narrow)
{
  koma_notice_set_narrow (self->notice, is_narrow);
}
