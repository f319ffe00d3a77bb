// Measures exports of many rows: the time and memory needed to create a file, how long this blocks
// the event loop, and how long another caller waits for a small read meanwhile.

import { setTimeout as pause } from 'node:timers/promises';
import { type Sql, sql } from '../src/platform/database/sql.js';
import { callerOf } from './body/flood.js';
import { type LoopFigures, watchLoop } from './loop.js';
import { type MemoryFigures, watchMemory } from './memory.js';
import { openBenchServer } from './own-server.js';
import { type Stage, setStage } from './stage.js';

export interface ExportFigures extends LoopFigures {
  readonly name: string;
  readonly rows: number;
  readonly seconds: number;
  readonly bytes: number;
  /** The peak memory of the process, above its level at the start. */
  readonly megabytes: number;
  /** The peaks of the runtime's heap and buffers, above their levels at the start. */
  readonly heapMegabytes: number;
  readonly bufferMegabytes: number;
  /** The time of a small read by another caller, before and during the export. */
  readonly quietP50Ms: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The tables, and the functions that fill them. */
const TABLES = [
  {
    name: 'audit log',
    path: 'security/audit/list',
    fill: (first: number, last: number) => sql`
      insert into audit_entry (at, principal_kind, principal_id, principal_name, operation,
        subject_id, msg_code, request_id)
      select now() - n * interval '1 second', 'user', 1, 'Ada Obi', 'submitTradeOrder', n,
        'TRADE_ORDER_CREATED', gen_random_uuid()::text
      from generate_series(${first}::bigint, ${last}::bigint) n`,
  },
  // The widest table, with 49 columns, most of them filled.
  {
    name: 'leads',
    path: 'crm/lead/list',
    fill: leadsOf,
  },
] as const;

/** Creates the leads with these numbers. Most of their fields are filled. */
export function leadsOf(first: number, last: number): Sql {
  return sql`
    insert into lead
    select (jsonb_populate_record(l, jsonb_build_object('id', n, 'name', n::text,
      'details', l.details || ${JSON.stringify(LEAD_DETAILS)}::jsonb))).*
    from lead l,
      generate_series(1000000000 + ${first}::bigint, 1000000000 + ${last}::bigint) n
    where l.id = (select min(id) from lead)`;
}

const LEAD_DETAILS = {
  ...{ salutation: 'Dear Mrs Obi', prefix: 'Mrs', middleName: 'Nkechi', suffix: 'FCA' },
  ...{ title: 'Chief Financial Officer', department: 'Finance', industry: 'Manufacturing' },
  ...{ profession: 'Accountant', sex: 'FEMALE', maritalStatus: 'MARRIED', leadSource: 'FAIR' },
  ...{ mobilePhone: '+2348035550142', homePhone: '+2348035550143' },
  ...{ officePhone: '+2348035550144', otherPhone: '+2348035550145' },
  ...{ emailAddress1: 'ada.obi@example.com', emailAddress2: 'obi.ada@example.com' },
  ...{ webSite: 'https://example.com/ada', primaryStreet: '12 Marina', primaryStreet1: 'Floor 3' },
  ...{ primaryCity: 'Lagos', primaryState: 'Lagos', primaryCountry: 'NG' },
  ...{ primaryPostCode: '101001', preferredContactMethod: 'PHONE' },
  ...{ preferredContactTime: 'MORNING', description: 'Met at the fair; <wants> a "quote" & more' },
};

const READ = '/api/v1/order/exchange/list/active';
const READ_EVERY_MS = 20;
const QUIET_MS = 2_000;
/** Rows per statement. A single statement for all rows would exceed the statement timeout. */
const FILLED_AT_ONCE = 10_000;

/** The measurements to run. */
interface ExportPlan {
  readonly rows: number;
  /** Selects measurements whose names contain one of these words. Empty selects all. */
  readonly words: readonly string[];
}

/** Measures each table as CSV and XLSX. */
export async function measureExports(
  databaseUrl: string | undefined,
  plan: ExportPlan,
): Promise<ExportFigures[]> {
  const server = await openBenchServer(databaseUrl);
  try {
    const stage = await setStage(server);
    try {
      return await measureTables(stage, plan);
    } finally {
      await stage.stop();
    }
  } finally {
    await server.stop();
  }
}

async function measureTables(stage: Stage, { rows, words }: ExportPlan): Promise<ExportFigures[]> {
  const headers = await callerOf(stage.app.context);
  const figures: ExportFigures[] = [];
  for (const table of TABLES) {
    const exports = ['csv', 'xlsx']
      .map((format) => ({ name: `${table.name}, ${format}`, format }))
      .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
    if (exports.length > 0) await fill(stage, table, rows);
    for (const { name, format } of exports) {
      const path = `/api/v1/${table.path}/${format}`;
      figures.push(await measure(stage, headers, { name, path, rows }));
    }
  }
  return figures;
}

async function fill({ app }: Stage, table: (typeof TABLES)[number], rows: number): Promise<void> {
  for (let first = 1; first <= rows; first += FILLED_AT_ONCE) {
    const last = Math.min(first + FILLED_AT_ONCE - 1, rows);
    await app.context.db.transaction((tx) => tx.query(table.fill(first, last)));
  }
}

async function measure(
  { app }: Stage,
  headers: Readonly<Record<string, string>>,
  { name, path, rows }: { readonly name: string; readonly path: string; readonly rows: number },
): Promise<ExportFigures> {
  const quiet = await readUntil(app.url, headers, pause(QUIET_MS));
  const loop = watchLoop();
  const memory = watchMemory();
  const began = performance.now();
  let bytes = 0;
  const exporting = (async () => {
    const reply = await fetch(`${app.url}${path}`, { headers });
    if (reply.status !== 200 || reply.body === null) throw new Error(await reply.text());
    for await (const chunk of reply.body) bytes += chunk.length;
    return (performance.now() - began) / 1_000;
  })();
  const [busy, seconds] = await Promise.all([readUntil(app.url, headers, exporting), exporting]);
  return {
    ...{ name, rows, seconds, bytes, ...raised(memory.stop()), quietP50Ms: quiet.p50Ms },
    ...{ p50Ms: busy.p50Ms, p99Ms: busy.p99Ms, ...loop.stop() },
  };
}

function raised({ before, most }: MemoryFigures) {
  return {
    megabytes: most.rss - before.rss,
    heapMegabytes: most.heapTotal - before.heapTotal,
    bufferMegabytes: most.external - before.external,
  };
}

/** Reads at a steady rate until the work has ended. */
async function readUntil(
  url: string,
  headers: Readonly<Record<string, string>>,
  end: Promise<unknown>,
) {
  const times: number[] = [];
  let isOver = false;
  const ending = end.finally(() => {
    isOver = true;
  });
  ending.catch(() => undefined);
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${url}${READ}`, { headers })).arrayBuffer();
    times.push(performance.now() - began);
    await pause(READ_EVERY_MS);
  }
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
