// Documents drawn one after the other in one thread, which share their fonts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPdf, FONT, write } from '../../src/platform/files/pdf.js';
import { pdfPages } from '../support/pdf-text.js';

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
  // Both draw the glyph of three letters joined; the second one contains it as one character.
  const [letters, ligature] = ['Ọlá office', 'Ọlá o\ufb03ce'];
  const alone = await draw(letters);
  assert.deepEqual(pdfPages(await draw(ligature)), [`${ligature}\n${ligature}`]);
  assert.deepEqual(await draw(letters), alone);
  assert.deepEqual(pdfPages(alone), [`${letters}\n${letters}`]);
});
