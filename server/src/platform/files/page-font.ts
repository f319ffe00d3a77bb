// A font in one document that replaces pdfkit's own, so that lookups are cached across all
// documents of a process.

import { present } from '../assert.js';
import type { FontFace, GlyphPlace, PlacedGlyph } from './font-face.js';
import { hexOf } from './font-unicode.js';

/**
 * The names of a font in a document: its name in the page text, and the six-letter tag of its
 * subset.
 */
interface FontNames {
  readonly id: string;
  readonly tag: string;
}

/** A font in a document. Its dictionary is created when a page first uses it. */
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
  /** The names of glyphs in this document's text, keyed by glyph id in the font. */
  readonly #names = new Map<number, string>();
  readonly #others: PlacedGlyph[] = [];
  #dictionary: PDFKit.PDFKitReference | undefined;

  constructor(pdf: PDFKit.PDFDocument, face: FontFace, { id, tag }: FontNames) {
    const { font, scale } = face;
    this.tag = tag;
    this.#pdf = pdf;
    this.#face = face;
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

  widthOfString(text: string, size: number): number {
    let width = 0;
    for (const word of wordsOf(text)) width += this.#face.place(word).width;
    return width * (size / 1_000);
  }

  /** Returns the names of the glyphs that show a text, and their positions. */
  encode(text: string): [string[], GlyphPlace[]] {
    const names: string[] = [];
    const places: GlyphPlace[] = [];
    for (const word of wordsOf(text)) {
      for (const glyph of this.#face.place(word).glyphs) {
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

  /** Embeds the font at the end of the document, if the document used it. */
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
      // Symbolic: the subset itself names the glyphs, not a standard character set.
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

// Splits a text into words, each with the space that follows it, as pdfkit does to break lines.
function wordsOf(text: string): string[] {
  return text.match(/[^ \t]*[ \t]|[^ \t]+/g) ?? [];
}
