/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "koma-file-names.h"
#include "worker/camera/koma-camera-frame.h"
#include "worker/camera/koma-camera-region.h"
#include "worker/queue/koma-request.h"
#include "worker/queue/koma-result.h"
#include "worker/take/koma-correction.h"
#include "worker/take/koma-rating.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_ITEM_WAITING,
  KOMA_ITEM_DONE,
  KOMA_ITEM_FAILED,
  KOMA_ITEM_STOPPED, /* the user cancelled it */
} KomaItemState;

/* What a collection that keeps answers is still to be asked for of a picture. */
typedef enum {
  KOMA_ASK_ANY,
  KOMA_ASK_RESULT, /* not why there was none */
  KOMA_ASK_NOTHING,
} KomaItemAsk;

/* One picture of the list, with its result or error. */
#define KOMA_TYPE_RESULT_ITEM (koma_result_item_get_type ())
G_DECLARE_FINAL_TYPE (KomaResultItem, koma_result_item, KOMA, RESULT_ITEM, GObject)

KomaResultItem *koma_result_item_new_for_file (GFile *file);
KomaResultItem *koma_result_item_new_for_path (const char *path);  /* of a local file */
KomaResultItem *koma_result_item_new_for_bytes (GBytes     *bytes, /* an encoded picture */
                                                const char *name);
KomaResultItem *koma_result_item_new_for_cell (KomaGridPicture *grid,
                                               guint            index); /* row by row */

/* Keeps the part of the frame that the model sees. */
KomaResultItem *koma_result_item_new_for_frame (KomaCameraFrame        *frame,
                                                const KomaCameraRegion *region,
                                                const char             *name);

KomaItemState koma_result_item_get_state (KomaResultItem *self);
GFile        *koma_result_item_get_file (KomaResultItem *self); /* (nullable) kept from then on */
GFile        *koma_result_item_dup_file (KomaResultItem *self); /* (nullable) any thread */
gboolean      koma_result_item_has_file (KomaResultItem *self);
const char   *koma_result_item_get_path (KomaResultItem *self);      /* (nullable) whole, local */
KomaResult   *koma_result_item_get_result (KomaResultItem *self);    /* (nullable) */
GBytes       *koma_result_item_get_thumbnail (KomaResultItem *self); /* (nullable) a JPEG */
/* (nullable) The same, or what stands for one that is still to be made of the file: no bytes. */
GBytes       *koma_result_item_ensure_thumbnail (KomaResultItem *self);
const GError *koma_result_item_get_error (KomaResultItem *self); /* (nullable) */
/* Its list tells it from others by @names. */
void           koma_result_item_set_names (KomaResultItem *self, KomaFileNames *names);
KomaFileNames *koma_result_item_get_names (KomaResultItem *self); /* (nullable) */
char          *koma_result_item_dup_name (KomaResultItem *self);
char          *koma_result_item_describe (KomaResultItem *self, guint n_results); /* at most */
char          *koma_result_item_speak (KomaResultItem *self, guint n_results);    /* at most */

/* The list that sorts it is told of each change of its state or result. A signal handler for each
 * of many thousand items would take more memory. */
typedef void (*KomaResultItemWatch) (KomaResultItem *item, gpointer user_data);

void koma_result_item_set_watch (KomaResultItem     *self,
                                 KomaResultItemWatch watch, /* (nullable) */
                                 gpointer            user_data);

/* Whether it was taken out of its list; other holders of the item skip it then. */
gboolean koma_result_item_is_removed (KomaResultItem *self);
void     koma_result_item_set_removed (KomaResultItem *self, gboolean is_removed);

KomaRequest *koma_result_item_create_request (KomaResultItem *self, const KomaRequest *how);
guint64      koma_result_item_get_key (KomaResultItem *self); /* 0: no request */
void         koma_result_item_set_key (KomaResultItem *self, guint64 key);

/* Of the request that is to come; any, once it waits anew. */
KomaItemAsk koma_result_item_get_ask (KomaResultItem *self);
void        koma_result_item_set_ask (KomaResultItem *self, KomaItemAsk ask);

void koma_result_item_set_waiting (KomaResultItem *self);
void koma_result_item_set_stopped (KomaResultItem *self);
void koma_result_item_take_result (KomaResultItem *self, KomaResult *result);
void koma_result_item_take_error (KomaResultItem *self, GError *error);

/* One result is remembered when another model is asked. */
void        koma_result_item_keep_earlier (KomaResultItem *self);
KomaResult *koma_result_item_get_earlier (KomaResultItem *self);  /* (nullable) */
void        koma_result_item_show_earlier (KomaResultItem *self); /* in place of the result */
gboolean    koma_result_item_is_earlier (KomaResultItem *self);   /* the result that is shown */

/* What a person says goes before what a model answers, and outlives the answer. The feed tells
 * others of it: see koma_result_feed_correct(). */
KomaCorrection *koma_result_item_get_correction (KomaResultItem *self); /* (nullable) */
void            koma_result_item_set_correction (KomaResultItem *self, KomaCorrection *correction);

/* Likewise; see koma-rating.h and koma_result_feed_rate(). (nullable) (transfer none) */
KomaRating *koma_result_item_get_rating (KomaResultItem *self);
int         koma_result_item_get_stars (KomaResultItem *self);
void        koma_result_item_set_rating (KomaResultItem *self, KomaRating *rating);

/* The classes of one model are called otherwise. */
void koma_result_item_name (KomaResultItem *self, const KomaModelInfo *info);

G_END_DECLS
