# SPDX-License-Identifier: GPL-3.0-or-later
"""The two towers, with the names that open_clip has for their weights: CLIP with a ResNet."""
import collections
import math

import torch
from torch import nn
from torch.nn import functional

SIZE = 64
# open_clip's settings. A ResNet learns drawings from far fewer pictures than a vision transformer.
PICTURE = {"image_size": SIZE, "layers": [2, 3, 3, 2], "width": 16, "head_width": 64, "patch_size": None}
TEXT = {"width": 128, "heads": 4, "layers": 2}
WIDTH = 96  # of the vectors that are compared
MEAN, STD = (0.5, 0.5, 0.5), (0.25, 0.25, 0.25)
EXPANSION = 4  # of a block's last convolution


def to_input(pictures):
    """uint8 [n, h, w, 3] → float32 [n, 3, h, w], of which the channels lie together."""
    pictures = torch.as_tensor(pictures).permute(0, 3, 1, 2).float() / 255
    return (pictures - torch.tensor(MEAN)[:, None, None]) / torch.tensor(STD)[:, None, None]


class Pointwise(nn.Conv2d):
    """A convolution of 1×1 as a product of matrices, whose gradients PyTorch computes several times as fast."""

    def __init__(self, n_in, n_out):
        super().__init__(n_in, n_out, 1, bias=False)

    def forward(self, x):
        return functional.linear(x.permute(0, 2, 3, 1), self.weight.flatten(1)).permute(0, 3, 1, 2)


