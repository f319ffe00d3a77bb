// A font in one document. Replaces pdfkit's font class, so that lookups are cached for all
// documents of a process.

import { present } from '../assert.js';
import type { FontFace, GlyphPlace, PlacedGlyph } from './font-face.js';
import { hexOf } from './font-unicode.js';

/**
 * The names of a font in a document: its name in the text of pages, and the six-letter tag of its
 * subset.
 */
interface FontNames {
  readonly id: string;
  readonly tag: string;
}

/**
 * The direction of a run. pdfkit passes its `features` option to the font unchanged, so `pdf.ts`
 * passes this object there.
 */
export interface RunRule {
  readonly rightToLeft: boolean;
}

/** A part of a text, with a font that contains its letters. */
export interface FontRun {
  readonly font: PageFont;
  text: string;
}

/**
 * State shared by a document's fonts: the additional fonts that it needs, and the letters that no
 * font has.
 */
export interface FontSource {
  /** Returns the additional fonts of this weight, in order of preference. */
  readonly further: () => readonly PageFont[];
  readonly missing: Set<string>;
}

// Joiners and variation selectors, which shape other letters and are not drawn.
const UNSEEN = /^[\u00ad\u200b-\u200d\u2060\ufeff\p{Variation_Selector}]$/u;
const MARK = /^\p{M}$/u;

/** A font in a document. Its dictionary is created when a page uses the font. */
export class PageFont {
  readonly name: string;
  readonly id: string;
  readonly tag: string;
  readonly ascender: number;
  readonly descender: number;
  readonly lineGap: number;
  readonly xHeight: number;
  readonly capHeight: number;

  readonly #pdf: PDFKit.PDFDocument;
  readonly #face: FontFace;
  /** The names of the glyphs in this document's text, by glyph id in the font. */
  readonly #names = new Map<number, string>();
  readonly #others: PlacedGlyph[] = [];
  readonly #source: FontSource | undefined;
  #dictionary: PDFKit.PDFKitReference | undefined;

  /** @param source only for the main font of a document. An additional font has none */
  constructor(
    pdf: PDFKit.PDFDocument,
    face: FontFace,
    { id, tag, source }: FontNames & { readonly source?: FontSource },
  ) {
    const { font, scale } = face;
    this.tag = tag;
    this.#pdf = pdf;
    this.#face = face;
    this.#source = source;
    this.name = font.postscriptName;
    this.id = id;
    this.ascender = font.ascent * scale;
    this.descender = font.descent * scale;
    this.lineGap = font.lineGap * scale;
    this.xHeight = font.xHeight * scale;
    this.capHeight = font.capHeight * scale;
    for (const glyph of face.common) this.#names.set(glyph.id, hexOf(this.#names.size));
  }

  /** Returns the height of a line in points, optionally including the gap below it. */
  lineHeight(size: number, includeGap = false): number {
    const gap = includeGap ? this.lineGap : 0;
    return ((this.ascender + gap - this.descender) / 1_000) * size;
  }

