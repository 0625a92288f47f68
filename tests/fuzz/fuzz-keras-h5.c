/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A .h5 file of Keras, and as the weights of a .keras file. */

#include "fuzz.h"

#include "engine/formats/keras/h5.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static const char config[] =
    "{\"class_name\": \"Sequential\", \"config\": {\"layers\": ["
    "{\"class_name\": \"Dense\", \"config\": {\"name\": \"dense\", \"units\": 2, "
    "\"batch_input_shape\": [null, 3]}}]}}";

  fuzz_write_file ("config.json", (const guint8 *) config, sizeof config - 1);
  fuzz_read_model_as (&koma_format_keras, "model.h5", data, size);
  fuzz_read_model_as (&koma_format_keras, KOMA_KERAS_WEIGHTS_NAME, data, size);
  return 0;
}
