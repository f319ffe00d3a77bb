// One font file, read once per process: the positions of a word's letters, and the subset to embed.
// Both are cached, because they take most of the time of a short document.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Font } from 'fontkit';
import { DRAWING } from '../../limits.js';
import { present } from '../assert.js';
import { subsetToUnicode } from './font-unicode.js';

type FontFile = 'NotoSans-Regular.ttf' | 'NotoSans-SemiBold.ttf';

/** A letter with its position, in thousandths of the font's size. */
export interface PlacedGlyph {
  readonly id: number;
  readonly codePoints: readonly number[];
  readonly place: GlyphPlace;
}

/** Widths and offsets as pdfkit reads them, in thousandths of the font's size. */
export interface GlyphPlace {
  readonly advanceWidth: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** The letters of a word with their positions. */
interface PlacedWord {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

/** A subset of the font as a document embeds it; streams are deflated. */
interface EmbeddedSubset {
  readonly file: Uint8Array;
  readonly toUnicode: Uint8Array;
  readonly widths: readonly number[];
}

// The font would split letters such as ọ into letter and mark; text copied from the file, or
// searched for, would then be wrong.
const AS_WRITTEN = { ccmp: false } as const;

// Every document embeds these, so that most documents embed the same subset: ASCII, and the marks
// of local letters.
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index));
const COMMON: readonly string[] = [...ASCII, ...'\u00a0·–—‘’“”•…−×₦£€'];

/**
 * Reads a font file; once per process is enough. Noto Sans has the naira sign and the letters of
 * Yoruba, Igbo and Hausa; a PDF reader's own fonts lack them.
 */
export async function readFontFace(name: FontFile): Promise<FontFace> {
  const { create } = await import('fontkit');
  const entry = createRequire(import.meta.url).resolve('@embedpdf/fonts-latin');
  return new FontFace(create(readFileSync(join(dirname(entry), '..', 'fonts', name))));
}

/** A font file with the results of earlier lookups. */
export class FontFace {
  readonly font: Font;
  /** Thousandths of the font's size per unit of the font. */
  readonly scale: number;
  /** The glyphs that every document embeds, in order; the first is for missing letters. */
  readonly common: readonly PlacedGlyph[];

  readonly #words = new Map<string, PlacedWord>();
  readonly #subsets = new Map<string, EmbeddedSubset>();
  /**
   * By two letters of ASCII: the first one, placed before the second; null if the pair cannot be
   * placed alone.
   */
  readonly #pairs = new Map<number, PlacedGlyph | null>();

  constructor(font: Font) {
    this.font = font;
    this.scale = 1_000 / font.unitsPerEm;
    const missing = { id: 0, codePoints: [0], place: this.#placeOf(font.getGlyph(0)) };
    const seen = new Map<number, PlacedGlyph>([[0, missing]]);
    for (const text of COMMON) {
      for (const glyph of this.#layOut(text).glyphs) {
        if (!seen.has(glyph.id)) seen.set(glyph.id, glyph);
      }
    }
    this.common = [...seen.values()];
  }

  /** Places the letters of a word. The result depends only on the text. */
  place(word: string): PlacedWord {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const placed = this.#placeByPairs(word) ?? this.#layOut(word);
    // Long words are codes, which do not come again.
    if (word.length > DRAWING.wordLettersMax) return placed;
    if (this.#words.size >= DRAWING.wordsMax) this.#words.clear();
    this.#words.set(word, placed);
    return placed;
  }

  // ASCII words are placed by pairs of letters: this font has no rule for three letters.
  #placeByPairs(word: string): PlacedWord | undefined {
    const glyphs: PlacedGlyph[] = [];
    let width = 0;
    for (let at = 0; at < word.length; at += 1) {
      const glyph = this.#pairAt(word, at);
      if (glyph === null) return undefined;
      glyphs.push(glyph);
      width += glyph.place.xAdvance;
    }
    return { glyphs, width };
  }

  // The letter at a position, placed before the next one; 0 means the end.
  #pairAt(word: string, at: number): PlacedGlyph | null {
    const first = word.charCodeAt(at);
    const second = at + 1 < word.length ? word.charCodeAt(at + 1) : 0;
    if (!isAscii(first) || (second !== 0 && !isAscii(second))) return null;
    const key = first * 128 + second;
    const known = this.#pairs.get(key);
    if (known !== undefined) return known;
    const glyph = this.#layOutPair(first, second);
    this.#pairs.set(key, glyph);
    return glyph;
  }

  #layOutPair(first: number, second: number): PlacedGlyph | null {
    const letters = second === 0 ? [first] : [first, second];
    const { glyphs } = this.#layOut(String.fromCharCode(...letters));
    const [glyph, last] = [glyphs[0], glyphs.at(-1)];
    if (glyph === undefined || last === undefined || glyphs.length !== letters.length) return null;
    const isPlain = letters.every((letter, index) => glyphs[index]?.codePoints[0] === letter);
    // Only the first letter is moved by kerning.
    return isPlain && last.place.xAdvance === last.place.advanceWidth ? glyph : null;
  }

  #layOut(text: string): PlacedWord {
    // fontkit caches the letter for which a glyph was first used; the result must not depend on
    // other words.
    const own: Font = Object.create(this.font, { _glyphs: { value: {} } });
    const { glyphs, positions } = this.font.layout.call(own, text, AS_WRITTEN);
    let width = 0;
    const placed = glyphs.map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = present(positions[index], 'a glyph has a position');
      const place = {
        ...this.#placeOf(glyph),
        xAdvance: xAdvance * this.scale,
        xOffset: xOffset * this.scale,
        yOffset: yOffset * this.scale,
      };
      width += place.xAdvance;
      return { id: glyph.id, codePoints: [...glyph.codePoints], place };
    });
    return { glyphs: placed, width };
  }

  #placeOf({ advanceWidth }: { readonly advanceWidth: number }): GlyphPlace {
    const width = advanceWidth * this.scale;
    return { advanceWidth: width, xAdvance: width, xOffset: 0, yOffset: 0 };
  }

  /** The common glyphs and these after them, to embed. */
  subset(others: readonly PlacedGlyph[]): EmbeddedSubset {
    const key = others.map(({ id, codePoints }) => `${id}=${codePoints.join('+')}`).join(' ');
    const known = this.#subsets.get(key);
    if (known !== undefined) return known;
    const glyphs = [...this.common, ...others];
    const subset = this.font.createSubset();
    for (const { id } of glyphs) subset.includeGlyph(id);
    const made = {
      file: deflateSync(subset.encode()),
      toUnicode: deflateSync(subsetToUnicode(glyphs.map(({ codePoints }) => codePoints))),
      widths: glyphs.map(({ place }) => place.advanceWidth),
    };
    if (this.#subsets.size >= DRAWING.subsetsMax) this.#subsets.clear();
    this.#subsets.set(key, made);
    return made;
  }
}

function isAscii(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}
