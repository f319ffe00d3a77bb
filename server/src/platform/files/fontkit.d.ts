// Types for the parts of fontkit and pdfkit that are used here. fontkit has no types, and pdfkit's
// types omit the table of open fonts.

declare module 'fontkit' {
  interface Glyph {
    readonly id: number;
    readonly codePoints: readonly number[];
    readonly advanceWidth: number;
  }

  interface Position {
    readonly xAdvance: number;
    readonly yAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  }

  export interface Run {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly Position[];
  }

  interface Subset {
    includeGlyph(id: number): number;
    encode(): Uint8Array;
  }

  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly lineGap: number;
    readonly xHeight: number;
    readonly capHeight: number;
    readonly italicAngle: number;
    readonly bbox: {
      readonly minX: number;
      readonly minY: number;
      readonly maxX: number;
      readonly maxY: number;
    };
    getGlyph(id: number): Glyph;
    layout(
      text: string,
      features?: Readonly<Record<string, boolean>>,
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): Run;
    hasGlyphForCodePoint(codePoint: number): boolean;
    createSubset(): Subset;
  }

  export function create(bytes: Uint8Array): Font;
}

declare namespace PDFKit {
  interface FragmentOptions {
    readonly align?: string;
    readonly width?: number;
    readonly lineWidth?: number;
    readonly textWidth?: number;
    readonly features?: import('./page-font.js').RunRule;
  }

  interface PDFDocument {
    /** The fonts, keyed by the names passed to `font()`. */
    _fontFamilies: Record<string, import('./page-font.js').PageFont>;
    /** The current font and its size in points. */
    _font: import('./page-font.js').PageFont;
    _fontSize: number;
    /** Draws a single line of text. */
    _fragment(text: string, x: number, y: number, options: FragmentOptions): void;
  }
}
