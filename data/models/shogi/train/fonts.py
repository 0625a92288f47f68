# SPDX-License-Identifier: GPL-3.0-or-later
"""The fonts that pieces are written with: Debian packages, their style, and who may see them.

Held-out fonts are of other families than those of training, so that writing nobody has learned
by heart is what an evaluation meets. A font that is not installed is left out.
"""

import sys
from collections import namedtuple
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

Face = namedtuple("Face", "path style")

ROOT = Path("/usr/share/fonts")
EM_PX = 144

# Style, split, path below ROOT; its last folder is the name of the package.
FILES = (
    ("kaisho", "train", "truetype/cns11643/TW-Kai-98_1.ttf"),
    ("kaisho", "train", "truetype/arphic/ukai.ttc"),
    ("kaisho", "train", "truetype/arphic-bkai00mp/bkai00mp.ttf"),
    ("kaisho", "train", "truetype/arphic-gkai00mp/gkai00mp.ttf"),
    ("kaisho", "train", "truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf"),
    ("kaisho", "train", "truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf"),
    ("kaisho", "train", "truetype/yozvox-yozfont/YOzBEF.ttf"),
    ("kaisho", "train", "truetype/yozvox-yozfont/YOzREX.ttf"),
    ("kaisho", "held-out", "truetype/cwtex/cwkai.ttf"),
    ("kaisho", "held-out", "truetype/klee/KleeOne-SemiBold.ttf"),
    ("kaisho", "held-out", "truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf"),
    ("brush", "train", "truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf"),
    ("brush", "train", "truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf"),
    ("brush", "train", "truetype/aoyagi-soseki/aoyagi-soseki.ttf"),
    ("brush", "train", "truetype/cwtex/cwfs.ttf"),
    ("brush", "held-out", "truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf"),
    ("sosho", "train", "truetype/kouzan-mouhitsu/KouzanBrushFontSousyo.ttf"),
    ("mincho", "train", "opentype/noto/NotoSerifCJK-Black.ttc"),
    ("mincho", "train", "opentype/noto/NotoSerifCJK-SemiBold.ttc"),
    ("mincho", "train", "truetype/dejima-mincho/dejima-mincho-r227.ttf"),
    ("mincho", "train", "truetype/oradano-mincho/OradanoGSRR.ttf"),
    ("mincho", "train", "truetype/horai-umefont/ume-tmo3.ttf"),
    ("mincho", "train", "truetype/ipamj/ipamjm.ttf"),
    ("mincho", "train", "truetype/arphic-bsmi00lp/bsmi00lp.ttf"),
    ("mincho", "train", "truetype/cns11643/TW-Sung-98_1.ttf"),
    ("mincho", "held-out", "truetype/bizud-mincho/BIZUDMincho-Regular.ttf"),
    ("mincho", "held-out", "truetype/sawarabi-mincho/sawarabi-mincho-medium.ttf"),
    ("mincho", "held-out", "truetype/cwtex/cwming.ttf"),
    ("mincho", "held-out", "truetype/hanazono/HanaMinA.ttf"),
    ("gothic", "train", "opentype/noto/NotoSansCJK-Bold.ttc"),
    ("gothic", "train", "opentype/noto/NotoSansCJK-Medium.ttc"),
    ("gothic", "train", "opentype/mplus/Mplus1-ExtraBold.otf"),
    ("gothic", "train", "truetype/horai-umefont/ume-hgo5.ttf"),
    ("gothic", "train", "truetype/motoya-l-cedar/MTLc3m.ttf"),
    ("gothic", "train", "truetype/motoya-l-maruberi/MTLmr3m.ttf"),
    ("gothic", "train", "truetype/takao-gothic/TakaoGothic.ttf"),
    ("gothic", "held-out", "truetype/bizud-gothic/BIZUDGothic-Bold.ttf"),
    ("gothic", "held-out", "truetype/vlgothic/VL-Gothic-Regular.ttf"),
    ("gothic", "held-out", "truetype/wqy/wqy-zenhei.ttc"),
    ("hand", "train", "truetype/kiloji/kiloji_b.ttf"),
    ("hand", "train", "truetype/kiloji/kiloji_p.ttf"),
    ("hand", "train", "truetype/reggae/ReggaeOne-Regular.ttf"),
    ("hand", "train", "truetype/yozvox-yozfont/YOzBAF.ttf"),
    ("hand", "train", "truetype/yozvox-yozfont/YOzBN_.ttf"),
    ("hand", "train", "truetype/yozvox-yozfont/YOzBC_.ttf"),
    ("hand", "held-out", "truetype/seto/setofont.ttf"),
)


def faces(split):
    """The installed faces of "train", "held-out", or of both ("all"). Says which are missing."""
    wanted = [Face(ROOT / path, style) for style, side, path in FILES if split in (side, "all")]
    found = [face for face in wanted if face.path.exists()]
    if not found:
        raise FileNotFoundError("none of the fonts of fonts.py is installed")
    missing = sorted({face.path.name for face in wanted if face not in found})
    if missing:
        print(f"of {len(wanted)} fonts {len(wanted) - len(found)} are not installed, see"
              f" packages.txt: {', '.join(missing)}", file=sys.stderr, flush=True)
    return found


def _picture(font, character):
    picture = Image.new("L", (EM_PX * 3 // 2, EM_PX * 7 // 4))
    ImageDraw.Draw(picture).text((EM_PX // 4, EM_PX // 4), character, font=font, fill=255)
    return np.asarray(picture)


def glyphs_of(face, characters):
    """Character -> picture of its ink (255) for those that the face really has.

    A missing character shows as a blank or as the same box that a private-use character gives.
    """
    font = ImageFont.truetype(str(face.path), EM_PX)
    missing = {_picture(font, c).tobytes() for c in ("\ue123", "\U0010fffd")}
    pictures = {c: _picture(font, c) for c in characters}
    return {c: p for c, p in pictures.items()
            if np.count_nonzero(p > 127) > EM_PX * 4 and p.tobytes() not in missing}
