/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* The project file of Teachable Machine, a zip: manifest.json and samples, "CLASS-!-N.jpg". Unpacks
 * it so that @ret_folder has a folder for each class; koma_unpacked_clear () removes all of it.
 * Thread: any but main. */
gboolean koma_teach_machine_unpack (const char   *path,
                                    KomaUnpacked *ret_unpacked,
                                    char        **ret_folder,
                                    GError      **error);

G_END_DECLS
