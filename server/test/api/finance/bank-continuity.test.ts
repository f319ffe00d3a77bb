// Bank statements as a chain: a line is identified only within its statement, and a missing or
// overlapping statement stays visible until it is imported or undone.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addDays } from '../../../src/platform/calendar/business-date.js';
import type { Json } from '../../support/app.js';
import { waitFor } from '../../support/wait.js';
import {
  BANK,
  type Form,
  mt940Of,
  openBankFileDesk,
  type StatementPlan,
} from './bank-file-desk.js';
import { type BookDesk, openBookDesk } from './book-desk.js';

let desk: BookDesk;
let opened = 0;
before(async () => {
  desk = await openBookDesk();
});
after(() => desk.stop());

const clerk = () => desk.app.as('OPERATIONS');
const day = (ago: number) => addDays(desk.today, -ago);
const account = () => {
  opened += 1;
  return openBankFileDesk(desk, `BANK:CHAIN-${opened}`);
};
const FEE = [[-5, 'Fee']] as const;
const counts = ({ result }: Json) => [result.lineCount, result.doubledCount];
const codes = ({ warnings = [] }: Json) => warnings.map(({ code }: Json) => code);

for (const form of ['mt940', 'camt053'] as const satisfies readonly Form[]) {
  describe(`lines of ${form}`, () => {
    it('are separate for equal fees on two statements of a day, in one file or two', async () => {
      const [one, two] = [await account(), await account()];
      const first = { number: '1', day: day(1), opening: 100, lines: FEE };
      const second = { number: '2', day: day(1), opening: 95, lines: FEE };
      assert.deepEqual(counts(await one.take([first, second], form)), [2, 0]);
      assert.deepEqual(counts(await two.take([first], form)), [1, 0]);
      assert.deepEqual(counts(await two.take([second], form)), [1, 0]);
      assert.deepEqual(await two.gaps(), []);
      assert.equal((await two.lines()).length, 2);
    });

    it('are imported once if statements are sent again, overlap or are split', async () => {
      const desk = await account();
      const plans: readonly StatementPlan[] = [1, 2, 3, 4].map((n) => ({
        number: String(n),
        day: day(5 - n),
        opening: 100 - 5 * (n - 1),
        lines: FEE,
      }));
      assert.deepEqual(counts(await desk.take(plans.slice(0, 2), form)), [2, 0]);
      assert.deepEqual(counts(await desk.take(plans.slice(0, 2), form)), [0, 2]);
      assert.deepEqual(counts(await desk.take(plans.slice(1, 3), form)), [1, 1]);
      assert.deepEqual(counts(await desk.take(plans.slice(3), form)), [1, 0]);
      assert.deepEqual(counts(await desk.take(plans, form)), [0, 4]);
      assert.deepEqual(await desk.gaps(), []);
      assert.equal((await desk.lines()).length, 4);
    });

    it('are refused if the statements of one file do not continue one another', async () => {
      const desk = await account();
      const reply = await desk.send(
        [
          { number: '1', day: day(2), opening: 100, lines: FEE },
          { number: '2', day: day(1), opening: 96, lines: FEE },
        ],
        form,
      );
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.msgCode, 'BANK_STATEMENT_REFUSED');
      assert.match(reply.body.detail, /Row \d+: the opening balance 96 does not continue .* 95/);
      assert.deepEqual(await desk.lines(), []);
    });

    it('may be absent: the statement is stored with its balances', async () => {
      const desk = await account();
      const { result } = await desk.take([{ number: '8', day: day(1), opening: 70 }], form);
      assert.deepEqual([result.lineCount, result.pageCount, result.closingBalance], [0, 1, 70]);
      const { body } = await clerk().get(`${BANK}/page/list?a=${desk.accountId}`);
      const [page] = body.result;
      assert.deepEqual(
        [page.number, page.openingBalance, page.closingBalance, page.ledgerBalance],
        ['8', 70, 70, 0],
      );
      assert.equal(page.difference, 70);
    });
  });
}

