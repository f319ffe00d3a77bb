// PDF documents with A4 pages and one font family. Identical content produces identical bytes.

import QRCode from 'qrcode';
import { lazilyAsync } from '../concurrency/lazily.js';
import type { Instant } from '../database/database.js';
import { type FontFace, type FontFile, fontReader, readFontFace } from './font-face.js';
import { type FontRun, type FontSource, PageFont } from './page-font.js';
import { codePointsOf, MISSING_LETTERS } from './pdf-file.js';
import { type Direction, directionOf, needsOrder, visualRuns } from './visual-order.js';

/** A document being drawn. Coordinates are in points (1/72 inch) from the top left corner. */
export type Pdf = PDFKit.PDFDocument;

interface PdfInfo {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  /** The date in the file's metadata. A fixed date makes the bytes reproducible. */
  readonly createdAt: Instant;
}

/** The A4 page size and its margin, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 46 } as const;

/** The names of the two font weights: `pdf.font(FONT.regular)`. */
export const FONT = { regular: 'regular', bold: 'bold' } as const;

/** The fonts of a weight: the main font, and one for each additional script. */
const WEIGHTS = {
  regular: {
    own: { file: 'NotoSans-Regular.ttf', id: 'F1', tag: 'NOTOSR' },
    further: [
      { file: 'NotoNaskhArabic-Regular.ttf', id: 'F3', tag: 'NOTOAR' },
      { file: 'NotoSansHebrew-Regular.ttf', id: 'F5', tag: 'NOTOHR' },
    ],
  },
  bold: {
    own: { file: 'NotoSans-SemiBold.ttf', id: 'F2', tag: 'NOTOSB' },
    further: [
      { file: 'NotoNaskhArabic-Bold.ttf', id: 'F4', tag: 'NOTOAB' },
      { file: 'NotoSansHebrew-Bold.ttf', id: 'F6', tag: 'NOTOHB' },
    ],
  },
} as const;

// Loaded when a document is first rendered, because they are not needed at startup.
const tools = lazilyAsync(async () => {
  const read = await fontReader();
  const faces = new Map<FontFile, FontFace>();
  for (const { own } of Object.values(WEIGHTS)) faces.set(own.file, await readFontFace(own.file));
  const face = (name: FontFile): FontFace => {
    const known = faces.get(name) ?? read(name);
    faces.set(name, known);
    return known;
  };
  return { PDFDocument: (await import('pdfkit')).default, face };
});

/**
 * Renders a document and returns its bytes. The metadata lists the letters that no font has. All
 * pages stay open until the end, so that content which needs the page count
 * (`pdf.bufferedPageRange()`) can be drawn last.
 */
export async function drawPdf(info: PdfInfo, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const { PDFDocument, face } = await tools();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    // Prevents pdfkit from loading a built-in font.
    font: '',
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: info.title,
      Author: info.author,
      Subject: info.subject,
      Creator: 'countinghouse',
      Producer: 'countinghouse',
      CreationDate: new Date(info.createdAt),
      ModDate: new Date(info.createdAt),
    },
  });
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    const missing = new Set<string>();
    openFonts(pdf, face, missing);
    drawByRuns(pdf);
    draw(pdf);
    if (missing.size > 0) Object.assign(pdf.info, { [MISSING_LETTERS]: codePointsOf(missing) });
    pdf.end();
  });
}

function openFonts(pdf: Pdf, face: (name: FontFile) => FontFace, missing: Set<string>): void {
  for (const weight of [FONT.regular, FONT.bold]) {
    const { own, further: others } = WEIGHTS[weight];
    let opened: readonly PageFont[] | undefined;
    // An additional font is read and embedded only if some text needs it.
    const further = () => {
      opened ??= others.map(({ file, ...names }) => {
        const font = new PageFont(pdf, face(file), names);
        pdf._fontFamilies[file] = font;
        return font;
      });
      return opened;
    };
    const source: FontSource = { further, missing };
    pdf._fontFamilies[weight] = new PageFont(pdf, face(own.file), { ...own, source });
  }
}

/** The direction of the paragraph that is being written, by document. */
const directions = new WeakMap<Pdf, Direction>();

