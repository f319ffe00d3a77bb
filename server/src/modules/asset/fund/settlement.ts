// Settlements with funds' custodians: payments for units bought by an office's clients, and
// receipts for units that they redeemed. One person enters a settlement, and another approves it.
// The approval books it.

import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { type Call, seesOffice, type Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import type { Decimal } from '../../../platform/money/decimal.js';
import { formatMoney, minorToDecimal, parseMinor } from '../../../platform/money/money.js';
import { isOfOffices } from '../../../platform/reference-data/state-step.js';
import { financeProblems, postJournal } from '../../finance/index.js';
import { officeByCode } from '../../party/index.js';
import { journalOf, shownLines } from '../deposit/ledger-entry.js';
import { tooManyDecimals } from '../deposit/rate.js';
import type { EntryLine } from '../instrument/client-money.js';
import { assetProblems } from '../problems.js';
import { stampOf } from '../stamp.js';
import { undecidedLock } from './decision.js';
import { fundEvent } from './event.js';
import { fundControl } from './execution.js';
import { type FundReference, fundNamed } from './fund.js';
import {
  countDues,
  countSettlements,
  decideSettlement,
  dueOf,
  type FundDueRow,
  type FundSettlementRow,
  type FundSettlementStatus,
  insertSettlement,
  lockSettlement,
  selectDues,
  selectSettlement,
  selectSettlements,
} from './settlement-queries.js';

export interface FundSettlementRequest extends FundReference {
  readonly businessOfficeName: string;
  readonly direction: 'PAYMENT' | 'RECEIPT';
  readonly amount: Decimal;
  readonly reference?: string | undefined;
  readonly label?: string | undefined;
}

/** Enters a settlement. It stays PENDING until another person approves it. */
export async function createFundSettlement(
  work: Work,
  request: FundSettlementRequest,
): Promise<Outcome> {
  const fund = await fundNamed(work.tx, request, { closedToo: true });
  const officeId = await officeNamed(work, request.businessOfficeName);
  const amountMinor = parseMinor(request.amount, fund.currency);
  if (amountMinor === undefined) throw tooManyDecimals('amount', fund.currency);
  if (amountMinor <= 0n) {
    throw refuseMember(financeProblems.AMOUNT_NOT_POSITIVE, 'amount', 'must be above zero');
  }
  const { direction, reference = null } = request;
  const requested = { fund_id: fund.id, office_id: officeId, direction, amount_minor: amountMinor };
  await refuseMoreThanDue(work, { ...requested, currency: fund.currency });
  const id = await work.context.ids.next(work.tx, 'fund_settlement_id');
  const money = formatMoney({ minor: amountMinor, currency: fund.currency });
  await insertSettlement(
    work.tx,
    {
      ...requested,
      name: codeOf(id),
      label: request.label || `${direction} ${fund.name} ${money}`,
      reference,
      creator_kind: work.principal.kind,
      creator_id: work.principal.id,
    },
    stampOf(work, id),
  );
  const outcome = await written(work, id, 'created');
  return { ...outcome, created: true, location: `order/fund/settlement/id/${id}` };
}

/**
 * Approves a settlement and books it on the business date. Refuses its maker with OWN_WORK. A dry
 * run shows the ledger lines.
 */
export async function approveFundSettlement(work: Work, id: bigint): Promise<Outcome> {
  const row = await lockUndecided(work, id);
  await refuseMoreThanDue(work, row);
  const date = await currentBusinessDate(work.tx);
  const lines = settlementLines(row);
  const frame = {
    officeId: row.office_id,
    currency: row.currency,
    date,
    narration: `Settlement with ${row.fund_name} ${row.name}`,
    sourceType: `FUND-SETTLEMENT:${row.fund_name}`,
    sourceId: id,
  };
  const journalId = await postJournal(work.tx, await journalOf(work, frame, lines));
  await decideSettlement(work.tx, stampOf(work, id), { posted: { journalId, on: date } });
  const outcome = await written(work, id, 'posted');
  if (!work.tx.dryRun) return outcome;
  return { ...outcome, extra: { journalLines: await shownLines(work, lines, row.currency) } };
}

/** Rejects a settlement. Refuses its maker with OWN_WORK. */
export async function rejectFundSettlement(
  work: Work,
  id: bigint,
  reason: string | undefined,
): Promise<Outcome> {
  await lockUndecided(work, id);
  await decideSettlement(work.tx, stampOf(work, id), { reason });
  return written(work, id, 'rejected');
}

const lockUndecided = undecidedLock({
  noun: 'settlement',
  wrongState: assetProblems.FUND_SETTLEMENT_WRONG_STATE,
  select: selectSettlement,
  lock: lockSettlement,
  isVisible: isOfOffices,
});

// A payment to a custodian cannot exceed the office's debt to the fund, because it is client money.
// A receipt can be any amount: if it exceeds the fund's debt, the office owes the fund the excess.
async function refuseMoreThanDue(
  work: Work,
  requested: Pick<
    FundSettlementRow,
    'fund_id' | 'office_id' | 'direction' | 'amount_minor' | 'currency'
  >,
): Promise<void> {
  if (requested.direction === 'RECEIPT') return;
  const due = await dueOf(work.tx, requested.fund_id, requested.office_id);
  if (requested.amount_minor <= due) return;
  const owed = formatMoney({ minor: due > 0n ? due : 0n, currency: requested.currency });
  throw refuseMember(
    assetProblems.FUND_SETTLEMENT_REFUSED,
    'amount',
    `is more than the ${owed} that the office owes the fund`,
  );
}

async function officeNamed(work: Work, name: string): Promise<bigint> {
  const office = await officeByCode(work.tx, name);
  if (office && seesOffice(work.principal, office.id)) return office.id;
  throw refuseMember(
    commonProblems.UNKNOWN_REFERENCE,
    'businessOfficeName',
    'is not the code of a business office',
  );
}

/**
 * Returns the ledger lines. A payment debits the fund's control account and credits the clients'
 * bank account. A receipt does the reverse.
 */
function settlementLines(row: FundSettlementRow): EntryLine[] {
  const amountMinor = row.direction === 'PAYMENT' ? row.amount_minor : -row.amount_minor;
  return [
    { account: fundControl(row.fund_name), amountMinor },
    { account: 'FUND/BANK', amountMinor: -amountMinor },
  ];
}

function notFound() {
  return refusal(commonProblems.DOCUMENT_NOT_FOUND, { detail: 'no such settlement' });
}

async function written(
  work: Work,
  id: bigint,
  done: 'created' | 'posted' | 'rejected',
): Promise<Outcome> {
  const row = present(await selectSettlement(work.tx, id), 'the settlement was written');
  const data = { name: row.name, direction: row.direction };
  const event = fundEvent(`fund-settlement.${done}`, row, data);
  work.events.push({ ...event, officeId: row.office_id });
  return {
    msgCode: `FUND_SETTLEMENT_${done.toUpperCase()}`,
    id,
    name: id < 0n ? '' : row.name,
    version: row.version,
    result: settlementRecord(row),
  };
}

function settlementRecord(row: FundSettlementRow): object {
  return {
    id: row.id,
    active: row.status !== 'REJECTED',
    name: row.id < 0n ? undefined : row.name,
    label: row.label,
    fundId: row.fund_id,
    fundName: row.fund_name,
    businessOfficeName: row.office_name,
    direction: row.direction,
    currency: row.currency,
    amount: minorToDecimal(row.amount_minor, row.currency),
    reference: row.reference ?? undefined,
    status: row.status,
    settlementDate: row.settled_on ?? undefined,
    journalId: row.journal_id ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    decidedDttm: row.decided_at ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    ...shownStamp(row),
  };
}

/**
 * Returns one settlement of an office that the caller can see, or refuses with DOCUMENT_NOT_FOUND.
 */
export async function readFundSettlement(call: Call, id: bigint): Promise<object> {
  const row = await selectSettlement(call.db, id);
  if (row === undefined || !seesOffice(call.principal, row.office_id)) throw notFound();
  return versioned(settlementRecord(row), row.version);
}

/** Lists settlements of the offices that the caller can see, newest first. */
export async function listFundSettlements(
  call: Call,
  requested: {
    readonly fundId?: bigint | undefined;
    readonly status?: FundSettlementStatus | undefined;
  },
  page: PageRequest,
): Promise<Page<object>> {
  const { fundId, status } = requested;
  const filter = { offices: call.principal.offices, fundId, status };
  const { rows, nextAfter } = pageFrom(await selectSettlements(call.db, filter, page), page);
  const count = await countSettlements(call.db, filter);
  return { count, result: rows.map(settlementRecord), nextAfter };
}

/** Lists the debts between funds and the offices that the caller can see, by control account. */
export async function listFundDues(
  call: Call,
  fundId: bigint | undefined,
  page: PageRequest,
): Promise<Page<object>> {
  const filter = { offices: call.principal.offices, fundId };
  const rows = (await selectDues(call.db, filter, page)).map((row) => ({
    ...row,
    id: row.account_id,
  }));
  const { rows: shown, nextAfter } = pageFrom(rows, page);
  return { count: await countDues(call.db, filter), result: shown.map(dueRecord), nextAfter };
}

function dueRecord(row: FundDueRow): object {
  const { due_minor: due, currency } = row;
  return {
    id: row.account_id,
    active: true,
    name: row.account_name,
    label: row.fund_label,
    fundId: row.fund_id,
    fundName: row.fund_name,
    businessOfficeName: row.office_name,
    currency,
    owedToFund: minorToDecimal(due > 0n ? due : 0n, currency),
    owedByFund: minorToDecimal(due < 0n ? -due : 0n, currency),
  };
}
