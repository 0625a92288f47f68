# SPDX-License-Identifier: GPL-3.0-or-later
"""What a network answers, and how good that is."""
import numpy
import torch

from classes import KINDS, LABELS, TURNED
from network import to_input

BINS = 15


def logits_of(network, pictures, batch=64):
    """network(pictures) for any number of them: float32 [n, 29]."""
    with torch.no_grad():
        return numpy.concatenate([network(to_input(pictures[at:at + batch])).numpy()
                                  for at in range(0, len(pictures), batch)])


def softmax(logits):
    powers = numpy.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def both_ways(network, pictures, straight):
    """Scores averaged with those of the pictures after half a turn."""
    turned = numpy.ascontiguousarray(pictures[:, ::-1, ::-1])
    return (straight + softmax(logits_of(network, turned))[:, list(TURNED)]) / 2


def as_shown(network, pictures, straight, below):
    """Scores as the program gives them: both ways where the best one is low."""
    shown, low = straight.copy(), straight.max(1) < below
    if low.any():
        shown[low] = both_ways(network, numpy.ascontiguousarray(pictures[low]), straight[low])
    return shown


def marked(shown, sure_from, labels=None):
    """The share that is marked as not sure, and, with labels, of the others the right ones."""
    is_sure = shown.max(1) >= sure_from
    figures = {"n": len(shown), "marked": float(1 - is_sure.mean())}
    if labels is not None and is_sure.any():
        figures["right"] = float((shown.argmax(1) == labels)[is_sure].mean())
    return figures


def kind_of(classes):
    """The kind, whichever way a piece points; 0 for an empty square."""
    return numpy.where(classes > len(KINDS), classes - len(KINDS), classes)


def calibration_error(scores, is_right):
    """Expected difference of score and share of right answers, over equal bins of the score."""
    bins = numpy.minimum((scores * BINS).astype(int), BINS - 1)
    gaps = [abs(scores[bins == i].mean() - is_right[bins == i].mean()) * (bins == i).mean()
            for i in range(BINS) if (bins == i).any()]
    return float(sum(gaps))


def around(scores, is_right, low=0.7, high=0.9):
    """What answers near 0.8 are worth."""
    there = (scores >= low) & (scores < high)
    return {"n": int(there.sum()),
            "score": float(scores[there].mean()) if there.any() else None,
            "accuracy": float(is_right[there].mean()) if there.any() else None}


def confusions(labels, answers, n=12):
    """The most frequent mistakes: wanted, answered, how often."""
    wrong = labels != answers
    pairs, counts = numpy.unique(numpy.stack([labels[wrong], answers[wrong]], 1), axis=0,
                                 return_counts=True)
    order = numpy.argsort(-counts)[:n]
    return [[LABELS[pairs[i][0]], LABELS[pairs[i][1]], int(counts[i])] for i in order]


def judge(scores, labels):
    """All figures for scores [n, 29] of pictures whose classes are labels [n]."""
    answers = scores.argmax(1)
    is_right, best = answers == labels, scores.max(1)
    matrix = numpy.zeros((len(LABELS), len(LABELS)), int)
    numpy.add.at(matrix, (labels, answers), 1)
    per_class = {name: float(is_right[labels == i].mean())
                 for i, name in enumerate(LABELS) if (labels == i).any()}
    return {"accuracy": float(is_right.mean()),
            "kind_accuracy": float((kind_of(answers) == kind_of(labels)).mean()),
            "calibration_error": calibration_error(best, is_right),
            "mean_score": float(best.mean()),
            "near_0.8": around(best, is_right),
            "per_class": per_class, "confusions": confusions(labels, answers),
            "matrix": matrix.tolist()}