// Draws each line in runs of one direction and one font, from left to right. A left-to-right line
// in one font is drawn as a whole.
function drawByRuns(pdf: Pdf): void {
  const drawRun = pdf._fragment.bind(pdf);
  pdf._fragment = (line, ...place) => {
    const [x, y, options] = place;
    const font = pdf._font;
    const isOrdered = needsOrder(line);
    if (!isOrdered && font.hasAll(line)) {
      drawRun(line, x, y, options);
      return;
    }
    const runs = lineRuns(pdf, line, isOrdered);
    const size = pdf._fontSize;
    const widths = runs.map((run) => run.font.widthOfString(run.text, size, run));
    const width = widths.reduce((sum, one) => sum + one, 0);
    const room = options.lineWidth ?? width;
    let at = options.width !== undefined && options.align === 'right' ? x + room - width : x;
    // The baseline of the main font.
    const base = y + (font.ascender / 1_000) * size;
    for (const [index, run] of runs.entries()) {
      pdf._font = run.font;
      const top = base - (run.font.ascender / 1_000) * size;
      const { rightToLeft } = run;
      drawRun(run.text, at, top, { features: { rightToLeft }, textWidth: widths[index] ?? 0 });
      at += widths[index] ?? 0;
    }
    pdf._font = font;
  };
}

function lineRuns(pdf: Pdf, line: string, isOrdered: boolean) {
  const whole = { text: line, rightToLeft: false };
  const direction = directions.get(pdf) ?? 'ltr';
  const runs = isOrdered ? visualRuns(line, direction) : [whole];
  return runs.flatMap(({ text, rightToLeft }) => {
    const parts: FontRun[] = pdf._font.runsOf(text);
    return (rightToLeft ? parts.toReversed() : parts).map((part) => ({ ...part, rightToLeft }));
  });
}

/** The position of a block of text: the top left corner of its box, in points. */
interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
  readonly lineGap?: number;
  readonly lineBreak?: boolean;
}

/** Writes text in the current font and colour. Afterwards `pdf.y` is below the text. */
export function write(pdf: Pdf, text: string, { x, y, ...options }: TextPlace): void {
  const normal = text.normalize('NFC');
  if (!needsOrder(normal)) {
    pdf.text(normal, x, y, { ...options });
    return;
  }
  // Each paragraph has its own direction.
  let top = y;
  for (const paragraph of normal.split('\n')) {
    directions.set(pdf, directionOf(paragraph));
    pdf.text(paragraph, x, top, { ...options });
    top = pdf.y;
  }
}

/** Returns the height of the text at a given width in the current font. */
export function heightOf(pdf: Pdf, text: string, width: number): number {
  return pdf.heightOfString(text.normalize('NFC'), { width });
}

/** Returns the width of the text on one line in the current font. */
export function widthOf(pdf: Pdf, text: string): number {
  return pdf.widthOfString(text.normalize('NFC'));
}

interface QrPlace {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/**
 * Draws a QR code as vectors, with 15 % error correction. The caller leaves a white border around
 * it.
 */
export function drawQr(pdf: Pdf, { text, x, y, size }: QrPlace): void {
  // Encoded as bytes. Searching for shorter segments takes a millisecond and does not make the QR
  // code of a web address smaller.
  const segments = [{ data: Buffer.from(text), mode: 'byte' }] as const;
  const { modules } = QRCode.create([...segments], { errorCorrectionLevel: 'M' });
  const unit = size / modules.size;
  // Modules are drawn slightly larger than their size, so that no hairlines show between them.
  const more = 0.05 / unit;
  pdf.save().translate(x, y).scale(unit).fillColor('#000000');
  for (let row = 0; row < modules.size; row += 1) {
    for (const { from, length } of runsOf(modules, row)) {
      pdf.rect(from, row, length + more, 1 + more);
    }
  }
  pdf.fill().restore();
}

interface QrModules {
  readonly size: number;
  get(row: number, column: number): number;
}

// Yields the runs of adjacent dark modules in a row.
function* runsOf(modules: QrModules, row: number) {
  let from: number | undefined;
  for (let column = 0; column <= modules.size; column += 1) {
    const isDark = column < modules.size && modules.get(row, column) !== 0;
    if (isDark) from ??= column;
    if (isDark || from === undefined) continue;
    yield { from, length: column - from };
    from = undefined;
  }
}
