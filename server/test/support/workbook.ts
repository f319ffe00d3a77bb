// Builds small workbooks as spreadsheet programs write them.

import { strToU8, zipSync } from 'fflate';

/**
 * A cell of a workbook: a string, a number, a date as its serial number, a fraction shown as a
 * percentage, a boolean, or an error.
 */
export type BookCell =
  | string
  | number
  | null
  | { readonly day: number }
  | { readonly fraction: number }
  | { readonly flag: boolean }
  | { readonly error: string }
  | { readonly shared: string };

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Returns the bytes of a workbook with the given sheets. Style 1 is a date, 2 a percentage. */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly BookCell[])[]>>,
  more: { readonly is1904?: boolean; readonly dateFormat?: string } = {},
): Buffer {
  const names = Object.keys(sheets);
  const shared: string[] = [];
  const parts: Record<string, Uint8Array> = {
    '[Content_Types].xml': strToU8(`${HEADER}<Types/>`),
    'xl/workbook.xml': strToU8(
      `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${
        more.is1904 ? ' date1904="1"' : ''
      }/><sheets>${names
        .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${HEADER}<Relationships xmlns="${PACKAGE}">${names
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" ` +
            `Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `${HEADER}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" ` +
        `formatCode="${more.dateFormat ?? 'dd/mm/yyyy'}"/></numFmts>` +
        '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/></cellXfs>' +
        '</styleSheet>',
    ),
  };
  for (const [at, name] of names.entries()) {
    const rows = (sheets[name] ?? []).map((cells, index) => rowXml(cells, index + 1, shared));
    parts[`xl/worksheets/sheet${at + 1}.xml`] = strToU8(
      `${HEADER}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    );
  }
  const texts = shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  parts['xl/sharedStrings.xml'] = strToU8(`${HEADER}<sst xmlns="${MAIN}">${texts.join('')}</sst>`);
  return Buffer.from(zipSync(parts));
}

function rowXml(cells: readonly BookCell[], row: number, shared: string[]): string {
  const written = cells.map((cell, column) => {
    const at = `r="${String.fromCharCode(65 + column)}${row}"`;
    if (cell === null) return '';
    if (typeof cell === 'string') {
      return `<c ${at} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    }
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
    if ('day' in cell) return `<c ${at} s="1"><v>${cell.day}</v></c>`;
    if ('fraction' in cell) return `<c ${at} s="2"><v>${cell.fraction}</v></c>`;
    if ('flag' in cell) return `<c ${at} t="b"><v>${cell.flag ? 1 : 0}</v></c>`;
    if ('error' in cell) return `<c ${at} t="e"><v>${cell.error}</v></c>`;
    shared.push(cell.shared);
    return `<c ${at} t="s"><v>${shared.length - 1}</v></c>`;
  });
  return `<row r="${row}">${written.join('')}</row>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
