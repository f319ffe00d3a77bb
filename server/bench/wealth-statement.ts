// Measures wealth statements for the demonstration's customers: the time to create the PDF from the
// books, and the statements issued per second, one after the other.

import { issueWealthStatement, wealthPreviewPdf } from '../src/modules/wealth/index.js';
import { addDays } from '../src/platform/calendar/business-date.js';
import { currentBusinessDate } from '../src/platform/calendar/business-day.js';
import { sql } from '../src/platform/database/sql.js';
import { SYSTEM, systemWork } from '../src/platform/system-work.js';
import { type OwnApp, onOwnApp, timed } from './own-app.js';

/** The results. Times are in milliseconds. */
interface StatementFigures {
  readonly name: 'wealth-statement';
  readonly customers: number;
  /** The time from the request to the PDF, for a period of one year. */
  readonly pdfP50Ms: number;
  readonly pdfMaxMs: number;
  readonly issuedPerSecond: number;
  /** Processor time of this process per issued statement, without the database. */
  readonly processorMs: number;
}

const WARM_UP = 5;
const PERIOD_DAYS = 360;

/** Measures on a separate database. */
export function measureWealthStatements(
  databaseUrl: string | undefined,
): Promise<StatementFigures> {
  return onOwnApp(databaseUrl, measureOn);
}

async function measureOn({ app: { context }, client }: OwnApp): Promise<StatementFigures> {
  await client.query('vacuum analyze');
  const { db, clock } = context;
  const ed = addDays(await currentBusinessDate(db), -1);
  const period = { sd: addDays(ed, -PERIOD_DAYS), ed };
  const customers = await db.query<{ id: bigint }>(sql`select id from customer order by id`);
  const call = { context, db, principal: SYSTEM, requestId: 'bench', now: clock.now() };
  const draw = (c: bigint) => timed(() => wealthPreviewPdf(call, { c, ...period }));
  for (const { id } of customers.slice(0, WARM_UP)) await draw(id);
  const times: number[] = [];
  for (const { id } of customers) times.push(await draw(id));
  times.sort((left, right) => left - right);
  const before = process.cpuUsage();
  const issuedMs = await timed(async () => {
    for (const { id: customerId } of customers) {
      await systemWork(context, 'bench', (work) =>
        issueWealthStatement(work, { customerId, ...period }),
      );
    }
  });
  const { user, system } = process.cpuUsage(before);
  return {
    name: 'wealth-statement',
    customers: customers.length,
    pdfP50Ms: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    pdfMaxMs: Math.round(times.at(-1) ?? 0),
    issuedPerSecond: Math.round((customers.length * 10_000) / issuedMs) / 10,
    processorMs: Math.round((user + system) / 1_000 / customers.length),
  };
}
