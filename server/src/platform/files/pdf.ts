// PDF documents: A4 pages, one font family, and identical bytes for identical content.

import QRCode from 'qrcode';
import { lazilyAsync } from '../concurrency/lazily.js';
import type { Instant } from '../database/database.js';
import { readFontFace } from './font-face.js';
import { PageFont } from './page-font.js';

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

// Loaded when a document is first drawn, because the startup does not need them.
const tools = lazilyAsync(async () => ({
  PDFDocument: (await import('pdfkit')).default,
  regular: await readFontFace('NotoSans-Regular.ttf'),
  bold: await readFontFace('NotoSans-SemiBold.ttf'),
}));

/**
 * Draws a document and returns its bytes. All pages remain open until the end, so that content that
 * needs the page count (`pdf.bufferedPageRange()`) can be drawn last.
 */
export async function drawPdf(info: PdfInfo, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const { PDFDocument, regular, bold } = await tools();
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
    pdf._fontFamilies[FONT.regular] = new PageFont(pdf, regular, { id: 'F1', tag: 'NOTOSR' });
    pdf._fontFamilies[FONT.bold] = new PageFont(pdf, bold, { id: 'F2', tag: 'NOTOSB' });
    draw(pdf);
    pdf.end();
  });
}

/** The position of a text: the top left corner of its box, in points. */
interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
  readonly lineGap?: number;
  readonly lineBreak?: boolean;
}

/** Writes a text in the current font and colour. Afterwards `pdf.y` is below the text. */
export function write(pdf: Pdf, text: string, { x, y, ...options }: TextPlace): void {
  pdf.text(text.normalize('NFC'), x, y, { ...options });
}

/** Computes the height of a text at a given width, in the current font. */
export function heightOf(pdf: Pdf, text: string, width: number): number {
  return pdf.heightOfString(text.normalize('NFC'), { width });
}

/** Computes the width of a text on one line, in the current font. */
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
  // Encoded as bytes: a search for shorter segments takes a millisecond and does not make the code
  // of an address smaller.
  const segments = [{ data: Buffer.from(text), mode: 'byte' }] as const;
  const { modules } = QRCode.create([...segments], { errorCorrectionLevel: 'M' });
  const unit = size / modules.size;
  // Modules are drawn slightly larger than their size, so that no hairline shows between two of
  // them.
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
