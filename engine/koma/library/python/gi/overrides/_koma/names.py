# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Python calls the library's functions and their parameters, and what is left out.

Names alone, without the library: the stubs for type checkers are made with them, too.
"""

# Parameters under the names that NumPy and PyTorch have. The library's own are understood, too.
PARAMETERS = {
    "axes": "axis",
    "keep_dims": "keepdims",
    "is_self_transposed": "transpose_a",
    "is_b_transposed": "transpose_b",
    "is_inverted": "inverted",
    "is_padded": "padded",
    "is_full": "full_matrices",
    "is_exclusive": "exclusive",
    "is_reversed": "reverse",
    "n_batch_dims": "batch_dims",
    "n_rows": "rows",
    "n_columns": "columns",
    "is_trainable": "trainable",
    "is_nesterov": "nesterov",
}

# What a parameter is where it is left out: those of one function, and those of all. Beside them, a
# parameter that may be NULL is None, a boolean is False, and an enumeration is its first value.
DEFAULTS = {
    "arg_max": {"axis": -1},
    "arg_min": {"axis": -1},
    "batch_norm": {"epsilon": 1e-3},
    "bincount": {"weights": None},
    "cosine_distance": {"axis": -1},
    "crop_and_resize": {"interpolation": "bilinear", "fill_value": 0.0},
    "dropout": {"seed": 0},
    "huber_loss": {"delta": 1.0},
    "leaky_relu": {"alpha": 0.2},
    "local_response_normalization": {"depth_radius": 5, "bias": 1.0, "alpha": 1.0, "beta": 0.5},
    "log_loss": {"epsilon": 1e-7},
    "log_softmax": {"axis": -1},
    "frame": {"value": 0.0},
    "irfft": {"n": 0},
    "moving_average": {"step": 0.0},
    "multinomial": {"seed": 0},
    "new_momentum": {"momentum": 0.9},
    "new_random_normal": {"mean": 0.0, "deviation": 1.0, "seed": 0},
    "new_random_uniform": {"min": 0.0, "max": 1.0, "seed": 0},
    "new_truncated_normal": {"mean": 0.0, "deviation": 1.0, "seed": 0},
    "non_max_suppression": {"iou_threshold": 0.5, "score_threshold": float("-inf")},
    "non_max_suppression_padded": {"iou_threshold": 0.5, "score_threshold": float("-inf")},
    "non_max_suppression_with_score": {"iou_threshold": 0.5, "score_threshold": float("-inf"), "soft_nms_sigma": 0.0},
    "one_hot": {"on_value": 1, "off_value": 0},
    "pad": {"value": 0.0},
    "rfft": {"n": 0},
    "rotate_with_offset": {"center_x": 0.5, "center_y": 0.5},
    "sigmoid_cross_entropy": {"label_smoothing": 0.0},
    "softmax": {"axis": -1},
    "softmax_cross_entropy": {"label_smoothing": 0.0},
    "stft": {"fft_length": 0},
    "step": {"alpha": 0.0},
    "threshold": {"value": 0.5},
    "transform": {"fill_value": 0.0, "height": 0, "width": 0},
}
DEFAULTS_OF_ALL = {"axes": None, "axis": 0, "dtype": "float32", "options": None, "perm": None, "batch_size": 32}
REQUIRED = {("cast", "dtype"), ("expand_dims", "axis")}

# Tensors that may be left out. The library takes NULL for others, too, and returns NULL then, so that
# calls nest in C; here an error is raised before.
OPTIONAL_TENSORS = {"dy", "offset", "scale", "weights", "window"}

# Methods under another name, beside their own.
ALIASES = {
    "argmax": "arg_max",
    "argmin": "arg_min",
    "astype": "cast",
    "clip": "clip_by_value",
    "logsumexp": "log_sum_exp",
    "matmul": "mat_mul",
    "true_divide": "div",
}

# No methods of a tensor that compute: not functions of the module.
NO_OPS = {
    "dispose_data", "get_dtype", "get_rank", "get_shape", "get_size", "is_disposed", "keep", "print_",
    "read_async", "read_bytes", "read_finish", "read_floats", "read_ints", "to_string",
}

# Constructors as functions of the module.
MAKERS = {
    "hamming_window": "new_hamming_window",
    "hann_window": "new_hann_window",
    "linspace": "new_linspace",
    "random_normal": "new_random_normal",
    "random_uniform": "new_random_uniform",
    "truncated_normal": "new_truncated_normal",
}


def get_default(function, parameter, kind, is_nullable):
    """(whether there is one, the default); kind is bool, enum, tensor or another word."""
    if (function, parameter) in REQUIRED:
        return False, None
    if kind == "tensor":
        return parameter in OPTIONAL_TENSORS, None
    own = DEFAULTS.get(function, {})
    if parameter in own:
        return True, own[parameter]
    if parameter in DEFAULTS_OF_ALL:
        return True, DEFAULTS_OF_ALL[parameter]
    if kind == "bool":
        return True, False
    if kind == "enum":
        return True, 0
    return is_nullable, None


def to_class_name(name, class_names):
    """The class of Keras that a function is named after: conv2d_transpose is Conv2DTranspose."""
    plain = name.replace("_", "").lower()
    for class_name in class_names:
        if class_name.lower() == plain:
            return class_name
    return None


def to_function_name(class_name):
    """max_pooling2d of MaxPooling2D, simple_rnn of SimpleRNN, conv_lstm2d of ConvLSTM2D."""
    words = ""
    for i, letter in enumerate(class_name):
        before, after = class_name[i - 1:i], class_name[i + 1:i + 2]
        starts = letter.isupper() and (before.islower() or (before.isupper() and after.islower()))
        if before.isdigit() and letter.isupper() and after.islower():
            starts = True
        words += ("_" if starts and i > 0 else "") + letter.lower()
    return words.replace("re_lu", "relu").replace("p_relu", "prelu")
