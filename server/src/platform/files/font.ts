// The fonts of documents. A thread reads each file once: reading costs more than a short document.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'fontkit';

type FontFile = 'NotoSans-Regular.ttf' | 'NotoSans-SemiBold.ttf';

// The font would split letters such as ọ into letter and mark, and what a reader of the file copies
// or searches would be wrong.
const AS_WRITTEN = { ccmp: false } as const;

const read = new Map<FontFile, Font>();

/**
 * A font for one document. It shares the tables of its file with other documents but not the
 * glyphs: fontkit remembers for which letter a glyph was first used, and the same content has to
 * make the same bytes. It needs no features, so that pdfkit remembers the layout of each word.
 */
export async function fontFor(name: FontFile): Promise<Font> {
  const shared = read.get(name) ?? (await readFont(name));
  read.set(name, shared);
  const own: Font = Object.create(shared, { _glyphs: { value: {} } });
  own.layout = (text) => shared.layout.call(own, text, AS_WRITTEN);
  return own;
}

// Noto Sans has the naira sign and the letters of Yoruba, Igbo and Hausa; a PDF reader's own lack
// them.
async function readFont(name: FontFile): Promise<Font> {
  const { create } = await import('fontkit');
  const entry = createRequire(import.meta.url).resolve('@embedpdf/fonts-latin');
  return create(readFileSync(join(dirname(entry), '..', 'fonts', name)));
}
