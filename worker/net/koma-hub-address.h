/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The scheme of models of Hugging Face: "hf:google/vit-base-patch16-224@main". */
#define KOMA_ADDRESS_HUB "hf:"
/* The hub's own address, and what names another one of the same layout, such as a mirror. */
#define KOMA_HUB_HOST         "huggingface.co"
#define KOMA_HUB_ENDPOINT     "https://" KOMA_HUB_HOST
#define KOMA_HUB_ENDPOINT_ENV "HF_ENDPOINT"

/* Addresses of models of a hub. Nothing here asks the network. Thread: any. */
gboolean koma_hub_address_is (const char *text);
/* "hf:OWNER/NAME", or "hf:OWNER/NAME@REVISION" where that is not "main". */
char *koma_hub_address_normalise (const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* (nullable) What the path of a page of the hub means: "/OWNER/NAME", "/OWNER/NAME/tree/v1". */
char *koma_hub_address_from_page (const char *path) G_GNUC_WARN_UNUSED_RESULT;
/* The rest is of an address that was normalised. (transfer none) "OWNER/NAME", for people */
const char *koma_hub_address_get_model (const char *address);
char       *koma_hub_address_get_page (const char *address); /* of the model, for people */
/* Of a file of the model: "https://huggingface.co/OWNER/NAME/resolve/main/config.json". */
char *koma_hub_address_get_file (const char *address, const char *name) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
