// The parts of fontkit that are in use: it comes without types, and pdfkit's types do not know that
// a document takes a font that is already read.

declare module 'fontkit' {
  export interface Font {
    layout(text: string, features?: Readonly<Record<string, boolean>>): object;
  }

  export function create(bytes: Uint8Array): Font;
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    registerFont(name: string, font: import('fontkit').Font): this;
  }
}
