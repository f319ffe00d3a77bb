// Types for the parts of bidi-js that are used here. Its own types describe the default export of
// an ES module, but Node.js loads the package as a CommonJS module.

declare module 'bidi-js' {
  interface EmbeddingLevels {
    /** The level of each UTF-16 unit. Odd levels run from right to left. */
    readonly levels: Uint8Array;
    readonly paragraphs: readonly { readonly level: number }[];
  }

  interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels;
    getMirroredCharactersMap(text: string, levels: Uint8Array): ReadonlyMap<number, string>;
  }

  function bidiFactory(): Bidi;
  export = bidiFactory;
}