def conv(n_in, n_out, side, stride=1):
    return nn.Conv2d(n_in, n_out, side, stride, side // 2, bias=False)


class Bottleneck(nn.Module):
    """Means of the pixels halve a picture, and no stride."""

    def __init__(self, n_in, n, stride):
        super().__init__()
        n_out = n * EXPANSION
        self.conv1, self.bn1 = Pointwise(n_in, n), nn.BatchNorm2d(n)
        self.conv2, self.bn2 = conv(n, n, 3), nn.BatchNorm2d(n)
        self.conv3, self.bn3 = Pointwise(n, n_out), nn.BatchNorm2d(n_out)
        self.avgpool = nn.AvgPool2d(stride) if stride > 1 else nn.Identity()
        self.downsample = None
        if stride > 1 or n_in != n_out:
            parts = {"-1": self.avgpool, "0": Pointwise(n_in, n_out), "1": nn.BatchNorm2d(n_out)}
            self.downsample = nn.Sequential(collections.OrderedDict(parts))

    def forward(self, x):
        y = functional.relu(self.bn1(self.conv1(x)))
        y = functional.relu(self.bn2(self.conv2(y)))
        y = self.bn3(self.conv3(self.avgpool(y)))
        return functional.relu(y + (x if self.downsample is None else self.downsample(x)))


class AttentionPool(nn.Module):
    """The mean of all pixels looks at each pixel."""

    def __init__(self, side, width, n_heads, n_out):
        super().__init__()
        self.n_heads = n_heads
        self.positional_embedding = nn.Parameter(torch.randn(side * side + 1, width) * width ** -0.5)
        for name in ("q_proj", "k_proj", "v_proj"):
            setattr(self, name, nn.Linear(width, width))
        self.c_proj = nn.Linear(width, n_out)

    def features(self, x):
        """[n, c, h, w] → [n, c], which c_proj makes a vector."""
        x = x.flatten(2).transpose(1, 2)
        x = torch.cat((x.mean(1, keepdim=True), x), 1) + self.positional_embedding
        n, rows, width = x.shape
        q, k, v = (layer(rows_of).view(n, -1, self.n_heads, width // self.n_heads).transpose(1, 2)
                   for layer, rows_of in ((self.q_proj, x[:, :1]), (self.k_proj, x), (self.v_proj, x)))
        scores = q @ k.transpose(2, 3) * (width // self.n_heads) ** -0.5
        return (scores.softmax(-1).to(v.dtype) @ v).transpose(1, 2).reshape(n, width)


class PictureTower(nn.Module):
    def __init__(self, about, n_out):
        super().__init__()
        width = about["width"]
        n_in = width
        self.conv1, self.bn1 = conv(3, width // 2, 3, 2), nn.BatchNorm2d(width // 2)
        self.conv2, self.bn2 = conv(width // 2, width // 2, 3), nn.BatchNorm2d(width // 2)
        self.conv3, self.bn3 = conv(width // 2, width, 3), nn.BatchNorm2d(width)
        for i, n_blocks in enumerate(about["layers"]):
            n = width << i
            stage = [Bottleneck(n_in, n, 2 if i > 0 else 1)]
            n_in = n * EXPANSION
            stage += [Bottleneck(n_in, n, 1) for _ in range(n_blocks - 1)]
            setattr(self, f"layer{i + 1}", nn.Sequential(*stage))
        self.attnpool = AttentionPool(about["image_size"] // 32, n_in, n_in // about["head_width"], n_out)

    def features(self, x):
        x = x.contiguous(memory_format=torch.channels_last)
        for convolution, norm in ((self.conv1, self.bn1), (self.conv2, self.bn2), (self.conv3, self.bn3)):
            x = functional.relu(norm(convolution(x)))
        x = functional.avg_pool2d(x, 2)
        for stage in (self.layer1, self.layer2, self.layer3, self.layer4):
            x = stage(x)
        return self.attnpool.features(x)


class Block(nn.Module):
    def __init__(self, width, n_heads):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = nn.MultiheadAttention(width, n_heads, batch_first=True)
        parts = {"c_fc": nn.Linear(width, 4 * width), "gelu": nn.GELU(), "c_proj": nn.Linear(4 * width, width)}
        self.mlp = nn.Sequential(collections.OrderedDict(parts))

    def forward(self, x, mask):
        y = self.ln_1(x)
        x = x + self.attn(y, y, y, attn_mask=mask, need_weights=False)[0]
        return x + self.mlp(self.ln_2(x))


class TextTower(nn.Module):
    def __init__(self, width, n_heads, n_blocks):
        super().__init__()
        self.resblocks = nn.ModuleList(Block(width, n_heads) for _ in range(n_blocks))

    def forward(self, x):
        rows = x.shape[1]
        mask = torch.full((rows, rows), -math.inf, dtype=x.dtype).triu(1)
        for block in self.resblocks:
            x = block(x, mask)
        return x


class Towers(nn.Module):
    def __init__(self, n_tokens, length):
        super().__init__()
        width = TEXT["width"]
        self.visual = PictureTower(PICTURE, WIDTH)
        self.transformer = TextTower(width, TEXT["heads"], TEXT["layers"])
        self.token_embedding = nn.Embedding(n_tokens, width)
        nn.init.normal_(self.token_embedding.weight, std=0.02)
        self.positional_embedding = nn.Parameter(0.01 * torch.randn(length, width))
        self.ln_final = nn.LayerNorm(width)
        self.text_projection = nn.Parameter(torch.randn(width, WIDTH) * width ** -0.5)
        self.logit_scale = nn.Parameter(torch.tensor(math.log(1 / 0.07)))

    def read(self, ids):
        """What the row of the first end token holds, whose id is the highest; [n, WIDTH]."""
        x = self.token_embedding(ids) + self.positional_embedding[:ids.shape[1]]
        x = self.ln_final(self.transformer(x))
        return x[torch.arange(len(ids)), ids.argmax(1)] @ self.text_projection

    def pictures(self, pictures):
        """Unit vectors [n, WIDTH] of what to_input() gives."""
        seen = self.visual.attnpool.c_proj(self.visual.features(pictures))
        return functional.normalize(seen.float(), dim=1)

    def texts(self, ids):
        return functional.normalize(self.read(ids).float(), dim=1)
