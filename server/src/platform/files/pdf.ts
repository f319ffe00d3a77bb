// PDF documents: pages of A4, one family of fonts, and the same bytes for the same content.

import QRCode from 'qrcode';
import type { Instant } from '../database/database.js';
import { fontFor } from './font.js';

/** A document being drawn, from the top left corner in points of 1/72 inch. */
export type Pdf = PDFKit.PDFDocument;

interface PdfInfo {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  /** Stands in the file as its date; a fixed one makes the file the same every time. */
  readonly createdAt: Instant;
}

/** A4 in points, and the margin that stays white. */
export const PAGE = { width: 595.28, height: 841.89, margin: 46 } as const;

/** The names under which the two weights are used: `pdf.font(FONT.regular)`. */
export const FONT = { regular: 'regular', bold: 'bold' } as const;

/**
 * Draws a document and returns its bytes. All pages stay open until the end, so that what needs
 * their number (`pdf.bufferedPageRange()`) can be drawn last.
 */
export async function drawPdf(info: PdfInfo, draw: (pdf: Pdf) => void): Promise<Buffer> {
  // Loaded by the first drawing: a program that starts draws nothing yet.
  const { default: PDFDocument } = await import('pdfkit');
  const regular = await fontFor('NotoSans-Regular.ttf');
  const bold = await fontFor('NotoSans-SemiBold.ttf');
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
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
    pdf.registerFont(FONT.regular, regular);
    pdf.registerFont(FONT.bold, bold);
    draw(pdf);
    pdf.end();
  });
}

/** Where a text goes, and how: the top left corner of its box, in points. */
interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
  readonly lineGap?: number;
  readonly lineBreak?: boolean;
}

/** Writes a text in the present font and colour; `pdf.y` is below it afterwards. */
export function write(pdf: Pdf, text: string, { x, y, ...options }: TextPlace): void {
  pdf.text(text.normalize('NFC'), x, y, { ...options });
}

/** The height that a text takes within a width, in the present font. */
export function heightOf(pdf: Pdf, text: string, width: number): number {
  return pdf.heightOfString(text.normalize('NFC'), { width });
}

/** The width of a text on one line, in the present font. */
export function widthOf(pdf: Pdf, text: string): number {
  return pdf.widthOfString(text.normalize('NFC'));
}

interface QrPlace {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Draws a QR code as vectors, with 15 % of error correction; white around it is the caller's. */
export function drawQr(pdf: Pdf, { text, x, y, size }: QrPlace): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const unit = size / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      // A little wider than a module, so that no hairline shows between two of them.
      pdf.rect(x + column * unit, y + row * unit, unit + 0.05, unit + 0.05);
    }
  }
  pdf.fill('#000000');
}
