// Fixture for tests of bank statements: a separate account for each test, and files for it.

import assert from 'node:assert/strict';
import { sql } from '../../../src/platform/database/sql.js';
import type { Json, TestReply } from '../../support/app.js';
import type { BookDesk } from './book-desk.js';

export const BANK = '/api/v1/finance/bank-statement';

/** A statement with whole amounts in the major unit; each line has an amount and a description. */
export interface StatementPlan {
  readonly number?: string;
  readonly day: string;
  readonly opening: number;
  readonly lines?: readonly (readonly [amount: number, words: string])[];
}

const closingOf = ({ opening, lines = [] }: StatementPlan) =>
  lines.reduce((sum, [amount]) => sum + amount, opening);

/** Writes statements as MT940. */
export function mt940Of(statements: readonly StatementPlan[], account = '0123456789'): string {
  return statements
    .flatMap((statement) => {
      const { number = '1', day, opening, lines = [] } = statement;
      const date = day.replaceAll('-', '').slice(2);
      const balance = (minor: number) => `${minor < 0 ? 'D' : 'C'}${date}NGN${Math.abs(minor)},00`;
      return [
        ':20:STMT',
        `:25:${account}`,
        `:28C:${number}`,
        `:60F:${balance(opening)}`,
        ...lines.flatMap(([amount, words]) => [
          `:61:${date}${amount < 0 ? 'D' : 'C'}${Math.abs(amount)},00NTRFNONREF`,
          `:86:${words}`,
        ]),
        `:62F:${balance(closingOf(statement))}`,
        '-',
      ];
    })
    .join('\r\n');
}

/** Writes statements as camt.053. */
export function camt053Of(statements: readonly StatementPlan[], account = '0123456789'): string {
  const amount = (value: number) =>
    `<Amt Ccy="NGN">${Math.abs(value)}</Amt><CdtDbtInd>${value < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, value: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value)}` +
    `<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const written = statements.map((statement) => {
    const { number = '1', day, opening, lines = [] } = statement;
    const entries = lines.map(
      ([value, words]) =>
        `<Ntry>${amount(value)}<Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>` +
        `<AddtlNtryInf>${words}</AddtlNtryInf></Ntry>`,
    );
    return (
      `<Stmt><Id>S${number}</Id><LglSeqNb>${number}</LglSeqNb>` +
      `<Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>` +
      `${balance('OPBD', opening, day)}${balance('CLBD', closingOf(statement), day)}` +
      `${entries.join('')}</Stmt>`
    );
  });
  return (
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
    `${written.join('')}</BkToCstmrStmt></Document>`
  );
}

/** How statements are written and sent: the body member and its content. */
export const FORMS = { mt940: mt940Of, camt053: camt053Of } as const;
export type Form = keyof typeof FORMS;

/** A bank account in the books, with its imports. */
export interface BankFileDesk {
  readonly name: string;
  send(statements: readonly StatementPlan[], form?: Form): Promise<TestReply>;
  /** Imports statements; fails if they are refused. */
  take(statements: readonly StatementPlan[], form?: Form): Promise<Json>;
  undo(id: number): Promise<TestReply>;
  lines(): Promise<Json[]>;
  /** The account's statements with a gap, the latest import first. */
  gaps(): Promise<Json[]>;
  readonly accountId: bigint;
}

/** Opens an account for a bank account of the firm that no other test uses. */
export async function openBankFileDesk(
  desk: BookDesk,
  code: `BANK:${string}`,
): Promise<BankFileDesk> {
  await desk.decide('/ledger-code/propose', { code, label: code, accountClass: 'ASSET' });
  const name = await desk.named(code);
  const [account] = await desk.app.db.query<{ id: bigint }>(
    sql`select id from account where name = ${name}`,
  );
  assert.ok(account);
  const clerk = () => desk.app.as('OPERATIONS');
  const list = async (path: string): Promise<Json[]> => {
    const reply = await clerk().get(`${BANK}/${path}a=${account.id}&s=500`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.result;
  };
  const send = (statements: readonly StatementPlan[], form: Form = 'mt940') =>
    clerk().post(`${BANK}/import`, { contraAcctName: name, [form]: FORMS[form](statements) });
  return {
    name,
    accountId: account.id,
    send,
    take: async (statements, form) => {
      const reply = await send(statements, form);
      assert.equal(reply.status, 201, reply.text);
      return reply.body;
    },
    undo: (id) => clerk().put(`${BANK}/undo/id/${id}`),
    lines: () => list('line/list?'),
    gaps: () => list('page/list?gap=true&'),
  };
}
