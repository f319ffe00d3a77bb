// Bodies as large as operations take them: imports of most rows, and attachments.

import { HTTP } from '../src/limits.js';

/** One request. */
export interface HeavyBody {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

const OFFICE = 'businessOfficeName=0000000001';
const IMPORTS = [
  { name: 'journals', path: `finance/journal/import?${OFFICE}`, rows: 5_000, cells: journalCells },
  { name: 'prices', path: 'order/security/price/import?', rows: 10_000, cells: priceCells },
  { name: 'leads', path: `crm/lead/import?${OFFICE}`, rows: 2_000, cells: leadCells },
] as const;

/** Every import as JSON rows and as CSV, run dry. */
export function heavyImports(): readonly HeavyBody[] {
  return IMPORTS.flatMap(({ name, path, rows, cells }) => {
    const made = within(Array.from({ length: rows }, (_, at) => cells(at)));
    const about = { method: 'POST', path: `/api/v1/${path}&dryRun=true` };
    const json = { type: 'application/json', body: JSON.stringify({ rows: made }) };
    const csv = { type: 'text/csv', body: csvOf(made) };
    return [
      { ...about, ...json, name: `${name}, JSON` },
      { ...about, ...csv, name: `${name}, CSV` },
    ];
  });
}

/** A message with an attachment of so many bytes, run dry. */
export function heavyAttachment(bytes: number): HeavyBody {
  const content = Buffer.alloc(bytes, '%PDF-1.7 and so on. ');
  const file = { fileName: 'a.pdf', fileMimeType: 'application/pdf' };
  return {
    name: 'attachment',
    method: 'POST',
    path: '/api/v1/crm/whatsapp/create',
    type: 'application/json',
    body: JSON.stringify({
      ...{ direction: 'OUTBOUND', status: 'DRAFT', from: '+2347005550100', to: '+2348035550142' },
      body: 'Your account is open.',
      attachmentsWS: [{ ...file, base64Attachment: content.toString('base64') }],
    }),
  };
}

type Cells = Readonly<Record<string, string>>;

// As many as the body limit takes.
function within(rows: readonly Cells[]): readonly Cells[] {
  const bytesPerRow = JSON.stringify(rows).length / rows.length;
  return rows.slice(0, Math.floor((HTTP.bodyBytes - 100) / bytesPerRow));
}

function csvOf(rows: readonly Cells[]): string {
  const lines = rows.map((row) => Object.values(row).map((cell) => `"${cell}"`));
  return [Object.keys(rows[0] ?? {}), ...lines].map((cells) => cells.join()).join('\r\n');
}

function journalCells(at: number): Cells {
  const amount = `${Math.floor(at / 2)}.50`;
  const side = at % 2 === 0 ? { debit: amount, credit: '' } : { debit: '', credit: amount };
  const words = { account: '5000', narration: `Imported line ${at}` };
  return { journal: `J${Math.floor(at / 2)}`, date: '2026-01-05', ...words, ...side };
}

function priceCells(at: number): Cells {
  const day = new Date(Date.UTC(1990, 0, 1 + at)).toISOString().slice(0, 10);
  const bar = { open: '22.50', high: '22.90', low: '22.30', close: '22.75', volume: '1250000' };
  return { security: 'ACCESS', date: day, ...bar };
}

function leadCells(at: number): Cells {
  const mobilePhone = `+23480${35_550_000 + at}`;
  const name = { firstName: 'Ada', lastName: `Lead ${at}`, mobilePhone };
  const address = { primaryStreet: `${at} Marina`, primaryCity: 'Lagos', primaryState: 'Lagos' };
  return {
    ...name,
    emailAddress1: `lead${at}@example.com`,
    ...address,
    description: 'From a fair',
  };
}
