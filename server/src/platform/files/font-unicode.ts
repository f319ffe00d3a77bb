// The table that PDF readers use to copy and search text. It maps each glyph to its letters.

const RANGE = 256;

/** Builds the `ToUnicode` table of a subset: the code points of its glyphs, in order. */
export function subsetToUnicode(glyphs: readonly (readonly number[])[]): string {
  const entries = glyphs.map((points) => `<${points.map(utf16Of).join(' ')}>`);
  const ranges: string[] = [];
  for (let start = 0; start < entries.length; start += RANGE) {
    const part = entries.slice(start, start + RANGE);
    const last = start + part.length - 1;
    ranges.push(`<${hexOf(start)}> <${hexOf(last)}> [${part.join(' ')}]`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <<
  /Registry (Adobe)
  /Ordering (UCS)
  /Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${ranges.length} beginbfrange
${ranges.join('\n')}
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** Formats a number as four hexadecimal digits, the form of glyph numbers in PDF text. */
export function hexOf(value: number): string {
  return value.toString(16).padStart(4, '0');
}

function utf16Of(point: number): string {
  const text = String.fromCodePoint(point);
  return Array.from({ length: text.length }, (_, at) => hexOf(text.charCodeAt(at))).join(' ');
}
