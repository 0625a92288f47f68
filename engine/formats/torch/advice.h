/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What can be done with what PyTorch alone opens. */
#define KOMA_TORCH_SAVE_ADVICE                                                                \
  "In Python, export the model with torch.onnx.export (model, torch.randn (1, 3, 224, 224), " \
  "\"model.onnx\"), and open that file; or save its weights alone with torch.save "           \
  "(model.state_dict (), \"weights.pth\")"
#define KOMA_TORCH_SCRIPT_ADVICE                                                         \
  "In Python, export it with torch.onnx.export (torch.jit.load (\"model.pt\").eval (), " \
  "torch.randn (1, 3, 224, 224), \"model.onnx\"), and open that file"
#define KOMA_TORCH_AGAIN_ADVICE                                                                \
  "Load and save it again in PyTorch, with torch.save (torch.load (\"old.pth\", map_location=" \
  "\"cpu\"), \"new.pth\")"
