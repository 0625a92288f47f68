/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plan.h"

G_BEGIN_DECLS

/* The memory of a plan's tensors on the device: buffers or textures, created
 * when it is compiled. Each tier has a struct of its own. */
typedef struct _KomaGlesStore KomaGlesStore;

/* All with the device's context current, and all mandatory. */
typedef struct
{
  /* Uploads the weights too. */
  KomaGlesStore *(*new) (const KomaGlesPlan *plan,
                         GError            **error);

  void (*write_inputs) (KomaGlesStore *store);

  /* Of the plan's dispatches; its program is in use. */
  void (*dispatch) (KomaGlesStore *store,
                    guint          index);

  /* Waits until all is computed. */
  gboolean (*read_outputs) (KomaGlesStore *store,
                            GError       **error);

  /* Also where the context is lost. */
  void (*free) (KomaGlesStore *store);
} KomaGlesStoreClass;

extern const KomaGlesStoreClass koma_gles_buffers;  /* the first tier's */
extern const KomaGlesStoreClass koma_gles_textures; /* the second's */

G_END_DECLS
