// Books an event settlement, and repays the firm's advance from received money.

import type { Work } from '../../../platform/context.js';
import { postJournal } from '../../finance/index.js';
import { draftingIn, type PlacedLine, repaymentLines, settlementLines } from './entry.js';
import { repayable } from './funding.js';
import { addToFunding, type FundingNeed, lockFunding, selectNeeds } from './funding-queries.js';
import type { Paying } from './paying.js';
import { repaymentOf } from './preparation.js';
import type { SettlementRow } from './queries.js';

/** The members of a settlement that are needed to book it. */
type Posted = Pick<
  SettlementRow,
  | 'id'
  | 'name'
  | 'office_id'
  | 'bank_office_id'
  | 'direction'
  | 'amount_minor'
  | 'currency'
  | 'value_date'
>;

/** The journal of a settlement, and its lines. */
interface Posting {
  readonly journalId: bigint | undefined;
  readonly lines: readonly PlacedLine[];
}

/**
 * Books a settlement and returns its journal. An advance has no journal, because it only allows the
 * firm to pay. The caller has locked the event.
 */
export async function postSettlement(
  work: Work,
  row: Posted,
  { event, date }: Paying,
): Promise<Posting> {
  const { office_id, currency, amount_minor: amount } = row;
  await lockFunding(work.tx, event.id, [row]);
  if (row.direction === 'ADVANCE') {
    await addToFunding(work.tx, event.id, [{ office_id, currency, advanceLimit: amount }]);
    return { journalId: undefined, lines: [] };
  }
  const received = row.direction === 'RECEIPT' ? amount : -amount;
  await addToFunding(work.tx, event.id, [{ office_id, currency, received }]);
  const need = await needOf(work, event.id, row);
  const repaid = need === undefined || received < 0n ? 0n : repayable(need);
  const place = { officeId: office_id, bankOfficeId: row.bank_office_id };
  const lines = [
    ...settlementLines(received, place),
    ...(repaid === 0n ? [] : repaymentLines(repaid, office_id)),
  ];
  if (need !== undefined && repaid > 0n) {
    await addToFunding(work.tx, event.id, [repaymentOf(need, repaid)]);
  }
  const frame = {
    ...{ officeId: office_id, currency, date, valueDate: row.value_date },
    narration: `${row.direction === 'RECEIPT' ? 'Received for' : 'Paid for'} ${event.label}`,
    sourceType: 'EVENT_SETTLEMENT',
    sourceId: row.id,
  } as const;
  const journalId = await postJournal(work.tx, await draftingIn(work)(frame, lines));
  return { journalId, lines };
}

async function needOf(
  work: Work,
  eventId: bigint,
  part: Pick<Posted, 'office_id' | 'currency'>,
): Promise<FundingNeed | undefined> {
  const needs = await selectNeeds(work.tx, [eventId]);
  return needs.find((need) => need.office_id === part.office_id && need.currency === part.currency);
}
