// Books the payments and reversals of entitlements: one journal per entitlement.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import { codeOf } from '../../../platform/ids.js';
import { type JournalDraft, lockFunds, postJournals } from '../../finance/index.js';
import { claimEvent } from './claim-event.js';
import { draftingIn, paymentLines } from './entry.js';
import { entitlementEvent } from './event.js';
import { controlOf } from './funding.js';
import { addToFunding, type FundingChange, lockFunding } from './funding-queries.js';
import { narrationOf } from './narration.js';
import {
  insertShortClaims,
  type PaidRow,
  type PayRow,
  type ShortRow,
  storePaid,
  storeReasons,
  storeTakenBack,
  type TakeBackRow,
} from './pay-queries.js';
import { type Paying, partOf } from './paying.js';

/** A row with its journal. */
interface Drafted {
  readonly row: PayRow;
  /** The part that the firm advances, in minor units. */
  readonly advancedMinor: bigint;
  readonly journal: JournalDraft | undefined;
}

/**
 * Pays entitlements, or reverses the excess that earlier revisions paid. A row that cannot be paid
 * remains due, and the reason is stored. Returns the offices and currencies with insufficient
 * money, as `office currency`; their rows are not paid. The caller has locked the event.
 */
export async function bookPayments(
  work: Work,
  paying: Paying,
  rows: readonly PayRow[],
): Promise<ReadonlySet<string>> {
  const ready = await readyRows(work, rows);
  const { drafted, changes, short } = await draftPayments(work, paying, ready);
  await storeDrafted(work, paying, drafted);
  await addToFunding(work.tx, paying.event.id, changes);
  return short;
}

/** Thrown if less money is left than the caller of `bookFunded` expected. */
export class MoneyUsed extends Error {}

/**
 * Like `bookPayments`, but for offices and currencies that have received the money for all their
 * rows. Several batches of an event may be booked at the same time, because the money is locked
 * last. Throws MoneyUsed, so that nothing is booked, if the money was used up in the meantime.
 */
export async function bookFunded(
  work: Work,
  paying: Paying,
  rows: readonly PayRow[],
): Promise<number> {
  const ready = await readyRows(work, rows);
  const draft = draftingIn(work);
  const drafted: Drafted[] = [];
  for (const row of ready) drafted.push(await draftRow(draft, paying, { row, advancedMinor: 0n }));
  await storeDrafted(work, paying, drafted);
  const purses = await openPurses(
    work,
    paying,
    ready.filter(({ by_firm }) => by_firm),
  );
  const changes = sumsByPart(drafted);
  for (const change of changes) {
    const left = purses.get(partOf(change))?.control ?? 0n;
    if (change.paid > left) throw new MoneyUsed(partOf(change));
  }
  await addToFunding(work.tx, paying.event.id, changes);
  return drafted.length;
}

/** Stores why rows cannot be paid, and returns the others. */
async function readyRows(work: Work, rows: readonly PayRow[]): Promise<PayRow[]> {
  const held = rows.flatMap((row) => {
    const reason = reasonAgainst(row);
    return reason === undefined ? [] : [{ id: row.id, reason }];
  });
  await storeReasons(work.tx, held);
  return rows.filter((row) => reasonAgainst(row) === undefined);
}

async function storeDrafted(
  work: Work,
  paying: Paying,
  drafted: readonly Drafted[],
): Promise<void> {
  const ids = await postDrafted(work, paying, drafted);
  const paid = drafted.map(({ row, advancedMinor }): PaidRow => {
    const journalId = ids.get(row.id) ?? null;
    return { ...changeOf(row), journalId, advanced: advancedMinor > 0n };
  });
  await storePaid(work.tx, paying.date, paid);
  for (const { row } of drafted) {
    work.events.push(entitlementEvent('paid', paying.event.name, row));
  }
}

