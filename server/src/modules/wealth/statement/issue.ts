// Issues wealth statements. The figures, number, version and seal of a statement are stored once.

import { present } from '../../../platform/assert.js';
import { addDays } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { decimalToMinor } from '../../../platform/money/money.js';
import { canonicalText, digestOf, makeCode, sealingKey } from '../../order/index.js';
import { type OwnerRow, selectCustomer } from '../valuation/queries.js';
import { currencyOf } from '../valuation/valuation.js';
import { contentOf } from './collect.js';
import type { StatementContent, StatementFigures } from './content.js';
import { statementEvent } from './event.js';
import { type RequestedPeriod, refusePeriod } from './period.js';
import { statementRecord } from './record.js';
import {
  insertDocument,
  insertStatement,
  lockInForce,
  type StatementKey,
  type StatementRow,
  selectStatement,
  updateReplaced,
} from './store-queries.js';

/** The customer and period of a statement, and its currency if it is not the office's. */
interface IssueRequest extends RequestedPeriod {
  readonly customerId: bigint;
  readonly cu?: string | undefined;
}

/**
 * Issues a customer's statement for a period that is over. If the statement in force has the same
 * figures, returns it; otherwise the new one replaces it.
 */
export async function issueStatement(work: Work, request: IssueRequest): Promise<Outcome> {
  const customer = await selectCustomer(work.tx, request.customerId);
  if (customer === undefined || !seesOffice(work.principal, customer.office_id)) {
    const detail = 'is not a customer';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'customerId', detail);
  }
  await refuseOpenPeriod(work, request);
  const currency = currencyOf(request) ?? customer.office_currency;
  const { sd: from, ed: to } = request;
  const today = await currentBusinessDate(work.tx);
  const at = work.now;
  const content = await contentOf(work.tx, { customer, from, to, currency, today, at });
  const { row, isNew } = await issueContent(work, { customer, content });
  return {
    msgCode: isNew ? 'WEALTH_STATEMENT_ISSUED' : 'WEALTH_STATEMENT_UNCHANGED',
    id: row.id,
    name: row.name,
    version: row.version,
    created: isNew,
    result: statementRecord(row),
  };
}

/** Refuses an invalid period. A period is over when the business date is after it. */
export async function refuseOpenPeriod({ tx }: Work, period: RequestedPeriod): Promise<void> {
  const today = await currentBusinessDate(tx);
  refusePeriod(period, { today, last: addDays(today, -1) });
}

/** A statement without a number, and the run that issues it, if any. */
interface ToIssue {
  readonly customer: OwnerRow;
  readonly content: StatementContent;
  readonly run?: { readonly id: bigint; readonly by: string } | undefined;
}

/** The statement in force, and whether this call issued it. */
interface Issued {
  readonly row: StatementRow;
  readonly isNew: boolean;
}

/**
 * Issues a statement unless the one in force has the same figures. Two concurrent callers get the
 * same statement, because the second waits for the first and then finds its statement.
 */
export async function issueContent(work: Work, one: ToIssue): Promise<Issued> {
  const { period, currency } = one.content.figures;
  const figuresDigest = digestOf(canonicalText(one.content.figures));
  const { from, to } = period;
  const key = { customerId: one.customer.customer_id, from, to, currency };
  const inForce = await lockInForce(work.tx, key);
  if (inForce?.figures_digest === figuresDigest) return { row: inForce, isNew: false };
  const row = await replace(work, { one, key, inForce, figuresDigest });
  if (row !== undefined) return { row, isNew: true };
  const other = await lockInForce(work.tx, key);
  if (other?.figures_digest === figuresDigest) return { row: other, isNew: false };
  const detail = 'Another statement for the period was issued at the same time. Try again.';
  throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail });
}

/** A statement that replaces the one in force. */
interface Replacement {
  readonly one: ToIssue;
  readonly key: StatementKey;
  readonly inForce: StatementRow | undefined;
  readonly figuresDigest: string;
}

// Returns undefined if another transaction has stored a statement for the period in the meantime.
async function replace(work: Work, made: Replacement): Promise<StatementRow | undefined> {
  const { one, key, inForce, figuresDigest } = made;
  const { tx, now: at } = work;
  const by = one.run?.by ?? work.principal.name;
  const id = await work.context.ids.next(tx, 'wealth_statement_id');
  const version = (inForce?.version_no ?? 0) + 1;
  if (inForce !== undefined) await updateReplaced(tx, inForce.id, { by, at });
  const { content } = one;
  const isStored = await insertStatement(tx, {
    ...{ ...key, id, version, figuresDigest, by, at },
    name: nameOf(id),
    officeId: one.customer.office_id,
    replacesId: inForce?.id,
    runId: one.run?.id,
    ...figuresOf(content.figures.summary, key.currency),
  });
  if (!isStored) return undefined;
  const replaces = inForce?.name ?? '';
  await seal(work, id, {
    ...{ ...content, number: nameOf(id), version, replaces },
    issuedAt: at,
  });
  const row = present(await selectStatement(tx, id), 'the statement was stored');
  work.events.push(statementEvent('issued', row));
  if (inForce !== undefined) work.events.push(statementEvent('replaced', inForce));
  return row;
}

function nameOf(id: bigint): string {
  return `WS${codeOf(id)}`;
}

/** Returns the two figures of a statement that a later check compares. */
export function figuresOf(
  { closing, timeWeighted }: StatementFigures['summary'],
  currency: string,
): { readonly closingMinor: bigint; readonly returnPercent: Decimal | undefined } {
  const { percent } = timeWeighted;
  return {
    closingMinor: decimalToMinor(new Decimal(closing), currency, 'HALF_UP'),
    returnPercent: percent === undefined ? undefined : new Decimal(percent),
  };
}

// A dry run has no id to seal.
async function seal(work: Work, id: bigint, content: StatementContent): Promise<void> {
  if (work.tx.dryRun) return;
  const { tx, now, context } = work;
  const document = canonicalText(content);
  const key = await sealingKey({ tx, vault: context.vault, now });
  const code = makeCode({ kind: 'wealth statement', recordId: id, document }, key);
  await insertDocument(tx, id, { document, code, keyId: String(key.kid) });
}