describe('a missing statement', () => {
  it('stays visible until it is imported, and again when that is undone', async () => {
    const desk = await account();
    const plan = (n: number) => ({
      ...{ number: String(n), day: day(9 - n), opening: 100 - 5 * n, lines: FEE },
    });
    assert.deepEqual(codes(await desk.take([plan(1)])), []);
    const late = await desk.take([plan(3), plan(4)]);
    assert.deepEqual(codes(late), ['STATEMENT_GAP']);
    assert.match(late.warnings[0].detail, /opens with 85, but .* closed with 90/);
    assert.equal(late.result.gapCount, 1);
    const [gap, ...others] = await desk.gaps();
    assert.deepEqual(others, []);
    assert.deepEqual([gap.gap, gap.number, gap.openingBalance], ['GAP', '3', 85]);
    assert.equal(gap.expectedBalance, 90);
    const missing = await desk.take([plan(2)]);
    assert.deepEqual(codes(missing), []);
    assert.deepEqual(await desk.gaps(), []);
    assert.equal((await desk.undo(missing.id)).status, 200);
    assert.deepEqual(
      (await desk.gaps()).map(({ number }) => number),
      ['3'],
    );
  });

  it('is part of the reconciliation with the books', async () => {
    const desk = await account();
    await desk.take([{ number: '1', day: day(3), opening: 0, lines: [[50, 'In']] }]);
    await desk.take([{ number: '3', day: day(1), opening: 60, lines: FEE }]);
    const read = async (more = '') =>
      (await clerk().get(`${BANK}/reconciliation?a=${desk.accountId}${more}`)).body;
    const now = await read();
    assert.deepEqual(
      [now.statementBalance, now.ledgerBalance, now.difference, now.gapCount],
      [55, 0, 55, 1],
    );
    assert.deepEqual([now.openLineCount, now.openLineAmount, now.unexplained], [2, 45, 10]);
    const then = await read(`&d=${day(2)}`);
    assert.deepEqual([then.closedOn, then.statementBalance, then.unexplained], [day(3), 50, 0]);
  });
});

describe('an overlapping statement', () => {
  it('causes a warning until it is undone', async () => {
    const desk = await account();
    const daily = [4, 3, 2].map((ago, index) => ({
      ...{ number: String(index + 1), day: day(ago), opening: 100 - 5 * index, lines: FEE },
    }));
    await desk.take(daily);
    const whole = { number: '90', day: day(2), opening: 100, lines: [...FEE, ...FEE, ...FEE] };
    const sent = await desk.take([whole]);
    assert.deepEqual(codes(sent), ['STATEMENT_GAP']);
    const [gap] = await desk.gaps();
    assert.equal(gap.number, '90');
    assert.equal((await desk.undo(sent.id)).status, 200);
    assert.deepEqual(await desk.gaps(), []);
    assert.equal((await desk.lines()).length, 3);
  });
});

describe('a statement with other lines under the same number', () => {
  it('is refused, because one of the two must be wrong', async () => {
    const desk = await account();
    const plan = { number: '5', day: day(1), opening: 100 };
    await desk.take([{ ...plan, lines: FEE }]);
    const reply = await desk.send([{ ...plan, lines: [[-5, 'Charge']] }]);
    assert.equal(reply.status, 422, reply.text);
    assert.match(reply.body.detail, /was already imported with different lines/);
    const longer = await desk.take([{ ...plan, lines: [...FEE, [7, 'Late']] }]);
    assert.deepEqual(counts(longer), [1, 1]);
  });
});

describe('CSV together with statements', () => {
  it('is recognised by its content, and its lines then belong to the statement', async () => {
    const desk = await account();
    const columns = { date: 'Date', amount: 'Amount', description: 'Words' };
    const csv = (lines: number) =>
      ['Date,Amount,Words', ...Array(lines).fill(`${day(1)},-5.00,Fee`)].join('\n');
    const send = (lines: number) =>
      clerk().post(`${BANK}/import`, { contraAcctName: desk.name, csv: csv(lines), columns });
    assert.deepEqual(counts((await send(1)).body), [1, 0]);
    const first = { number: '1', day: day(1), opening: 100, lines: FEE };
    const second = { number: '2', day: day(1), opening: 95, lines: FEE };
    const known = await desk.take([first]);
    assert.deepEqual(counts(known), [0, 1]);
    assert.deepEqual(counts(await desk.take([second])), [1, 0]);
    assert.deepEqual(counts((await send(2)).body), [0, 2]);
    assert.deepEqual(counts((await send(3)).body), [1, 2]);
    assert.equal((await desk.undo(known.id)).status, 200);
    assert.deepEqual(counts(await desk.take([first])), [0, 1]);
  });
});

