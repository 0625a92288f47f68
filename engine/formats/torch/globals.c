/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The classes and functions that state dicts name. None of them is ever called: pickle.c knows what
 * each would make. A pickle that names another one is refused, since Python would run it. */

#include "globals.h"

#include "advice.h"
#include "engine/koma/koma-error.h"

static const KomaGlobal globals[] = {
  { "collections.OrderedDict", KOMA_GLOBAL_DICT, NULL },
  { "torch._utils._rebuild_tensor", KOMA_GLOBAL_TENSOR, NULL },
  { "torch._utils._rebuild_tensor_v2", KOMA_GLOBAL_TENSOR, NULL },
  { "torch._utils._rebuild_parameter", KOMA_GLOBAL_PARAMETER, NULL },
  { "torch.FloatStorage", KOMA_GLOBAL_STORAGE, "F32" },
  { "torch.HalfStorage", KOMA_GLOBAL_STORAGE, "F16" },
  { "torch.BFloat16Storage", KOMA_GLOBAL_STORAGE, "BF16" },
  { "torch.DoubleStorage", KOMA_GLOBAL_STORAGE, "F64" },
  { "torch.LongStorage", KOMA_GLOBAL_STORAGE, "I64" },
  { "torch.IntStorage", KOMA_GLOBAL_STORAGE, "I32" },
  { "torch.ShortStorage", KOMA_GLOBAL_STORAGE, "I16" },
  { "torch.CharStorage", KOMA_GLOBAL_STORAGE, "I8" },
  { "torch.ByteStorage", KOMA_GLOBAL_STORAGE, "U8" },
  { "torch.BoolStorage", KOMA_GLOBAL_STORAGE, "BOOL" },

  /* What checkpoints hold beside the weights. */
  { "__builtin__.complex", KOMA_GLOBAL_OPAQUE, NULL },
  { "__builtin__.set", KOMA_GLOBAL_OPAQUE, NULL },
  { "__builtin__.slice", KOMA_GLOBAL_OPAQUE, NULL },
  { "_codecs.encode", KOMA_GLOBAL_OPAQUE, NULL },
  { "argparse.Namespace", KOMA_GLOBAL_OPAQUE, NULL },
  { "builtins.complex", KOMA_GLOBAL_OPAQUE, NULL },
  { "builtins.set", KOMA_GLOBAL_OPAQUE, NULL },
  { "builtins.slice", KOMA_GLOBAL_OPAQUE, NULL },
  { "collections.Counter", KOMA_GLOBAL_OPAQUE, NULL },
  { "collections.defaultdict", KOMA_GLOBAL_OPAQUE, NULL },
  { "datetime.datetime", KOMA_GLOBAL_OPAQUE, NULL },
  { "datetime.timedelta", KOMA_GLOBAL_OPAQUE, NULL },
  { "numpy._core.multiarray._reconstruct", KOMA_GLOBAL_OPAQUE, NULL },
  { "numpy._core.multiarray.scalar", KOMA_GLOBAL_OPAQUE, NULL },
  { "numpy.core.multiarray._reconstruct", KOMA_GLOBAL_OPAQUE, NULL },
  { "numpy.core.multiarray.scalar", KOMA_GLOBAL_OPAQUE, NULL },
  { "numpy.dtype", KOMA_GLOBAL_OPAQUE, NULL },
  { "numpy.ndarray", KOMA_GLOBAL_OPAQUE, NULL },
  { "pathlib.Path", KOMA_GLOBAL_OPAQUE, NULL },
  { "pathlib.PosixPath", KOMA_GLOBAL_OPAQUE, NULL },
  { "pathlib.WindowsPath", KOMA_GLOBAL_OPAQUE, NULL },
  { "torch.Size", KOMA_GLOBAL_OPAQUE, NULL },
  { "torch.device", KOMA_GLOBAL_OPAQUE, NULL },
  { "torch.bfloat16", KOMA_GLOBAL_OPAQUE, NULL },
  { "torch.float16", KOMA_GLOBAL_OPAQUE, NULL },
  { "torch.float32", KOMA_GLOBAL_OPAQUE, NULL },
  { "torch.float64", KOMA_GLOBAL_OPAQUE, NULL },
  { "torch.int64", KOMA_GLOBAL_OPAQUE, NULL },
};

/* Where the classes of models live. */
static const char *const model_modules[] = {
  "__main__.",
  "classification.",
  "model.",
  "models.",
  "networks.",
  "nets.",
  "pytorch_lightning.",
  "timm.",
  "torch.fx.",
  "torch.nn.",
  "torchvision.",
  "transformers.",
  "ultralytics.",
};

static gboolean
is_of_model (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (model_modules); i++)
    if (g_str_has_prefix (name, model_modules[i]))
      return TRUE;
  return FALSE;
}

/**
 * koma_global_find:
 * @name: module and name, "os.system"
 *
 * Thread: any. Errors: %KOMA_ERROR_UNSUPPORTED where a state dict has no such thing.
 *
 * Returns: (nullable): its row, or %NULL
 */
const KomaGlobal *
koma_global_find (const char *name,
                  GError    **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (globals); i++)
    if (g_str_equal (globals[i].name, name))
      return &globals[i];
  if (is_of_model (name))
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "it holds objects of Python, such as “%s”, and not weights alone. %s", name,
                 KOMA_TORCH_SAVE_ADVICE);
  else
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "it would have Python load “%s”, which no weights need. Nothing was run; the file "
                 "may be harmful",
                 name);
  return NULL;
}
