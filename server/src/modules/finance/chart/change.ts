// Checks and applies changes to the chart of accounts and the account mapping, under the four-eyes
// rule.

import { assert, present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { financeProblems } from '../problems.js';
import { forgetChart } from './chart.js';
import type { LedgerCode } from './code.js';
import {
  hasAccounts,
  lockChart,
  raiseChartVersion,
  selectCode,
  selectMapping,
  storeCode,
  storeMapping,
} from './queries.js';
import { type LedgerCodeBody, ledgerCodeBody, type MappingBody, mappingBody } from './schema.js';
import { isEntryAccount, SHIPPED_CODES, SHIPPED_MAPPING } from './shipped-chart.js';

/** The kind of change for a chart code. */
export const LEDGER_CODE_KIND = changeKind({
  name: 'ledger-code',
  label: 'Code in the chart of accounts',
  body: ledgerCodeBody,
  shipped: SHIPPED_CODES.map((entry) => ({ subject: entry.code, body: entry })),
  present: async (on, subject) => {
    const row = await selectCode(on, subject);
    return row === undefined ? undefined : codeBody(row);
  },
  check: async (work, { body }) => refuseWrongCode(work, entryFrom(body)),
  apply: async (work, { body }) => {
    const entry = entryFrom(body);
    const id = await storeCode(work.tx, entry, stampOf(work));
    await changed(work);
    return { id: present(id, 'the code was stored'), name: entry.code };
  },
});

/** The kind of change for the account to which an entry's line is mapped. */
export const ACCOUNT_MAPPING_KIND = changeKind({
  name: 'account-mapping',
  label: 'Account for a line of an entry',
  body: mappingBody,
  shipped: Object.entries(SHIPPED_MAPPING).map(([name, { code }]) => {
    const [entry = '', line = ''] = name.split('/');
    return { subject: name, body: { entry, line, code } };
  }),
  present: async (on, subject) => {
    const row = (await selectMapping(on)).find(
      ({ entry, line }) => nameOf({ entry, line }) === subject,
    );
    return row === undefined ? undefined : { entry: row.entry, line: row.line, code: row.code };
  },
  check: async (work, { body }) => refuseWrongMapping(work, body),
  apply: async (work, { body }) => {
    const name = nameOf(body);
    assert(isEntryAccount(name), 'the entry was checked');
    const mapped = { ...body, label: SHIPPED_MAPPING[name].label };
    const id = await storeMapping(work.tx, mapped, stampOf(work));
    await changed(work);
    return { id: present(id, 'the line was stored'), name };
  },
});

/** Returns the name of an entry's line, such as `TRADE/CLEARING`. */
export function nameOf({ entry, line }: Pick<MappingBody, 'entry' | 'line'>): string {
  return `${entry}/${line}`;
}

/** Returns a code with defaults for absent members. */
export function entryFrom(body: LedgerCodeBody): LedgerCode {
  const control = body.control ?? false;
  return {
    code: body.code,
    label: body.label,
    accountClass: body.accountClass,
    control,
    byHand: body.byHand ?? !control,
    clientMoney: body.clientMoney ?? false,
    inline: body.inline ?? false,
    family: body.family ?? false,
    active: body.active ?? true,
  };
}

/** Returns a code as stored in its versions. */
export function codeBody(entry: LedgerCode): LedgerCode {
  const { code, label, accountClass, control, byHand, clientMoney } = entry;
  const { inline, family, active } = entry;
  return { code, label, accountClass, control, byHand, clientMoney, inline, family, active };
}

const CODE = /^[A-Z][A-Z0-9_-]*(?::[A-Z0-9][A-Z0-9_-]*)+$/;

async function refuseWrongCode(work: Work, entry: LedgerCode): Promise<void> {
  await lockChart(work.tx);
  const stored = await selectCode(work.tx, entry.code);
  if (stored === undefined) {
    if (isShipped(entry)) return;
    await refuseWrongNewCode(work, entry);
  } else {
    await refuseOtherNature(work, stored, entry);
  }
  if (entry.active) return;
  const mapped = (await selectMapping(work.tx)).find(({ code }) => code === entry.code);
  if (mapped) throw wrongCode('active', `cannot be false while ${nameOf(mapped)} is booked to it`);
  if (entry.inline || entry.family)
    throw wrongCode('active', 'cannot be false: its accounts are opened as needed');
}

function isShipped(entry: LedgerCode): boolean {
  return SHIPPED_CODES.some(({ code }) => code === entry.code);
}

async function refuseWrongNewCode(work: Work, entry: LedgerCode): Promise<void> {
  if (!CODE.test(entry.code)) {
    throw wrongCode(
      'code',
      'must be capital letters and digits in parts separated by colons, such as INC:ADVICE',
    );
  }
  // The chart contains a family's own code, but not the codes of its individual accounts.
  const above = await selectCode(work.tx, entry.code.slice(0, entry.code.lastIndexOf(':')));
  if (above?.family === true) throw wrongCode('code', `belongs to the family ${above.code}`);
}

// The class determines the side of a balance, and the client money flag determines what the client
// money proof includes. Neither may change once accounts have moved.
async function refuseOtherNature(work: Work, stored: LedgerCode, entry: LedgerCode): Promise<void> {
  if (stored.inline !== entry.inline || stored.family !== entry.family) {
    throw wrongCode('code', 'must remain of the same kind');
  }
  const member =
    stored.accountClass !== entry.accountClass
      ? 'accountClass'
      : stored.clientMoney !== entry.clientMoney
        ? 'clientMoney'
        : undefined;
  if (member === undefined) return;
  if (isShipped(entry)) throw wrongCode(member, 'cannot be changed for a shipped code');
  if (await hasAccounts(work.tx, entry.code)) {
    throw wrongCode(member, 'cannot be changed once the code has accounts');
  }
  const mapped = (await selectMapping(work.tx)).find(({ code }) => code === entry.code);
  if (mapped) throw wrongCode(member, `cannot be changed while ${nameOf(mapped)} is booked to it`);
}

async function refuseWrongMapping(work: Work, body: MappingBody): Promise<void> {
  const name = nameOf(body);
  if (!isEntryAccount(name)) throw wrongMapping('line', 'is not a line that the program posts');
  await lockChart(work.tx);
  const code = await selectCode(work.tx, body.code);
  if (code === undefined || !code.active) throw wrongMapping('code', 'is not in the chart');
  if (code.inline || code.family)
    throw wrongMapping('code', 'must be a single account of the firm');
  const usual = present(
    await selectCode(work.tx, SHIPPED_MAPPING[name].code),
    'shipped codes cannot be removed from the chart',
  );
  if (code.accountClass !== usual.accountClass || code.clientMoney !== usual.clientMoney) {
    const money = usual.clientMoney ? 'client money' : "the firm's own";
    throw wrongMapping('code', `must be of class ${usual.accountClass} and ${money}`);
  }
  if (code.control === usual.control) return;
  // A control account's balance is the total of its records, so only the lines of these records may
  // be booked to it.
  throw wrongMapping('code', usual.control ? 'must be a control account' : 'is a control account');
}

function wrongCode(member: string, detail: string) {
  return refuseMember(financeProblems.LEDGER_CODE_REFUSED, member, detail);
}

function wrongMapping(member: string, detail: string) {
  return refuseMember(financeProblems.ACCOUNT_MAPPING_REFUSED, member, detail);
}

async function changed(work: Work): Promise<void> {
  await raiseChartVersion(work.tx);
  forgetChart(work.tx);
}

function stampOf({ principal, now }: Work) {
  return { by: principal.name, at: now };
}
