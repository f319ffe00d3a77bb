// The parts of an XLSX file besides its sheets: content types, relationships, workbook and cell
// formats.

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function each(count: number, write: (number: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index + 1)).join('');
}

/** Returns the content types of the files in the archive. */
export function contentTypes(sheets: number): string {
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${TYPE}.${type}+xml"/>`;
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ' +
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `${part('workbook', 'sheet.main')}${part('styles', 'styles')}` +
    `${each(sheets, (number) => part(`worksheets/sheet${number}`, 'worksheet'))}</Types>`
  );
}

/** The reference to the workbook. */
export const PACKAGE_RELATIONS =
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
  `Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Builds the list of sheets. The tab titles need no escaping. */
export function workbook(tabs: readonly string[]): string {
  const sheets = tabs.map(
    (tab, index) => `<sheet name="${tab}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return (
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">` +
    `<sheets>${sheets.join('')}</sheets></workbook>`
  );
}

/** Builds the references to the sheets and formats. */
export function workbookRelations(sheets: number): string {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${DOCUMENT}/${type}" Target="${target}.xml"/>`;
  return (
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
    each(sheets, (number) => relation(number, 'worksheet', `worksheets/sheet${number}`)) +
    `${relation(sheets + 1, 'styles', 'styles')}</Relationships>`
  );
}

const FORMATS = [
  '',
  ' fontId="1" applyFont="1"',
  ' numFmtId="164" applyNumberFormat="1"',
  ' numFmtId="3" applyNumberFormat="1"',
  ' numFmtId="4" applyNumberFormat="1"',
  ' numFmtId="165" applyNumberFormat="1"',
  ' numFmtId="166" applyNumberFormat="1"',
  ' numFmtId="167" applyNumberFormat="1"',
] as const;

/**
 * Cell formats by index: plain, title, day, whole number, and numbers with two, three, four and
 * more decimals.
 */
export const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="4">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="#,##0.000"/>' +
  '<numFmt numFmtId="166" formatCode="#,##0.0000"/>' +
  '<numFmt numFmtId="167" formatCode="#,##0.0000##########"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  `<cellXfs count="${FORMATS.length}">` +
  `${FORMATS.map((format) => `<xf xfId="0"${format}/>`).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
  '</styleSheet>';
