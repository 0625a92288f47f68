#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of Koma in Python beside NumPy's: sums of products, draws, pictures, decompositions, signals."""
import random

from gi.repository import Koma
from numpy_beside import assert_same, make_array, np, raises, run_tests

EQUATIONS = ("ij,jk->ik", "ij,kj", "bij,bjk->bik", "abc,cd,bd->ad", "i,ij,j->", "bqhd,bkhd->bhqk", "ijk->kj",
             "ij,jk->i")


def make_finite(shape):
    """Sums in another order are other ones of infinities, and NumPy has an order of NaN of its own."""
    return np.nan_to_num(make_array(shape, "float32"), nan=1, posinf=2, neginf=-2)


def test_einsum():
    for equation in EQUATIONS:
        equation = equation if "->" in equation else equation + "->ik"
        sizes = {letter: random.randint(1, 4) for letter in "abcdhijkq"}
        terms = equation.split("->")[0].split(",")
        arrays = [make_finite([sizes[letter] for letter in term]) for term in terms]
        wanted = np.einsum(equation, *arrays).astype("float32")
        assert_same(Koma.einsum(equation, arrays), wanted, equation)
    raises(ValueError, lambda: Koma.einsum("ij->k", [[[1]]]), "“k”")


def test_selections():
    a = make_finite((3, 4))
    x = Koma.tensor(a)
    assert_same(Koma.where_indices(x > 0), np.argwhere(a > 0).astype("int32"), "where_indices")
    assert_same(x.boolean_mask(x > 0), a[a > 0], "boolean_mask")
    assert_same(x.boolean_mask([True, False, True, True], axis=1), a[:, [0, 2, 3]], "boolean_mask")
    wanted = a[[0, 1, 2], [1, 0, 3]][:, None]
    assert_same(x.gather_batches([[1], [0], [3]], axis=1, batch_dims=1), wanted, "gather_batches")
    rising = np.sort(a.ravel())
    for side in ("left", "right"):
        wanted = np.searchsorted(rising, a.ravel(), side).astype("int32")
        assert_same(Koma.search_sorted(rising, a.ravel(), side=side), wanted, side)
    values, indices = Koma.setdiff1d([3, 1, 2, 1], [1])
    assert values.tolist() == [3, 2] and indices.tolist() == [0, 2]
    b = make_array((4,), "int32")
    for name in ("and", "or", "xor"):
        wanted = getattr(np, f"bitwise_{name}")(b, b[:, None] + 3)
        assert_same(getattr(Koma.tensor(b), f"bitwise_{name}")(b[:, None] + 3), wanted, name)
    for indexing in ("xy", "ij"):
        both = np.meshgrid(np.int32([1, 2, 3]), np.float32([4.5, 5]), indexing=indexing)
        for found, wanted in zip(Koma.meshgrid([1, 2, 3], [4.5, 5], indexing=indexing), both):
            assert_same(found, wanted, indexing)


def test_draws():
    x = Koma.ones(100)
    assert x.dropout(0.5, seed=3).tolist() == x.dropout(0.5, seed=3).tolist() != x.dropout(0.5, seed=4).tolist()
    assert set(x.dropout(0.5).tolist()) == {0, 2}
    assert Koma.ones(3, 2).dropout(0.5, noise_shape=(1, 2)).shape == (3, 2)
    assert Koma.multinomial([0.0, float("-inf")], 4).tolist() == [0] * 4
    assert Koma.moving_average([0.0], [4.0], 0.5, step=1).tolist() == [4]
    assert x.ensure_shape([-1]).shape == (100,)


