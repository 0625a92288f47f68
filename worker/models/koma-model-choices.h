/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Models that are there to choose from: the one that Koma brings along, those
 * in <data dirs>/koma/models/<name>/, and those the user opened before, newest
 * first. */
#define KOMA_TYPE_MODEL_CHOICES (koma_model_choices_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelChoices, koma_model_choices, KOMA, MODEL_CHOICES, GObject)

typedef struct
{
  char    *path; /* of the file */
  char    *name;
  gboolean is_recent; /* opened by the user, not installed */
  gboolean is_gone;   /* one of these that is not there now */
} KomaModelEntry;

KomaModelChoices *koma_model_choices_new (void);
/* Path of the file of Koma's own model; (nullable) it is not there. */
const char *koma_model_choices_get_bundled (KomaModelChoices *self);
const char *koma_model_choices_get_samples (KomaModelChoices *self, const char *path);
/* (element-type KomaModelEntry), looked up anew; reads folders: thread: any but main */
GPtrArray *koma_model_choices_list (KomaModelChoices *self, gboolean has_gone);
void       koma_model_choices_list_async (KomaModelChoices   *self,
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
GPtrArray *koma_model_choices_list_finish (KomaModelChoices *self,
                                           GAsyncResult     *result,
                                           GError          **error);
/* For people, of one that is not listed; reads nothing. */
char *koma_model_choices_name_path (const char *path);
/* Remembers a model that was opened, in <user state dir>/koma/models. */
void koma_model_choices_add_recent (KomaModelChoices *self, const char *path);
void koma_model_choices_remove_recent (KomaModelChoices *self, const char *path);

G_END_DECLS
