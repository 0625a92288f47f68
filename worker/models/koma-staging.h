/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A model on its way into the store: <user data dir>/koma/models/.incoming/NAME/, which becomes
 * <user data dir>/koma/models/NAME/ in one step. One Koma at a time has it; what one left behind,
 * the next one goes on with. Thread: any but main. */
typedef struct _KomaStaging KomaStaging;

/* The folder of the store. */
char *koma_staging_get_store (void);

KomaStaging *koma_staging_open (const char *name, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void         koma_staging_free (KomaStaging *self); /* what is there stays */
const char  *koma_staging_get_folder (KomaStaging *self);
gboolean     koma_staging_commit (KomaStaging *self, GError **error); /* its files are whole */
gboolean     koma_staging_empty (KomaStaging *self, GError **error);
void         koma_staging_discard (KomaStaging *self); /* all of it is of no use */
/* Takes NAME out of the store, in one step, and removes it. */
gboolean koma_staging_remove_stored (const char *name, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaStaging, koma_staging_free)

G_END_DECLS