def test_pictures():
    picture = make_finite((1, 5, 5, 3))
    x = Koma.tensor(picture)
    assert_same(x.flip_left_right(), picture[:, :, ::-1], "flip_left_right")
    assert_same(x.rotate_with_offset(0), picture, "rotate_with_offset")
    assert_same(x.rotate_with_offset(7, fill=[1], center_x=9).min(), np.float32(1), "outside")
    assert_same(x.transform([[1, 0, 1, 0, 1, 0, 0, 0]], fill_mode="nearest")[:, :, :4], picture[:, :, 1:], "transform")
    part = x.crop_and_resize([[0.5, 0, 1, 0.5]], [0], 3, 3)
    assert_same(part, picture[:, 2:, :3], "crop_and_resize")
    assert_same(Koma.threshold(np.float32([[[127], [128]]])), np.int32([[[0], [255]]]), "threshold")
    boxes, scores = [[0, 0, 1, 1], [0, 0, 1, 0.9], [2, 2, 3, 3]], [0.5, 0.6, 0.7]
    assert Koma.non_max_suppression(boxes, scores, 3).tolist() == [2, 1]
    indices, n_valid = Koma.non_max_suppression_padded(boxes, scores, 3, padded=True)
    assert indices.tolist() == [2, 1, 0] and n_valid.tolist() == 2
    indices, scores = Koma.non_max_suppression_with_score(boxes, scores, 3, soft_nms_sigma=0.5, iou_threshold=1)
    wanted = np.float32([0.7, 0.6, 0.5 * np.exp(-0.9 ** 2)])
    assert indices.tolist() == [2, 1, 0]
    assert_same(scores, wanted, "non_max_suppression_with_score")


def test_decompositions():
    for shape in ((4, 4), (5, 3), (2, 4), (2, 3, 3), (20, 20)):
        a = np.random.default_rng(sum(shape)).normal(size=shape).astype("float32")
        q, r = Koma.qr(a)
        np.testing.assert_allclose(q.mat_mul(r).numpy(), a, atol=1e-5)
        wanted = [np.linalg.qr(one)[1] for one in a.reshape((-1, *shape[-2:]))]
        np.testing.assert_allclose(abs(r.numpy()), abs(np.stack(wanted)).reshape(r.shape), atol=2e-5)
        squares = q.mat_mul(q, transpose_a=True).numpy()
        np.testing.assert_allclose(squares - np.eye(q.shape[-1]), 0 * squares, atol=2e-6)
        full, _ = Koma.qr(a, full_matrices=True)
        assert full.shape == (*shape[:-1], shape[-2])
    for shape in ((4, 4), (2, 3, 3), (30, 30)):
        generator = np.random.default_rng(shape[-1])
        a, b = (generator.normal(size=one).astype("float32") for one in (shape, (*shape[:-1], 2)))
        wanted = np.linalg.solve(a.astype("float64"), b)
        np.testing.assert_allclose(Koma.solve(a, b).numpy(), wanted, atol=2e-3 * abs(wanted).max())
    zero, _ = Koma.qr(Koma.zeros(2, 2))
    assert zero.tolist() == [[1, 0], [0, 1]]


def test_singular_values():
    rank_one = np.outer([1, 2, 3, 4], [2, -1, 1])
    drawn = [np.random.default_rng(sum(shape)).normal(size=shape)
             for shape in ((4, 4), (6, 3), (3, 7), (1, 1), (2, 3, 5, 4), (40, 40))]
    for a in (*drawn, rank_one, rank_one.T, np.zeros((3, 2)), np.diag([1e-6, 1, 1e6]), np.eye(5)):
        a = a.astype("float32")
        wanted = np.linalg.svd(a.astype("float64"), compute_uv=False)
        limit = 4e-6 * max(wanted.max(), 1e-30)
        np.testing.assert_allclose(Koma.norm(a, 2, axis=(-2, -1)).numpy(), wanted[..., 0], atol=limit)
        np.testing.assert_allclose(Koma.singular_values(a).numpy(), wanted, atol=limit)
        for is_full in (False, True):
            s, u, v = (one.numpy() for one in Koma.svd(a, full_matrices=is_full))
            n = s.shape[-1]
            np.testing.assert_allclose(s, wanted, atol=limit)
            assert u.shape == (*a.shape[:-1], a.shape[-2] if is_full else n)
            assert v.shape == (*a.shape[:-2], a.shape[-1], a.shape[-1] if is_full else n)
            product = (u[..., :n] * s[..., None, :]) @ v[..., :n].swapaxes(-1, -2)
            np.testing.assert_allclose(product, a, atol=3 * limit)
            for one in (u, v):
                squares = one.swapaxes(-1, -2) @ one
                np.testing.assert_allclose(squares - np.eye(one.shape[-1]), 0 * squares, atol=2e-6)
    raises(Koma.ArgumentError, lambda: Koma.svd([[1, float("nan")]]), "a NaN or an infinity")


