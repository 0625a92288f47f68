# SPDX-License-Identifier: GPL-3.0-or-later
"""The two towers, with the names that Hugging Face's CLIPModel has for their weights."""
import math

import torch
from torch import nn
from torch.nn import functional

SIZE, PATCH = 64, 8
PICTURE = {"hidden_size": 128, "intermediate_size": 384, "num_attention_heads": 4, "num_hidden_layers": 4}
TEXT = {"hidden_size": 128, "intermediate_size": 384, "num_attention_heads": 4, "num_hidden_layers": 2}
WIDTH = 96  # of the vectors that are compared
MEAN, STD = (0.5, 0.5, 0.5), (0.25, 0.25, 0.25)
EPSILON = 1e-5


def to_input(pictures):
    """uint8 [n, h, w, 3] → float32 [n, 3, h, w]."""
    pictures = torch.as_tensor(pictures).permute(0, 3, 1, 2).float() / 255
    return (pictures - torch.tensor(MEAN)[:, None, None]) / torch.tensor(STD)[:, None, None]


class Attention(nn.Module):
    def __init__(self, width, n_heads):
        super().__init__()
        self.n_heads = n_heads
        for name in ("q_proj", "k_proj", "v_proj", "out_proj"):
            setattr(self, name, nn.Linear(width, width))

    def forward(self, x, mask):
        n, rows, width = x.shape
        q, k, v = (layer(x).view(n, rows, self.n_heads, -1).transpose(1, 2)
                   for layer in (self.q_proj, self.k_proj, self.v_proj))
        scores = q @ k.transpose(2, 3) * (width // self.n_heads) ** -0.5
        scores = scores.softmax(-1) if mask is None else (scores + mask).softmax(-1)
        return self.out_proj((scores.to(v.dtype) @ v).transpose(1, 2).reshape(n, rows, width))


class Mlp(nn.Module):
    def __init__(self, width, inner):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x):
        return self.fc2(functional.gelu(self.fc1(x)))


class Block(nn.Module):
    def __init__(self, about):
        super().__init__()
        width = about["hidden_size"]
        self.self_attn = Attention(width, about["num_attention_heads"])
        self.layer_norm1, self.layer_norm2 = (nn.LayerNorm(width, eps=EPSILON) for _ in range(2))
        self.mlp = Mlp(width, about["intermediate_size"])

    def forward(self, x, mask=None):
        x = x + self.self_attn(self.layer_norm1(x), mask)
        return x + self.mlp(self.layer_norm2(x))


class Encoder(nn.Module):
    def __init__(self, about):
        super().__init__()
        self.layers = nn.ModuleList(Block(about) for _ in range(about["num_hidden_layers"]))

    def forward(self, x, mask=None):
        for layer in self.layers:
            x = layer(x, mask)
        return x


class PictureEmbeddings(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.class_embedding = nn.Parameter(0.02 * torch.randn(width))
        self.patch_embedding = nn.Conv2d(3, width, PATCH, PATCH, bias=False)
        self.position_embedding = nn.Embedding((SIZE // PATCH) ** 2 + 1, width)
        nn.init.normal_(self.position_embedding.weight, std=0.02)

    def forward(self, pictures, share):
        """share: how many of the patches are looked at; the same number of each picture, by chance."""
        n = len(pictures)
        patches = pictures.unfold(2, PATCH, PATCH).unfold(3, PATCH, PATCH)
        patches = patches.permute(0, 2, 3, 1, 4, 5).reshape(n, -1, 3 * PATCH * PATCH)
        positions = self.position_embedding.weight
        x = functional.linear(patches, self.patch_embedding.weight.flatten(1)) + positions[1:]
        if share < 1:
            kept = torch.rand(x.shape[:2]).topk(round(share * x.shape[1]), 1).indices
            x = x.gather(1, kept[:, :, None].expand(-1, -1, x.shape[2]))
        first = (self.class_embedding + positions[0]).expand(n, 1, -1)
        return torch.cat((first.to(x.dtype), x), 1)


class PictureTower(nn.Module):
    def __init__(self, about):
        super().__init__()
        width = about["hidden_size"]
        self.embeddings = PictureEmbeddings(width)
        self.pre_layrnorm = nn.LayerNorm(width, eps=EPSILON)  # the name is CLIP's
        self.encoder = Encoder(about)
        self.post_layernorm = nn.LayerNorm(width, eps=EPSILON)

    def forward(self, pictures, share):
        x = self.encoder(self.pre_layrnorm(self.embeddings(pictures, share)))
        return self.post_layernorm(x[:, 0])


class TextTower(nn.Module):
    def __init__(self, about, n_tokens, length):
        super().__init__()
        width = about["hidden_size"]
        self.embeddings = nn.Module()
        self.embeddings.token_embedding = nn.Embedding(n_tokens, width)
        self.embeddings.position_embedding = nn.Embedding(length, width)
        for table in self.embeddings.children():
            nn.init.normal_(table.weight, std=0.02)
        self.encoder = Encoder(about)
        self.final_layer_norm = nn.LayerNorm(width, eps=EPSILON)

    def forward(self, ids):
        """What the row of the first end token holds, whose id is the highest."""
        rows = ids.shape[1]
        x = self.embeddings.token_embedding(ids) + self.embeddings.position_embedding.weight[:rows]
        mask = torch.full((rows, rows), -1e4).triu(1)
        x = self.encoder(x, mask)
        return self.final_layer_norm(x[torch.arange(len(ids)), ids.argmax(1)])


class Towers(nn.Module):
    def __init__(self, n_tokens, length):
        super().__init__()
        self.logit_scale = nn.Parameter(torch.tensor(math.log(1 / 0.07)))
        self.text_model = TextTower(TEXT, n_tokens, length)
        self.vision_model = PictureTower(PICTURE)
        self.visual_projection = nn.Linear(PICTURE["hidden_size"], WIDTH, bias=False)
        self.text_projection = nn.Linear(TEXT["hidden_size"], WIDTH, bias=False)

    def pictures(self, pictures):
        """Unit vectors [n, WIDTH] of what to_input() gives."""
        return functional.normalize(self.visual_projection(self.vision_model(pictures, 1)).float(), dim=1)

    def texts(self, ids):
        return functional.normalize(self.text_projection(self.text_model(ids)).float(), dim=1)
