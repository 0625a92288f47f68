// SPDX-FileCopyrightText: The Koma authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Photographs of another size, as JPEGs.
//
//   node make.js SHARP FOLDER WIDTH HEIGHT COUNT TARGET
'use strict';
const fs = require('fs');
const path = require('path');
const [sharpPackage, folder, width, height, count, target] = process.argv.slice(2);
const sharp = require(sharpPackage);

async function main() {
  const photos = fs.readdirSync(folder).filter((name) => /\.jpe?g$/i.test(name)).sort();
  for (let i = 0; i < Number(count); i++)
    await sharp(path.join(folder, photos[i * 7 % photos.length]))
      .resize(Number(width), Number(height), {fit: 'fill'})
      .jpeg({quality: 90})
      .toFile(path.join(target, `photo-${String(i).padStart(4, '0')}.jpg`));
}

main();