def test_fourier():
    for shape in ((1,), (2,), (7,), (64,), (97,), (2, 3, 100), (3, 509), (4096,), (2, 1000), (1018,), (131 * 64,)):
        generator = np.random.default_rng(shape[-1])
        x, y = (generator.normal(size=shape).astype("float32") for _ in range(2))
        z = Koma.complex(x, y)
        assert z.dtype == "complex64" and z.shape == shape
        assert np.array_equal(z.numpy(), x + 1j * y) and z.numpy().dtype == "complex64"
        for found, wanted in ((Koma.fft(z), np.fft.fft(x + 1j * y)), (z.ifft(), np.fft.ifft(x + 1j * y)),
                              (Koma.fft(x), np.fft.fft(x)), (Koma.rfft(x), np.fft.rfft(x)),
                              (Koma.rfft(x, n=12), np.fft.rfft(x, 12))):
            np.testing.assert_allclose(found.numpy(), wanted, atol=2e-6 * max(1, abs(wanted).max()))
        back = Koma.rfft(x).irfft(shape[-1])
        np.testing.assert_allclose(back.numpy(), x, atol=4e-6)
    z = Koma.complex([1, 3], [-2, 4])
    assert z.tolist() == [1 - 2j, 3 + 4j] and z.real().tolist() == [1, 3] and z.imag().tolist() == [-2, 4]
    assert abs(z)[1].item() == 5 and z.clone().tolist() == z.tolist()
    assert Koma.complex(1, 2).item() == 1 + 2j
    assert str(z) == "Tensor\n    [1 + -2j, 3 + 4j]"
    raises(Koma.Error, lambda: z + z, "complex64 is taken by real, imag, abs")
    raises(Koma.Error, lambda: Koma.ones(2, dtype="complex64"), "Koma.complex ()")


def test_signals():
    x = np.arange(10, dtype="float32")
    assert Koma.frame(x, 4, 3).tolist() == [x[i:i + 4].tolist() for i in (0, 3, 6)]
    padded = Koma.frame(x.reshape(2, 5), 2, 2, True, -1)
    assert padded.tolist() == [[[0, 1], [2, 3], [4, -1]], [[5, 6], [7, 8], [9, -1]]]
    assert Koma.frame([1, 2], 3, 1).shape == (0, 3)
    even = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(8) / 8)
    assert_same(Koma.hann_window(8), even.astype("float32"), "hann_window")
    assert_same(Koma.hamming_window(9), np.hamming(9).astype("float32"), "hamming_window")
    frames = np.stack([x[i:i + 8] for i in (0, 2)])
    for window, weights in ((None, even), (np.ones(8, "float32"), 1)):
        wanted = np.fft.rfft(frames * weights)
        np.testing.assert_allclose(Koma.stft(x, 8, 2, window=window).numpy(), wanted, atol=1e-5)
    # The power of a spectrum is n times that of the signal: so is its gradient.
    weights = np.float32([1, 2, 2, 2, 2])
    power = Koma.grad(lambda y: (abs(y.rfft(9)).square() * weights).sum())
    np.testing.assert_allclose(power(x[:9]).numpy(), 2 * 9 * x[:9], rtol=1e-5, atol=1e-3)


run_tests(globals())