describe('a file of several accounts', () => {
  it('is split by the account that the request names', async () => {
    const desk = await account();
    const plan = { number: '1', day: day(1), opening: 100, lines: FEE };
    const file = `${mt940Of([plan], '111')}\r\n${mt940Of([{ ...plan, opening: 7 }], '222')}`;
    const send = (more = {}) =>
      clerk().post(`${BANK}/import`, { contraAcctName: desk.name, mt940: file, ...more });
    const refused = await send();
    assert.deepEqual([refused.status, refused.body.msgCode], [422, 'BANK_ACCOUNT_NEEDED']);
    assert.deepEqual(refused.body.msgArgs, ['111 NGN', '222 NGN']);
    const taken = await send({ bankAccount: '222' });
    assert.deepEqual([taken.body.result.openingBalance, taken.status], [7, 201], taken.text);
    assert.deepEqual(codes(taken.body), ['LEFT_OUT_OF_FILE']);
    const other = await send({ bankAccount: '111 NGN' });
    assert.ok(codes(other.body).includes('OTHER_BANK_ACCOUNT'), other.text);
  });
});

describe('the bytes of a file', () => {
  const send = async (bytes: Buffer, name: string) =>
    clerk().post(`${BANK}/import`, { contraAcctName: name, file: bytes.toString('base64') });

  it('are read in their encoding, and a lost letter is refused', async () => {
    const desk = await account();
    const plan = (number: number, words: string) => ({
      ...{ number: String(number), day: day(1), opening: 100 - number },
      lines: [[-1, words]] as const,
    });
    const text = mt940Of([plan(1, 'Müller')]);
    const sent = await send(Buffer.from(text, 'latin1'), desk.name);
    assert.equal(sent.status, 201, sent.text);
    const [line] = await desk.lines();
    assert.equal(line.description, 'Müller');
    const lost = mt940Of([plan(2, 'M\uFFFDller')]);
    const reply = await clerk().post(`${BANK}/import`, { contraAcctName: desk.name, mt940: lost });
    assert.deepEqual([reply.status, reply.body.errors[0].pointer], [422, '/mt940/6'], reply.text);
    const nothing = await send(Buffer.from('hello'), desk.name);
    assert.equal(nothing.body.msgCode, 'BANK_STATEMENT_REFUSED');
  });
});

describe('races and deaths', () => {
  it('the same file sent at once is imported once', async () => {
    const desk = await account();
    const plan = { number: '1', day: day(1), opening: 100, lines: [...FEE, ...FEE] };
    const replies = await Promise.all([1, 2, 3].map(() => desk.take([plan])));
    assert.deepEqual(replies.map(({ result }) => result.lineCount).sort(), [0, 0, 2]);
    assert.equal((await desk.lines()).length, 2);
    assert.deepEqual(await desk.gaps(), []);
  });

  it('an import that dies halfway leaves nothing, and can be sent again', async () => {
    const own = await account();
    const plan = { number: '1', day: day(1), opening: 100, lines: FEE };
    const { pool } = desk.app.db;
    await pool.query(`
      create function die() returns trigger language plpgsql as $$ begin
        perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger die after insert on bank_statement_page execute function die()`);
    const reply = await own.send([plan]);
    assert.equal(reply.status, 503, reply.text);
    await pool.query('drop function die cascade');
    assert.deepEqual(await own.lines(), []);
    const again = await waitFor('an import after the failure', async () => {
      const sent = await own.send([plan]);
      return sent.status === 201 ? sent : undefined;
    });
    assert.deepEqual(counts(again.body), [1, 0]);
  });
});
