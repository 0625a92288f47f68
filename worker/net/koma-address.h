/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The scheme of the models of data/catalogue.json: "catalogue:everyday-1000". */
#define KOMA_ADDRESS_CATALOGUE "catalogue:"

/* Addresses of models. Nothing here asks the network. Thread: any. */
gboolean koma_address_is (const char *text); /* and no path of this computer */
/* The path that "file:" or a path itself means. */
char *koma_address_get_path (const char *text) G_GNUC_WARN_UNUSED_RESULT;
/* What the user wrote, as the address that is asked. */
char *koma_address_normalise (const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The address of a file beside another, as TensorFlow.js finds shards. */
char *koma_address_get_beside (const char *address, const char *path) G_GNUC_WARN_UNUSED_RESULT;
/* Where a redirect leads. */
char *koma_address_follow (const char *address, const char *location, GError **error)
  G_GNUC_WARN_UNUSED_RESULT;
/* The last part of its path, as the name of a file here. */
char *koma_address_make_file_name (const char *address) G_GNUC_WARN_UNUSED_RESULT;
/* A name of its model, for people: "OWNER/NAME" of a hub's. */
char *koma_address_make_name (const char *address) G_GNUC_WARN_UNUSED_RESULT;
/* A name of a folder for its model, which no other address has. */
char *koma_address_make_folder_name (const char *address) G_GNUC_WARN_UNUSED_RESULT;
/* Whether the same server answers: by its scheme, host and port. */
gboolean koma_address_is_same_server (const char *a, const char *b);

G_END_DECLS
