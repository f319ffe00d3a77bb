// Puts the money of a market claim on hold, and posts the journal that settles the claim.

import type { Work } from '../../../platform/context.js';
import { refusal } from '../../../platform/http/reply/problem.js';
import { formatMoney } from '../../../platform/money/money.js';
import { type Hold, lockFunds, postJournal } from '../../finance/index.js';
import { custodyProblems } from '../problems.js';
import { draftingIn, type PlacedLine, paymentLines } from '../settlement/entry.js';
import { controlOf } from '../settlement/funding.js';
import { addToFunding, lockFunding, selectNeeds } from '../settlement/funding-queries.js';
import type { Paying } from '../settlement/paying.js';
import type { ClaimRow } from './queries.js';

/**
 * Returns the hold on the customer's account; undefined if the claim does not debit the customer.
 */
export function claimHold(row: ClaimRow, amountMinor: bigint): Hold | undefined {
  if (!row.books || row.direction !== 'PAYABLE' || row.account_id === null) return undefined;
  const { id, account_id: accountId } = row;
  return { sourceType: 'MARKET_CLAIM', sourceId: id, accountId, amountMinor, force: true };
}

/**
 * Refuses to settle a claim if the customer has no account in the claim's currency, or if the
 * account to credit is closed. Also refuses a debt to the firm while the account is below zero.
 */
export async function refuseUnsettleable(work: Work, row: ClaimRow): Promise<void> {
  if (row.account_id === null) {
    throw refused(`The customer has no account in ${row.currency}.`);
  }
  if (!row.books) {
    const isDebt = row.kind === 'SHORT' && row.journal_id !== null;
    const [funds] = isDebt ? (await lockFunds(work.tx, [row.account_id], 'WAIT')).values() : [];
    if ((funds?.roomMinor ?? 0n) < 0n) throw refused('The account is still below zero.');
    return;
  }
  if (row.direction === 'RECEIVABLE' && row.account_active !== true) {
    throw refused('The account is closed.');
  }
}

function refused(detail: string) {
  return refusal(custodyProblems.MARKET_CLAIM_REFUSED, { detail });
}

/**
 * Books a claim on the business date. A debit to the customer is forced if necessary and added to
 * the event's money. A credit to the customer is paid from that money. The caller has locked the
 * event.
 */
export async function bookClaim(
  work: Work,
  row: ClaimRow,
  { event, date }: Paying,
): Promise<{ readonly journalId: bigint | undefined; readonly lines: readonly PlacedLine[] }> {
  const { account_id: accountId, account_office_id: accountOfficeId, office_id: officeId } = row;
  if (!row.books || accountId === null || accountOfficeId === null) {
    return { journalId: undefined, lines: [] };
  }
  const { currency, amount_minor: amount } = row;
  const cashMinor = row.direction === 'PAYABLE' ? -amount : amount;
  const [part] = await lockFunding(work.tx, event.id, [row]);
  if (cashMinor > 0n) await refuseUnfunded(work, row, part === undefined ? 0n : controlOf(part));
  await addToFunding(work.tx, event.id, [{ office_id: officeId, currency, paid: cashMinor }]);
  const place = { officeId, accountId, accountOfficeId };
  const lines = paymentLines({ cashMinor, taxMinor: 0n, advancedMinor: 0n }, place);
  const frame = {
    ...{ officeId, currency, date, sourceId: row.id },
    sourceType: 'MARKET_CLAIM',
    narration: `Market claim ${event.label} ${event.name}`,
    force: cashMinor < 0n,
  } as const;
  const draft = await draftingIn(work)(frame, lines);
  const release = claimHold(row, 0n);
  const journalId = await postJournal(work.tx, draft, release === undefined ? [] : [release]);
  return { journalId, lines };
}

// A customer is credited only from money received for claims, never from money due to other
// holders.
async function refuseUnfunded(work: Work, row: ClaimRow, controlMinor: bigint): Promise<void> {
  const { currency } = row;
  const needs = await selectNeeds(work.tx, [row.corporate_action_id]);
  const need = needs.find((one) => one.office_id === row.office_id && one.currency === currency);
  const due = need !== undefined && need.open_minor > 0n ? need.open_minor : 0n;
  const free = controlMinor - due;
  if (free >= row.amount_minor) return;
  const left = formatMoney({ minor: free > 0n ? free : 0n, currency });
  throw refused(
    `Not enough money has been received: only ${left} remains after the amounts due to holders.`,
  );
}