/** Reverses payments of entitlements that are no longer due. The debit is forced, never refused. */
export async function bookTakeBacks(
  work: Work,
  paying: Paying,
  rows: readonly TakeBackRow[],
): Promise<void> {
  const draft = draftingIn(work);
  const drafted: Drafted[] = [];
  for (const row of rows) {
    const frame = frameOf(row, paying, 'REVERSED');
    const reversalOfId = row.reversible_journal_id ?? undefined;
    const journal = await draft({ ...frame, reversalOfId }, linesOf(row, 0n));
    drafted.push({ row, advancedMinor: 0n, journal });
  }
  await lockFunding(work.tx, paying.event.id, rows);
  const ids = await postDrafted(work, paying, drafted);
  await addToFunding(work.tx, paying.event.id, sumsByPart(drafted));
  const taken = rows.map((row) => ({ ...changeOf(row), journalId: ids.get(row.id) ?? null }));
  await storeTakenBack(work.tx, paying.date, taken);
  for (const row of rows) work.events.push(entitlementEvent('reversed', paying.event.name, row));
}

// Only a payment to a customer needs an open account; a reversal may debit a closed one.
function reasonAgainst(row: PayRow): string | undefined {
  if (!row.by_firm) return undefined;
  if (row.waits_for_price) return 'NO_FRACTION_PRICE';
  if (row.cash_change_minor <= 0n) return undefined;
  if (row.account_id === null) return 'NO_ACCOUNT';
  return row.account_active === true ? undefined : 'ACCOUNT_CLOSED';
}

function needOf(row: PayRow): bigint {
  return row.by_firm ? row.cash_change_minor + row.tax_change_minor : 0n;
}

function changeOf(row: PayRow) {
  return {
    id: row.id,
    cashMinor: row.by_firm ? row.cash_change_minor : 0n,
    taxMinor: row.by_firm ? row.tax_change_minor : 0n,
  };
}

interface DraftedPayments {
  readonly drafted: readonly Drafted[];
  readonly changes: readonly FundingChange[];
  readonly short: ReadonlySet<string>;
}

async function draftPayments(
  work: Work,
  paying: Paying,
  rows: readonly PayRow[],
): Promise<DraftedPayments> {
  const byFirm = rows.filter((row) => row.by_firm);
  const purses = await openPurses(work, paying, byFirm);
  const short = new Set<string>();
  for (const [part, purse] of purses) {
    const own = byFirm.filter((row) => partOf(row) === part);
    const needed = own.reduce((sum, row) => sum + needOf(row), 0n);
    if (needed > 0n && needed > purse.control + purse.advance) short.add(part);
  }
  const draft = draftingIn(work);
  const drafted: Drafted[] = [];
  for (const row of rows) {
    if (row.by_firm && short.has(partOf(row))) continue;
    const advancedMinor = takeFrom(purses.get(partOf(row)), needOf(row));
    drafted.push(await draftRow(draft, paying, { row, advancedMinor }));
  }
  return { drafted, changes: sumsByPart(drafted), short };
}

async function draftRow(
  draft: ReturnType<typeof draftingIn>,
  paying: Paying,
  { row, advancedMinor }: Omit<Drafted, 'journal'>,
): Promise<Drafted> {
  const frame = frameOf(row, paying, row.prior_journal_id === null ? 'PAID' : 'CORRECTED');
  const lines = row.by_firm ? linesOf(row, advancedMinor) : [];
  return {
    row,
    advancedMinor,
    journal: lines.length === 0 ? undefined : await draft(frame, lines),
  };
}

/**
 * An event's remaining money in an office and currency: money received, and money that the firm may
 * advance.
 */
interface Purse {
  control: bigint;
  advance: bigint;
}

async function openPurses(
  work: Work,
  paying: Paying,
  rows: readonly PayRow[],
): Promise<Map<string, Purse>> {
  const parts = await lockFunding(work.tx, paying.event.id, rows);
  return new Map(
    parts.map((part) => {
      const advance = part.advance_limit_minor - part.advanced_minor;
      return [partOf(part), { control: controlOf(part), advance: advance > 0n ? advance : 0n }];
    }),
  );
}

// Takes an amount from the purse, using received money first. Returns the amount that is advanced.
function takeFrom(purse: Purse | undefined, needMinor: bigint): bigint {
  if (purse === undefined) return 0n;
  const received = purse.control > 0n ? purse.control : 0n;
  const advanced = needMinor > received ? needMinor - received : 0n;
  purse.control -= needMinor - advanced;
  purse.advance -= advanced;
  return advanced;
}

