/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "koma-cli-shard.h"
#include "worker/koma-file-id.h"

G_BEGIN_DECLS

/* The pictures that arguments mean, one after the other: files, what folders
 * hold, and for "-" what each line of standard input names. Looked for only
 * as fast as they are taken, but for the names within one folder.
 * Thread: main. */
typedef struct _KomaCliSource KomaCliSource;

/* There may be more now, or an end. */
typedef void (*KomaCliSourceReady) (gpointer user_data);

KomaCliSource *koma_cli_source_new (char             **arguments, /* NULL-terminated; copied */
                                    gboolean           is_null,   /* NUL ends a path, not a line */
                                    KomaCliSourceReady ready,
                                    gpointer           user_data);
void           koma_cli_source_set_shard (KomaCliSource *self, const KomaCliShard *shard);
void           koma_cli_source_stop (KomaCliSource *self); /* there is nothing more */
void           koma_cli_source_free (KomaCliSource *self);
/* The next path, spelt as the user would; NULL: none now. */
char *koma_cli_source_take (KomaCliSource *self);
/* The same, and which file it was when it was found; zeros: nobody has asked yet. */
char *koma_cli_source_take_file (KomaCliSource *self, KomaFileId *ret_id);
/* The next ones, which stay; waits for them. */
GPtrArray *koma_cli_source_look_ahead (KomaCliSource *self, guint n);
gboolean   koma_cli_source_is_done (const KomaCliSource *self);
guint      koma_cli_source_get_n_found (const KomaCliSource *self);
guint      koma_cli_source_get_n_failed (const KomaCliSource *self); /* folders, lists */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCliSource, koma_cli_source_free)

G_END_DECLS
