/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "kinds.h"

G_BEGIN_DECLS

/* The labels of a model's classes, as its makers wrote them, and their names
 * for people. Immutable, reference counted. */
typedef struct _KomaLabels KomaLabels;

KomaLabels *koma_labels_new (char      **names,          /* (transfer full), NULL-terminated */
                             const char *source);        /* where from: "labels.txt" */
KomaLabels *koma_labels_new_from_text (const char *text, /* one a line */
                                       gsize       length,
                                       const char *source,
                                       GError    **error);
KomaLabels *koma_labels_new_from_file (const char *path,
                                       GError    **error);
KomaLabels *koma_labels_new_named (const KomaLabels *labels,
                                   char            **names, /* (transfer full) */
                                   char            **others);          /* likewise; nullable */
KomaLabels *koma_labels_ref (KomaLabels *labels);
void        koma_labels_unref (KomaLabels *labels);

guint       koma_labels_get_n (const KomaLabels *labels);
const char *koma_labels_get_source (const KomaLabels *labels);
/* @remark: (transfer full) (nullable) */
void        koma_labels_take_remark (KomaLabels *labels, char *remark);
const char *koma_labels_get_remark (const KomaLabels *labels); /* (nullable) */
/* @kinds: (transfer full) (nullable); @n_before: classes before its first line */
void koma_labels_take_kinds (KomaLabels *labels, KomaKinds *kinds, guint n_before);
void koma_labels_copy_kinds (KomaLabels *labels, const KomaLabels *from);
/* (nullable) the coarsest kind of a class, and words of all of them, one a line; see kinds.h */
const char *koma_labels_get_kind (const KomaLabels *labels, guint index);
const char *koma_labels_get_kind_words (const KomaLabels *labels, guint index);
const char *koma_labels_get (const KomaLabels *labels,
                             guint             index);
const char *koma_labels_get_name (const KomaLabels *labels,
                                  guint             index); /* the label, if there is no other */
const char *koma_labels_get_other_names (const KomaLabels *labels,
                                         guint             index); /* in all languages, to search */

gboolean koma_labels_is_equal (const KomaLabels *a, const KomaLabels *b);

/* A class that means nothing. */
gboolean    koma_labels_is_background (const KomaLabels *labels, guint index);
guint       koma_labels_count_classes (const KomaLabels *labels); /* without a background */
KomaLabels *koma_labels_with_background (KomaLabels *labels, guint n_classes);

/* Whether koma_labels_fit () takes the names, not numbers. */
gboolean koma_labels_fits (const KomaLabels *labels, guint n_classes);
/* Fits names to the model's @n_classes outputs: equal, one background class
 * first or last, or numbers, with a warning. @labels NULL: numbers. */
KomaLabels *koma_labels_fit (KomaLabels *labels, /* (nullable) */
                             guint       n_classes,
                             char      **ret_warning); /* NULL when all is well */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLabels, koma_labels_unref)

G_END_DECLS