function linesOf(row: PayRow, advancedMinor: bigint) {
  const { cashMinor, taxMinor } = changeOf(row);
  if (cashMinor === 0n && taxMinor === 0n) return [];
  const place = {
    officeId: row.office_id,
    accountId: present(row.account_id, 'paid amounts have an account'),
    accountOfficeId: present(row.account_office_id, 'an account has an office'),
  };
  return paymentLines({ cashMinor, taxMinor, advancedMinor }, place);
}

function frameOf(row: PayRow, { date }: Paying, change: Parameters<typeof narrationOf>[1]) {
  return {
    officeId: row.office_id,
    currency: row.currency,
    date,
    narration: narrationOf(row, change),
    sourceType: 'ENTITLEMENT',
    sourceId: row.id,
    force: row.cash_change_minor < 0n,
  } as const;
}

function sumsByPart(drafted: readonly Drafted[]): (FundingChange & { readonly paid: bigint })[] {
  const sums = new Map<string, FundingChange & { paid: bigint; advanced: bigint }>();
  for (const { row, advancedMinor } of drafted) {
    if (!row.by_firm) continue;
    const { office_id, currency } = row;
    const sum = sums.get(partOf(row)) ?? { office_id, currency, paid: 0n, advanced: 0n };
    sum.paid += needOf(row) - advancedMinor;
    sum.advanced += advancedMinor;
    sums.set(partOf(row), sum);
  }
  return [...sums.values()];
}

/**
 * Posts the journals and returns their ids by entitlement. Opens claims for reversed money that the
 * customer has already spent.
 */
async function postDrafted(
  work: Work,
  paying: Paying,
  drafted: readonly Drafted[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const booked = drafted.flatMap(({ row, journal }) => (journal ? [{ row, journal }] : []));
  const takesBack = booked.some(({ row }) => row.cash_change_minor < 0n);
  const rooms = takesBack ? await roomsOf(work, booked) : new Map<bigint, bigint>();
  const numbers = await postJournals(
    work.tx,
    booked.map(({ journal }) => journal),
  );
  const ids = new Map(
    booked.map(({ row }, index) => [row.id, present(numbers[index], 'each journal has its id')]),
  );
  if (takesBack) await claimShort(work, paying, shortOf(booked, { rooms, ids }));
  return ids;
}

interface Booked {
  readonly row: PayRow;
}

async function roomsOf(work: Work, booked: readonly Booked[]): Promise<Map<bigint, bigint>> {
  const accounts = new Set(booked.flatMap(({ row }) => row.account_id ?? []));
  const funds = await lockFunds(work.tx, [...accounts], 'WAIT');
  return new Map([...funds].map(([id, { roomMinor }]) => [id, roomMinor ?? 0n]));
}

type Short = Omit<ShortRow, 'id' | 'name'>;

// The reversed amounts that an account could not pay, in the order of the journals.
function shortOf(
  booked: readonly Booked[],
  {
    rooms,
    ids,
  }: { readonly rooms: Map<bigint, bigint>; readonly ids: ReadonlyMap<bigint, bigint> },
): Short[] {
  return booked.flatMap(({ row }) => {
    const account = present(row.account_id, 'a booked row has an account');
    const before = rooms.get(account) ?? 0n;
    const after = before + row.cash_change_minor;
    rooms.set(account, after);
    const spendable = before > 0n ? before : 0n;
    const missing = -row.cash_change_minor - spendable;
    if (missing <= 0n) return [];
    return [
      {
        portfolioId: row.portfolio_id,
        customerId: row.customer_id,
        officeId: row.office_id,
        amountMinor: missing,
        currency: row.currency,
        journalId: present(ids.get(row.id), 'a booked row has a journal'),
        reason: 'The reversed amount is more than the account’s balance.',
      },
    ];
  });
}

async function claimShort(work: Work, paying: Paying, short: readonly Short[]): Promise<void> {
  const numbers = await work.context.ids.take(work.tx, 'market_claim_id', short.length);
  const rows = short.map((row, index): ShortRow => {
    const id = present(numbers[index], 'one id was taken per claim');
    return { ...row, id, name: codeOf(id) };
  });
  const made = { eventId: paying.event.id, by: work.principal.name, at: work.now };
  await insertShortClaims(work.tx, rows, made);
  for (const { id, name, officeId } of rows) {
    const row = { id, name, office_id: officeId, kind: 'SHORT', direction: 'PAYABLE' };
    work.events.push(claimEvent('opened', row, paying.event.name));
  }
}
