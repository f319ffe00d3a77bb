// Text in a document runs in the order of the Unicode bidirectional algorithm, in fonts that have
// its letters. The order of the drawn glyphs is compared with the algorithm itself.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import bidiFactory from 'bidi-js';
import fc from 'fast-check';
import { readFontFace } from '../../../src/platform/files/font-face.js';
import { drawPdf, FONT, heightOf, widthOf, write } from '../../../src/platform/files/pdf.js';
import { directionOf, visualRuns } from '../../../src/platform/files/visual-order.js';
import { pdfPages } from '../../support/pdf-text.js';

const INFO = {
  title: 'Test',
  author: 'Test',
  subject: 'Test',
  createdAt: '2026-03-05T00:00:00.000Z',
} as const;

const draw = (text: string) =>
  drawPdf(INFO, (pdf) => write(pdf.font(FONT.regular), text, { x: 50, y: 50 }));

/** Returns the drawn glyphs of a document's only line, from left to right. */
async function drawn(text: string): Promise<string> {
  const [page = ''] = pdfPages(await draw(text));
  return page.replaceAll('\n', '');
}

const HEBREW = 'שלום';
const NAME = 'محمد';
const YORUBA = 'Ọlá Adéṣọlá, Ẹ̀kó';

const flipped = (text: string) => [...text].reverse().join('');

describe('a text with right-to-left letters', () => {
  it('keeps the digits of an amount in order, on either side', async () => {
    assert.equal(await drawn(`${HEBREW} 500`), `500 ${flipped(HEBREW)}`);
    assert.equal(await drawn(`500 ${HEBREW}`), `${flipped(HEBREW)} 500`);
    assert.equal(await drawn(`Paid ${HEBREW} 1,234.50`), `Paid 1,234.50 ${flipped(HEBREW)}`);
    for (const text of [`${NAME} 500`, `500 ${NAME}`, `${NAME}500`, `NGN 500 ${NAME} (1,234.50)`]) {
      assert.ok((await drawn(text)).includes('500'), text);
      assert.ok(!(await drawn(text)).includes('005'), text);
    }
  });

  it('mirrors brackets', async () => {
    assert.equal(await drawn(`${HEBREW} (77)`), `(77) ${flipped(HEBREW)}`);
  });

  it('has the order of the algorithm, whatever the mixture', () => {
    const bidi = bidiFactory();
    const parts = fc.constantFrom(
      '500',
      '1,234.50',
      HEBREW,
      NAME,
      'ACCESS Plc',
      ' ',
      '(',
      ')',
      '-',
    );
    const check = fc.property(fc.array(parts, { minLength: 1, maxLength: 9 }), (pieces) => {
      const text = pieces.join('').trim();
      if (text === '') return;
      const direction = directionOf(text);
      const { levels } = bidi.getEmbeddingLevels(text, direction);
      const mirrored = bidi.getMirroredCharactersMap(text, levels);
      const letters = [...text].map((letter, at) => mirrored.get(at) ?? letter);
      const expected = orderOf(levels).map((at) => letters[at]);
      const runs = visualRuns(text, direction);
      const actual = runs.map((run) => (run.rightToLeft ? flipped(run.text) : run.text));
      assert.equal(actual.join(''), expected.join(''));
    });
    fc.assert(check, { numRuns: 2_000 });
  });

  it('drops marks that override the direction', async () => {
    assert.equal(await drawn('ab\u202e500\u202c'), 'ab005');
    assert.equal(await drawn('\u200e500'), '500');
  });

  it('is as wide as it is drawn, and wraps', async () => {
    await drawPdf(INFO, (pdf) => {
      pdf.font(FONT.regular).fontSize(10);
      const long = `${NAME} `.repeat(30).trim();
      assert.ok(widthOf(pdf, long) > 300);
      assert.ok(heightOf(pdf, long, 100) > 3 * heightOf(pdf, NAME, 100));
    });
  });
});

// Applies rule L2 of the algorithm letter by letter, for comparison.
function orderOf(levels: Uint8Array): number[] {
  let order = [...levels.keys()];
  for (let level = Math.max(...levels); level > 0; level -= 1) {
    const next: number[] = [];
    for (let at = 0; at < order.length; ) {
      let end = at;
      while (end < order.length && (levels[order[end] ?? 0] ?? 0) >= level) end += 1;
      if (end === at) next.push(...order.slice(at, ++end));
      else next.push(...order.slice(at, end).reverse());
      at = end;
    }
    order = next;
  }
  return order;
}

describe('the fonts of a document', () => {
  it('shape Arabic letters by their place in the word', async () => {
    const face = await readFontFace('NotoNaskhArabic-Regular.ttf');
    const alone = new Set([...NAME].map((letter) => face.placeRightToLeft(letter).glyphs[0]?.id));
    const joined = face.placeRightToLeft(NAME).glyphs.map(({ id }) => id);
    assert.ok(joined.some((id) => !alone.has(id)));
    assert.ok(face.placeRightToLeft('لا').glyphs.length < 2, 'lam and alef are one glyph');
  });

  it('have Hebrew, Arabic and the marks of Yoruba', async () => {
    for (const text of [HEBREW, NAME, YORUBA, 'مُحَمَّد ١٢٣', '₦1,500.00']) {
      const bytes = await draw(text);
      assert.equal(bytes.includes('/MissingLetters'), false, text);
    }
    assert.equal((await drawn(YORUBA)).normalize('NFC'), YORUBA.normalize('NFC'));
  });

  it('are embedded only if a text needs them', async () => {
    const fonts = (bytes: Buffer) => bytes.toString('latin1').match(/\/FontFile2/g)?.length;
    assert.equal(fonts(await draw(YORUBA)), 1);
    assert.equal(fonts(await draw(`Plain ${NAME}`)), 2);
    assert.equal(fonts(await draw(`${HEBREW} ${NAME} x`)), 3);
  });

  it('note in the metadata the letters that none of them has', async () => {
    const bytes = await draw('你好 Ọlá 𓀀');
    assert.match(bytes.toString('latin1'), /\/MissingLetters \d+ 0 R/);
    assert.ok(bytes.includes('(U+13000 U+4F60 U+597D)'));
  });
});
