// A font file, which each process reads once. Provides the glyph positions of a word and the subset
// to embed. Both are cached, because computing them takes most of the time needed to render a short
// document.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Font } from 'fontkit';
import { DRAWING } from '../../limits.js';
import { present } from '../assert.js';
import { subsetToUnicode } from './font-unicode.js';

/** The npm package that contains each font file, by file name. */
const PACKAGES = {
  'NotoSans-Regular.ttf': '@embedpdf/fonts-latin',
  'NotoSans-SemiBold.ttf': '@embedpdf/fonts-latin',
  'NotoNaskhArabic-Regular.ttf': '@embedpdf/fonts-arabic',
  'NotoNaskhArabic-Bold.ttf': '@embedpdf/fonts-arabic',
  'NotoSansHebrew-Regular.ttf': '@embedpdf/fonts-hebrew',
  'NotoSansHebrew-Bold.ttf': '@embedpdf/fonts-hebrew',
} as const;

export type FontFile = keyof typeof PACKAGES;

/** A glyph with its position, in thousandths of the font size. */
export interface PlacedGlyph {
  readonly id: number;
  readonly codePoints: readonly number[];
  readonly place: GlyphPlace;
}

/** Widths and offsets as expected by pdfkit, in thousandths of the font size. */
export interface GlyphPlace {
  readonly advanceWidth: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** The font rules that apply, and the letters' direction. */
interface LayoutRule {
  readonly features: Readonly<Record<string, boolean>>;
  readonly direction: 'ltr' | 'rtl';
}

/** The glyphs of a word with their positions. */
interface PlacedWord {
  readonly glyphs: readonly PlacedGlyph[];
  readonly width: number;
}

/** A subset of the font as embedded in a document. Its streams are deflated. */
interface EmbeddedSubset {
  readonly file: Uint8Array;
  readonly toUnicode: Uint8Array;
  readonly widths: readonly number[];
}

// Stops the font from splitting letters such as ọ into a letter and a mark, which would break
// copying and searching in the PDF.
const AS_WRITTEN = { ccmp: false } as const;

// A font for right-to-left scripts composes letters from parts by its own rules.
const BY_ITS_RULES = {} as const;

// Glyphs embedded in every document, so that most documents share one subset: ASCII and the marks
// of local letters.
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index));
const COMMON: readonly string[] = [...ASCII, ...'\u00a0·–—‘’“”•…−×₦£€'];

/**
 * Reads a font file. Once per process is enough. Noto Sans has the naira sign and the letters of
 * Yoruba, Igbo and Hausa, which the built-in fonts of PDF readers lack.
 */
export async function readFontFace(name: FontFile): Promise<FontFace> {
  return (await fontReader())(name);
}

/** Returns a function that reads a font file. */
export async function fontReader(): Promise<(name: FontFile) => FontFace> {
  const { create } = await import('fontkit');
  return (name) => {
    const entry = createRequire(import.meta.url).resolve(PACKAGES[name]);
    return new FontFace(create(readFileSync(join(dirname(entry), '..', 'fonts', name))));
  };
}

/** A font file with cached lookups. */
export class FontFace {
  readonly font: Font;
  /** The factor from font units to thousandths of the font size. */
  readonly scale: number;
  /** The glyphs that every document embeds, in order. The first one replaces missing letters. */
  readonly common: readonly PlacedGlyph[];

  readonly #words = new Map<string, PlacedWord>();
  readonly #subsets = new Map<string, EmbeddedSubset>();
  /**
   * The glyph of a letter when placed before another one, keyed by the pair of ASCII letters. Null
   * if the pair cannot be placed separately.
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

  /** Returns whether the font has a glyph for a letter. */
  has(letter: string): boolean {
    return this.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  }

  /** Places the glyphs of a right-to-left run, in the order in which they are drawn. */
  placeRightToLeft(text: string): PlacedWord {
    return this.#layOut(text, { features: BY_ITS_RULES, direction: 'rtl' });
  }

  /** Places the glyphs of a word. The result depends only on the text. */
  place(word: string): PlacedWord {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const placed = this.#placeByPairs(word) ?? this.#layOut(word);
    // Long words are usually codes that do not occur again, so they are not cached.
    if (word.length > DRAWING.wordLettersMax) return placed;
    if (this.#words.size >= DRAWING.wordsMax) this.#words.clear();
    this.#words.set(word, placed);
    return placed;
  }

  // Places ASCII words by pairs of letters. This is enough, because the font has no rules that
  // involve three letters.
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

  // Returns the glyph of the letter at a position, as placed before the next letter. The next
  // letter is 0 at the end.
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
    // Kerning moves only the first letter.
    return isPlain && last.place.xAdvance === last.place.advanceWidth ? glyph : null;
  }

  #layOut(text: string, by: LayoutRule = { features: AS_WRITTEN, direction: 'ltr' }): PlacedWord {
    // fontkit caches the first letter that used a glyph. An empty cache keeps the result
    // independent of other words.
    const own: Font = Object.create(this.font, { _glyphs: { value: {} } });
    const { features, direction } = by;
    const rule = [features, undefined, undefined, direction] as const;
    const { glyphs, positions } = this.font.layout.call(own, text, ...rule);
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

  /** Returns the subset to embed: the common glyphs, followed by the given ones. */
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
