// Handles the money of transfers against payment: the accounts, the hold on the amount to be paid,
// and the journals booked with the movements.

import type { BusinessDate } from '../../../platform/calendar/business-date.js';
import type { Work } from '../../../platform/context.js';
import { refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { type Hold, postJournals, setHold } from '../../finance/index.js';
import { selectPayingAccount } from '../election/choice-queries.js';
import { custodyProblems } from '../problems.js';
import { deliveryLines, draftingIn, type PlacedLine } from '../settlement/entry.js';
import type { LineTerms } from './line.js';
import { selectCashPlaces } from './payment-queries.js';
import type { NewLine } from './queries.js';
import type { NewTransfer, TransferLine, TransferRow } from './record.js';

const { MOVEMENT_REFUSED } = custodyProblems;

/** The source type of holds and journals for paid lines; the source id is the id of the line. */
const SOURCE = 'HOLDING_TRANSFER' as const;

/**
 * Returns the lines with the cash accounts for their payment. Refuses if a customer has no open
 * account in the currency of a line.
 */
export async function withAccounts(
  work: Work,
  row: Pick<NewTransfer, 'customer_id' | 'to_customer_id'>,
  lines: readonly LineTerms[],
): Promise<NewLine[]> {
  const accounts = new Map<string, bigint>();
  const find = async (customerId: bigint, currency: string, member: string) => {
    const key = `${customerId} ${currency}`;
    const known = accounts.get(key);
    if (known !== undefined) return known;
    const account = await selectPayingAccount(work.tx, customerId, currency);
    if (account?.active !== true) {
      const detail = `the customer has no open cash account in ${currency}`;
      throw refuseMember(MOVEMENT_REFUSED, member, detail);
    }
    accounts.set(key, account.id);
    return account.id;
  };
  const found: NewLine[] = [];
  for (const { currency, ...line } of lines) {
    const isFree = line.amountMinor === null;
    const { customer_id: from, to_customer_id: to } = row;
    found.push({
      ...line,
      cashAccountId: isFree ? null : await find(from, currency, 'portfolioName'),
      toCashAccountId: isFree || to === null ? null : await find(to, currency, 'toPortfolioName'),
    });
  }
  return found;
}

/** Puts the amount to be paid on hold. Refuses with INSUFFICIENT_FUNDS if less is available. */
export async function holdPayment(
  work: Work,
  row: Pick<NewTransfer, 'type'>,
  line: TransferLine,
): Promise<void> {
  const hold = holdOf(row, line, line.amountMinor ?? 0n);
  if (hold !== undefined) await setHold(work.tx, hold);
}

/** Releases the amount on hold for a line. */
export async function releasePayment(
  work: Work,
  row: Pick<NewTransfer, 'type'>,
  line: TransferLine,
): Promise<void> {
  const hold = holdOf(row, line, 0n);
  if (hold !== undefined) await setHold(work.tx, hold);
}

// The receiver of the units pays. If the units leave the firm, the receiver is not our customer.
function holdOf(
  { type }: Pick<NewTransfer, 'type'>,
  line: TransferLine,
  amountMinor: bigint,
): Hold | undefined {
  const accountId = type === 'INTERNAL' ? line.toCashAccountId : line.cashAccountId;
  if (accountId === null || type === 'OUT_PAID') return undefined;
  return { sourceType: SOURCE, sourceId: line.id, accountId, amountMinor };
}

/**
 * Books the payment of each line with an amount, and releases the hold. Refuses a closed account.
 * The caller stores the movements in the same transaction.
 */
export async function bookPayments(
  work: Work,
  row: TransferRow,
  { lines, date }: { readonly lines: readonly TransferLine[]; readonly date: BusinessDate },
): Promise<void> {
  const draft = draftingIn(work);
  const places = await placesOf(work, lines);
  const drafts = [];
  for (const line of lines) {
    if (line.amountMinor === null || line.cashAccountId === null) continue;
    const placed = (accountId: bigint, amountMinor: bigint): PlacedLine => ({
      account: accountId,
      officeId: places.get(accountId) ?? row.office_id,
      amountMinor,
    });
    const received = row.type === 'IN_PAID' ? -line.amountMinor : line.amountMinor;
    const other: PlacedLine =
      line.toCashAccountId === null
        ? { account: 'HOLDING_TRANSFER/BANK', officeId: row.office_id, amountMinor: received }
        : placed(line.toCashAccountId, received);
    const frame = {
      ...{ officeId: row.office_id, currency: line.currency, date },
      narration: `Transfer ${row.name}, ${line.quantity} units of ${line.securityName}`,
      ...{ sourceType: SOURCE, sourceId: line.id },
    } as const;
    drafts.push(await draft(frame, deliveryLines([other, placed(line.cashAccountId, -received)])));
  }
  if (drafts.length === 0) return;
  const holds = lines.flatMap((line) => holdOf(row, line, 0n) ?? []);
  await postJournals(work.tx, drafts, holds);
}

// The offices of the accounts, all of which must be open.
async function placesOf(
  work: Work,
  lines: readonly TransferLine[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const ids = lines.flatMap((line) =>
    [line.cashAccountId ?? [], line.toCashAccountId ?? []].flat(),
  );
  const found = await selectCashPlaces(work.tx, ids);
  const closed = found.find(({ active }) => !active);
  if (closed !== undefined) {
    const detail = `The account ${closed.name} is closed.`;
    throw refusal(MOVEMENT_REFUSED, { detail });
  }
  return new Map(found.map(({ id, office_id }) => [id, office_id]));
}
