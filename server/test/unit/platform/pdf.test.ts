// PDF documents drawn one after another in the same process with shared fonts.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFontFace } from '../../../src/platform/files/font-face.js';
import { drawPdf, FONT, write } from '../../../src/platform/files/pdf.js';
import { pdfPages } from '../../support/pdf-text.js';

const INFO = {
  title: 'Test',
  author: 'Test',
  subject: 'Test',
  createdAt: '2026-03-05T00:00:00.000Z',
} as const;

const draw = (text: string) =>
  drawPdf(INFO, (pdf) => {
    for (const font of [FONT.regular, FONT.bold]) write(pdf.font(font), text, { x: 50, y: 50 });
  });

test('a document has the same bytes and text whatever was drawn before it', async () => {
  // Both texts draw the same ligature glyph of three letters. The second contains it as one
  // character.
  const [letters, ligature] = ['Ọlá office', 'Ọlá o\ufb03ce'];
  const alone = await draw(letters);
  assert.deepEqual(pdfPages(await draw(ligature)), [`${ligature}\n${ligature}`]);
  assert.deepEqual(await draw(letters), alone);
  assert.deepEqual(pdfPages(alone), [`${letters}\n${letters}`]);
});

test('ASCII letters are placed as by the whole font, including kerning and ligatures', async () => {
  const face = await readFontFace('NotoSans-Regular.ttf');
  const letters = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
  const words = fc.string({ unit: letters, minLength: 1, maxLength: 30 });
  const check = fc.property(words, (word) => {
    const { glyphs, positions } = face.font.layout(word, { ccmp: false });
    const placed = face.place(word);
    assert.deepEqual(
      placed.glyphs.map(({ id }) => id),
      glyphs.map(({ id }) => id),
    );
    for (const [index, { place }] of placed.glyphs.entries()) {
      const { xAdvance = 0, xOffset, yOffset } = positions[index] ?? {};
      assert.ok(Math.abs(place.xAdvance - xAdvance * face.scale) < 1e-9, `${word} at ${index}`);
      assert.deepEqual([xOffset, yOffset], [0, 0]);
    }
  });
  fc.assert(check, {
    numRuns: 2_000,
    examples: [['AVATAR'], ['To. Yes,'], ['office'], ['fi'], ['1/2'], ['LTA"Y\'']],
  });
});

test('every document with only common letters embeds the same subset', async () => {
  const [one, other] = [await draw('ACCESS 1,000.00 ₦'), await draw('Zenith · sold')];
  const [first, second] = [fontFilesOf(one), fontFilesOf(other)];
  assert.equal(first.length, 2);
  assert.deepEqual(first, second);
  const rare = await draw('Ọlá Éléonore Çağlar');
  assert.notDeepEqual(fontFilesOf(rare), first);
  assert.deepEqual(pdfPages(rare), ['Ọlá Éléonore Çağlar\nỌlá Éléonore Çağlar']);
});

test('a text is drawn equally after more rare letters than a font caches subsets for', async () => {
  const names = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0xc0 + index));
  const first = await draw('Ńgọzị');
  for (const name of names) await draw(name);
  assert.deepEqual(await draw('Ńgọzị'), first);
});

/** Returns the digests of the font files embedded in a document. */
function fontFilesOf(bytes: Buffer): readonly string[] {
  const text = bytes.toString('latin1');
  return [...text.matchAll(/\/FontFile2 (\d+) 0 R/g)].map(([, id = '']) => {
    const start = text.indexOf(`\n${id} 0 obj\n`);
    const body = text.slice(start, text.indexOf('endstream', start)).replace(/^\n\d+/, '');
    return createHash('sha256').update(body).digest('hex');
  });
}
