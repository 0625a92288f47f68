/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a start of the program asks of the window. A question may put it off. */
typedef struct
{
  char      *backend; /* (nullable) */
  char      *model;   /* (nullable) a path or an address */
  GPtrArray *files;   /* (element-type GFile) */
} KomaStartRequest;

/* @files: (transfer full) (nullable) */
KomaStartRequest *koma_start_request_new (GPtrArray *files);
KomaStartRequest *koma_start_request_read (GApplicationCommandLine *command_line);
void              koma_start_request_free (KomaStartRequest *self);
/* The words of a safe start that asks all of it but the backend. */
char **koma_start_request_list_words (const GPtrArray *requests);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaStartRequest, koma_start_request_free)

G_END_DECLS
