/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pickle.h"

G_BEGIN_DECLS

/* (nullable) Where the weights are in what a file holds: a dict from texts to tensors. */
const KomaPickleValue *koma_state_dict_find (const KomaPickleValue *root, GError **error);
/* (transfer full) The names of its tensors, at the indices of their keys: char *, of which NULL is
 * none. Prefixes that wrappers of a model add have fallen off. */
GPtrArray *koma_state_dict_name (const KomaPickleValue *dict);

G_END_DECLS
