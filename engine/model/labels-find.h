/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "labels.h"

G_BEGIN_DECLS

/* The labels of a model, from the first place that has them; NULL if none
 * has. Labels that cannot be read are skipped with a warning in @warnings
 * (element-type utf8). */
KomaLabels *koma_labels_find (const char         *path, /* of the model file */
                              const KomaRawModel *raw,
                              GPtrArray          *warnings);

/* For a model without them: the names in class_names.txt beside it, or in the
 * only *.txt, if they are as many as its classes; else NULL. */
KomaLabels *koma_labels_find_lone (const char *path, /* of the model file */
                                   guint       n_classes);

/* The parts, for tests and for koma.json. */
KomaLabels *koma_labels_new_from_constant (const KomaArray *tensor,
                                           const char      *source,
                                           GError         **error);
KomaLabels *koma_labels_new_from_json (const char *text,
                                       gsize       length,
                                       const char *source,
                                       GError    **error);

G_END_DECLS
