// Group commit of new cash transactions: reads, checks and stores them in one database transaction.

import { present } from '../../../platform/assert.js';
import type { Work } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { Problem } from '../../../platform/http/reply/problem.js';
import type { Outcome, RunBatch } from '../../../platform/http/route.js';
import { type ApprovalNeed, approvalNeedOf, bandQuestionOf } from '../approval/need.js';
import { selectBands } from '../approval/queries.js';
import { namesGateway } from '../gateway/payment.js';
import { dateSettingOf } from '../journal/date.js';
import { lockFunds } from '../ledger/queries.js';
import type { FinancePorts } from '../port.js';
import type { CashTransactionBody } from '../schema.js';
import { type CashAccountRow, findCashAccounts } from './account-queries.js';
import {
  createdOutcome,
  heldMinor,
  type Made,
  madeRow,
  needQuestionOf,
  newRequest,
  storeCreated,
} from './create.js';
import { type CashTransactionDraft, cashReferenceOf, draftCashTransaction } from './draft.js';
import type { CashTransactionRequest } from './draft-request.js';

/**
 * Creates transactions that were requested at the same time. Some must be created individually: a
 * debit from an account with debit rules, a debit that the account cannot pay, a debit from an
 * account that another transaction has locked, and a payment through a gateway, whose reference
 * must be new.
 */
export const createCashTransactions =
  (ports: FinancePorts): RunBatch<{ readonly body: CashTransactionBody }> =>
  (parts) =>
    createTogether(parts, ports);

async function createTogether(
  parts: Parts,
  ports: FinancePorts,
): Promise<(Outcome | Problem | undefined)[]> {
  const [first] = parts;
  if (first === undefined) return [];
  const { tx, context } = first.work;
  const drafted = await draftedParts(tx, parts, ports);
  const needed = await neededParts(tx, drafted);
  const free = await payableParts(tx, needed);
  const settled = needed.map((each) =>
    each === undefined || each instanceof Problem || free.has(each) ? each : undefined,
  );
  const ids = await context.ids.take(tx, 'cash_transaction_id', free.size);
  const made = new Map<Needed, Made>();
  for (const each of settled) {
    if (each === undefined || each instanceof Problem) continue;
    const id = present(ids[made.size], 'each transaction has an id');
    made.set(each, await madeRow(each.work, { ...each, id, place: undefined }));
  }
  const rows = [...made.values()].map(({ row }) => row);
  const duplicates = await storeCreated(tx, rows);
  return Promise.all(
    settled.map(async (each) => {
      if (each === undefined || each instanceof Problem) return each;
      const own = present(made.get(each), 'each payable transaction was made');
      return createdOutcome(each.work, own, duplicates.get(own.row.id));
    }),
  );
}

type Parts = readonly {
  readonly work: Work;
  readonly input: { readonly body: CashTransactionBody };
}[];

/** A request with all records that it refers to. */
interface Drafted {
  readonly work: Work;
  readonly request: CashTransactionRequest;
  readonly draft: CashTransactionDraft;
}

/** A drafted request with the approvals that it needs. */
interface Needed extends Drafted {
  readonly need: ApprovalNeed;
}

async function draftedParts(
  tx: Tx,
  parts: Parts,
  ports: FinancePorts,
): Promise<(Drafted | Problem | undefined)[]> {
  const requests = await Promise.all(
    parts.map(({ input }) => settledAs(async () => newRequest(input.body))),
  );
  const references = await Promise.all(
    requests.map((request) =>
      request instanceof Problem ? request : settledAs(async () => cashReferenceOf(request)),
    ),
  );
  const found = await findCashAccounts(
    tx,
    references.map((reference) => (reference instanceof Problem ? {} : reference)),
  );
  const isDated = parts.some(({ input }) => input.body.transactionDate !== undefined);
  const setting = isDated ? await dateSettingOf(tx) : undefined;
  const drafted: (Drafted | Problem | undefined)[] = [];
  for (const [place, { work }] of parts.entries()) {
    const request = present(requests[place], 'each part has a request');
    const account = found.get(place);
    // A request without an account is refused later, by the draft, so that the checks keep their
    // order.
    const known = references[place] instanceof Problem ? undefined : { account, setting };
    if (request instanceof Problem) drafted.push(request);
    else if (countsDebits(request, account) || namesGateway(request)) drafted.push(undefined);
    else {
      drafted.push(
        await settledAs(async () => ({
          ...{ work, request },
          draft: await draftCashTransaction(work, request, { ports, known }),
        })),
      );
    }
  }
  return drafted;
}

// Debits are counted one by one, under the account's lock.
function countsDebits(
  { transType, maxNoOfDebits }: CashTransactionRequest,
  account: CashAccountRow | undefined,
): boolean {
  if (transType === 'RECEIPT') return false;
  const { max_no_of_debits: most, locked_until: until } = account ?? {};
  return Boolean(maxNoOfDebits) || (most ?? null) !== null || (until ?? null) !== null;
}

async function neededParts(
  tx: Tx,
  drafted: readonly (Drafted | Problem | undefined)[],
): Promise<(Needed | Problem | undefined)[]> {
  const questions = drafted.map((each) =>
    each === undefined || each instanceof Problem
      ? undefined
      : needQuestionOf(each.request, each.draft),
  );
  const places = [...questions.entries()].flatMap(([place, question]) =>
    question === undefined ? [] : [{ place, question }],
  );
  const bands = await selectBands(
    tx,
    places.map(({ question }) => bandQuestionOf(question)),
  );
  const needed: (Needed | Problem | undefined)[] = [...drafted].map((each) =>
    each instanceof Problem ? each : undefined,
  );
  for (const [index, { place, question }] of places.entries()) {
    const each = drafted[place];
    if (each === undefined || each instanceof Problem) continue;
    const known = { band: bands.get(index) };
    needed[place] = await settledAs(async () => ({
      ...each,
      need: await approvalNeedOf(each.work, question, known),
    }));
  }
  return needed;
}

// A debit is payable only if its account is locked and has enough available for all debits in the
// group.
async function payableParts(
  tx: Tx,
  needed: readonly (Needed | Problem | undefined)[],
): Promise<Set<Needed>> {
  const parts = needed.filter(isNeeded);
  const outgoing = parts.filter((each) => outgoingMinor(each) > 0n);
  const accounts = new Set(outgoing.map(({ draft }) => draft.cash.id));
  const funds = await lockFunds(tx, [...accounts], 'SKIP');
  const taken = new Map<bigint, bigint>();
  const payable = new Set<Needed>();
  for (const part of parts) {
    const minor = outgoingMinor(part);
    const { id } = part.draft.cash;
    const after = (taken.get(id) ?? 0n) + minor;
    const account = funds.get(id);
    const fits =
      account !== undefined && (account.roomMinor === null || after <= account.roomMinor);
    if (minor > 0n && !fits) continue;
    if (minor > 0n) taken.set(id, after);
    payable.add(part);
  }
  return payable;
}

function isNeeded(each: Needed | Problem | undefined): each is Needed {
  return each !== undefined && !(each instanceof Problem);
}

function outgoingMinor({ request, draft }: Drafted): bigint {
  return heldMinor({
    trans_type: request.transType,
    amount_minor: draft.amountMinor,
    fee_minor: draft.feeMinor,
    early_withdrawal_minor: draft.earlyWithdrawal.chargeMinor,
  });
}

async function settledAs<Result>(work: () => Promise<Result>): Promise<Result | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
