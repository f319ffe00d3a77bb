// Kills the approval of a transfer against payment at any point in its database traffic. Either
// nothing has happened and the transfer can be approved again, or everything has: units, money,
// holds, state and event. With COUNTINGHOUSE_KILLS, there is a kill after every statement and at
// that many random points. Without it, a single statement chosen by COUNTINGHOUSE_SEED represents
// all.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { approveTransfer } from '../../src/modules/custody/transfer/transfer.js';
import { leavingLots } from '../../src/modules/wealth/index.js';
import { present } from '../../src/platform/assert.js';
import { sql } from '../../src/platform/database/sql.js';
import { systemWork } from '../../src/platform/system-work.js';
import { TODAY } from '../api/custody/event-desk.js';
import {
  inward,
  OTHER_PORTFOLIO,
  openTransferDesk,
  PORTFOLIO,
  type TransferDesk,
} from '../api/custody/transfer-desk.js';
import { KILLS_ALL, killsOr } from '../support/process/kill.js';
import { programBeside } from '../support/process/program.js';
import { sayProof } from '../support/proof.js';
import { type Point, randomPoints, type Said } from './kill-point.js';

const RANDOM_KILLS = killsOr(1);
const SEED = process.env.COUNTINGHOUSE_SEED ?? randomBytes(4).toString('hex');
const AT_ONCE = 2;
const UNITS = 10;
const PRICE = 20;
const NOTHING = {
  state: 'PENDING',
  sold: 0n,
  bought: 0n,
  held: 10n,
  cash: 2_000n,
  lines: 0n,
  told: 0n,
};
const ALL = { state: 'SETTLED', sold: 10n, bought: 10n, held: 0n, cash: 0n, lines: 4n, told: 1n };

describe(`a killed approval of a transfer, seed ${SEED}`, () => {
  let desk: TransferDesk;
  let name: string;
  let said: Said;
  before(async () => {
    desk = await openTransferDesk();
    name = await desk.security({ name: 'TRKILL' });
    await desk.settle(inward(name));
    const calm = await entered();
    said = present(await approveIn(calm, { kind: 'none', at: 0 }), 'it was not killed');
    assert.deepEqual(await fateOf(calm), ALL);
  });
  after(() => desk?.stop());

  async function entered(): Promise<bigint> {
    const made = await desk.create({
      ...{ type: 'INTERNAL', portfolioName: PORTFOLIO, toPortfolioName: OTHER_PORTFOLIO },
      ...{ effectiveDate: TODAY },
      lines: [{ securityName: name, quantity: UNITS, amount: PRICE }],
    });
    assert.equal(made.status, 201, made.text);
    return BigInt(made.body.id);
  }

  /** Returns the traffic of the process; undefined if it was killed. */
  async function approveIn(id: bigint, point: Point): Promise<Said | undefined> {
    const words = [...programBeside(import.meta.url, 'transfer-process'), desk.database.url];
    const child = spawn(process.execPath, [...words, String(id), JSON.stringify(point)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    await once(child, 'close');
    return child.exitCode === 0 ? JSON.parse(printed) : undefined;
  }

  /** Returns the transfer's outcome, once no backend of the dead process has it locked. */
  async function fateOf(id: bigint) {
    return desk.db.transaction(async (tx) => {
      await tx.query(sql`select from holding_transfer where id = ${id} for update`);
      const [row] = await tx.query(sql`
        select t.state,
          coalesce((select -sum(m.quantity) from holding_movement m where m.source_type = 'TRANSFER'
            and m.source_id = l.id and m.kind = 'SELL'), 0)::bigint as sold,
          coalesce((select sum(m.quantity) from holding_movement m where m.source_type = 'TRANSFER'
            and m.source_id = l.id and m.kind = 'BUY'), 0)::bigint as bought,
          coalesce((select sum(h.quantity) from holding_hold h
            where h.source_type = 'TRANSFER' and h.source_id = l.id), 0)::bigint as held,
          coalesce((select sum(h.amount_minor) from cash_hold h
            where h.source_type = 'HOLDING_TRANSFER' and h.source_id = l.id), 0)::bigint as cash,
          (select count(*) from journal j join journal_line g on g.journal_id = j.id
            where j.source_type = 'HOLDING_TRANSFER' and j.source_id = l.id) as lines,
          (select count(*) from outbox_event e
            where e.type = 'holding-transfer.settled' and e.subject_id = t.id) as told
        from holding_transfer t join holding_transfer_line l on l.holding_transfer_id = t.id
        where t.id = ${id}`);
      return row;
    });
  }

  async function play(point: Point): Promise<'nothing' | 'all' | string> {
    const id = await entered();
    await approveIn(id, point);
    const fate = await fateOf(id);
    const isAll = JSON.stringify(fate, shown) === JSON.stringify(ALL, shown);
    const isNothing = JSON.stringify(fate, shown) === JSON.stringify(NOTHING, shown);
    if (!isAll && !isNothing) return `${JSON.stringify(point)}: ${JSON.stringify(fate, shown)}`;
    if (isNothing) {
      await systemWork(desk.context, 'again', (work) =>
        approveTransfer(work, id, { reason: undefined, leavingLots }),
      );
      assert.deepEqual(await fateOf(id), ALL);
    }
    return isAll ? 'all' : 'nothing';
  }

  it('leaves nothing or everything, and is completed by the next approval', async () => {
    const every = Array.from({ length: said.statements }, (_, index): Point => {
      return { kind: 'answered', at: index + 1 };
    });
    const chosen = Number.parseInt(SEED.slice(-4), 16) % every.length || 0;
    const points = KILLS_ALL
      ? [...every, ...randomPoints(SEED, RANDOM_KILLS, said)]
      : every.slice(chosen, chosen + 1);
    const waiting = [...points];
    const fates: string[] = [];
    const work = async () => {
      for (let point = waiting.shift(); point !== undefined; point = waiting.shift()) {
        fates.push(await play(point));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    assert.deepEqual(
      fates.filter((fate) => fate !== 'all' && fate !== 'nothing'),
      [],
    );
    const of = (fate: string) => fates.filter((each) => each === fate).length;
    const figures = { kills: points.length, nothing: of('nothing'), all: of('all'), parts: 0 };
    sayProof(`approvals of transfers killed, seed ${SEED}`, figures);
    if (KILLS_ALL) assert.ok(of('nothing') > 0 && of('all') > 0, 'kills come before and after');
    await desk.sound();
  });

  it('leaves a part in the control, whose units and money move separately', async () => {
    const fate = await play({ kind: 'none', at: 0, marker: 'apart' });
    assert.match(fate, /"state":"PENDING","sold":"10","bought":"10","held":"0","cash":"2000"/);
  });
});

function shown(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