  /**
   * Returns the width of the text in points. Includes parts in additional fonts, unless the text is
   * a run.
   */
  widthOfString(text: string, size: number, run?: RunRule): number {
    if (run === undefined && !this.hasAll(text)) {
      const parts = this.runsOf(text);
      return parts.reduce((sum, part) => sum + part.font.#widthOf(part.text, size), 0);
    }
    return this.#widthOf(text, size, run);
  }

  #widthOf(text: string, size: number, run?: RunRule): number {
    let width = 0;
    for (const { width: own } of this.#placed(text, run)) width += own;
    return width * (size / 1_000);
  }

  #placed(text: string, run: RunRule | undefined) {
    if (run?.rightToLeft === true) return [this.#face.placeRightToLeft(text)];
    return wordsOf(text).map((word) => this.#face.place(word));
  }

  /** Returns whether this font has every letter of the text. */
  hasAll(text: string): boolean {
    // The font has all Latin letters with their marks, and most text contains no others.
    if (this.#source !== undefined && !/[^\t\n\r -~\u00a0-\u024f]/u.test(text)) return true;
    return [...text].every((letter) => isBlank(letter) || this.#face.has(letter));
  }

  /**
   * Splits a text into runs by the fonts that contain its letters. A mark or space belongs to the
   * letter before it. A letter that no font has is recorded and drawn as a box.
   */
  runsOf(text: string): FontRun[] {
    const runs: FontRun[] = [];
    for (const letter of text) {
      const last = runs.at(-1);
      if (UNSEEN.test(letter) && (last === undefined || !last.font.#face.has(letter))) continue;
      const font = this.#fontOf(letter, last?.font);
      if (last?.font === font) last.text += letter;
      else runs.push({ font, text: letter });
    }
    return runs;
  }

  #fontOf(letter: string, before: PageFont | undefined): PageFont {
    const stays = before !== undefined && (isBlank(letter) || MARK.test(letter));
    if (stays && before.#face.has(letter)) return before;
    if (isBlank(letter) || this.#face.has(letter)) return this;
    const found = this.#source?.further().find((font) => font.#face.has(letter));
    if (found === undefined) this.#source?.missing.add(letter);
    return found ?? this;
  }

  /** Returns the names of the glyphs that show the text, and their positions. */
  encode(text: string, run?: RunRule): [string[], GlyphPlace[]] {
    const names: string[] = [];
    const places: GlyphPlace[] = [];
    for (const { glyphs } of this.#placed(text, run)) {
      for (const glyph of glyphs) {
        names.push(this.#names.get(glyph.id) ?? this.#nameFor(glyph));
        places.push(glyph.place);
      }
    }
    return [names, places];
  }

  #nameFor(glyph: PlacedGlyph): string {
    const name = hexOf(this.#names.size);
    this.#names.set(glyph.id, name);
    this.#others.push(glyph);
    return name;
  }

  ref(): PDFKit.PDFKitReference {
    this.#dictionary ??= this.#pdf.ref({});
    return this.#dictionary;
  }

  /** Embeds the font at the end of the document, if the document uses it. */
  finalize(): void {
    if (this.#dictionary === undefined) return;
    const { file, toUnicode, widths } = this.#face.subset(this.#others);
    // The six-letter tag before the name marks the font as a subset.
    const base = `${this.tag}+${this.name}`;
    const descendant = this.#pdf.ref({
      ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: base, CIDToGIDMap: 'Identity' },
      CIDSystemInfo: {
        Registry: pdfText('Adobe'),
        Ordering: pdfText('Identity'),
        Supplement: 0,
      },
      FontDescriptor: this.#descriptor(base, this.#stream(file)),
      W: [0, widths],
    });
    descendant.end(undefined);
    const dictionary = present(this.#dictionary, 'a font that was used has a dictionary');
    Object.assign(dictionary.data, {
      ...{ Type: 'Font', Subtype: 'Type0', BaseFont: base, Encoding: 'Identity-H' },
      ...{ DescendantFonts: [descendant], ToUnicode: this.#stream(toUnicode) },
    });
    dictionary.end(undefined);
  }

  #descriptor(base: string, file: PDFKit.PDFKitReference): PDFKit.PDFKitReference {
    const { font, scale } = this.#face;
    const { minX, minY, maxX, maxY } = font.bbox;
    const descriptor = this.#pdf.ref({
      // Symbolic, because the subset itself names the glyphs and uses no standard character set.
      ...{ Type: 'FontDescriptor', FontName: base, Flags: 4 },
      FontBBox: [minX * scale, minY * scale, maxX * scale, maxY * scale],
      ...{ ItalicAngle: font.italicAngle, Ascent: this.ascender, Descent: this.descender },
      ...{ CapHeight: this.capHeight, XHeight: this.xHeight, StemV: 0, FontFile2: file },
    });
    descriptor.end(undefined);
    return descriptor;
  }

  #stream(deflated: Uint8Array): PDFKit.PDFKitReference {
    const stream = this.#pdf.ref({ Filter: 'FlateDecode' });
    stream.end(deflated);
    return stream;
  }
}

// pdfkit writes a string object as text, but a plain string as a name.
function pdfText(text: string): object {
  return Object(text);
}

function isBlank(letter: string): boolean {
  return /\s/u.test(letter);
}

// Splits text into words, each with the following space, as pdfkit does to break lines.
function wordsOf(text: string): string[] {
  return text.match(/[^ \t]*[ \t]|[^ \t]+/g) ?? [];
}
