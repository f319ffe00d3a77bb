// Issues tax packs. The figures, number, version and seal of a pack are stored once.

import { present } from '../../../platform/assert.js';
import { addDays, addMonths, type BusinessDate } from '../../../platform/calendar/business-date.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import { seesOffice, type Work } from '../../../platform/context.js';
import {
  commonProblems,
  type Problem,
  refusal,
  refuseMember,
} from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { codeOf } from '../../../platform/ids.js';
import { toJson } from '../../../platform/json/json.js';
import { canonicalText, digestOf, makeCode, sealingKey } from '../../order/index.js';
import { TAX } from '../limits.js';
import { wealthProblems } from '../problems.js';
import type { PayerRow } from '../tax/queries.js';
import { yearFor } from '../tax/report.js';
import { type OwnerRow, selectCustomer } from '../valuation/queries.js';
import { changesBetween } from './change.js';
import { contentOf } from './collect.js';
import type { PackContent } from './content.js';
import { readDocument } from './document.js';
import { packEvent } from './event.js';
import { packRecord } from './record.js';
import {
  insertDocument,
  insertPack,
  lockInForce,
  type PackRow,
  selectDocument,
  selectPack,
  updateReplaced,
} from './store-queries.js';

/** The customer and the tax year of a pack, and whether it must be final. */
interface IssueRequest {
  readonly customerId: bigint;
  readonly y?: number | undefined;
  readonly final?: boolean | undefined;
}

/**
 * Issues a customer's tax pack for a year. If the pack in force has the same figures, returns it;
 * otherwise the new one replaces it and shows the changes.
 */
export async function issuePack(work: Work, request: IssueRequest): Promise<Outcome> {
  const { tx, context, now: at } = work;
  const customer = await selectCustomer(tx, request.customerId);
  if (customer === undefined || !seesOffice(work.principal, customer.office_id)) {
    const detail = 'is not a customer';
    throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'customerId', detail);
  }
  const today = await currentBusinessDate(tx);
  const yearOf = (payer: PayerRow) => yearFor(payer, request, today);
  const content = await contentOf({ tx, context }, { customer, yearOf, today, at });
  if (request.final === true) refuseOpenYear(content, today);
  const { row, isNew } = await issueContent(work, { customer, content });
  return {
    msgCode: isNew ? 'TAX_PACK_ISSUED' : 'TAX_PACK_UNCHANGED',
    id: row.id,
    name: row.name,
    version: row.version,
    created: isNew,
    result: packRecord(row),
  };
}

/** Refuses with TAX_YEAR_OPEN if the pack must be final but is not. */
export function refuseOpenYear({ figures }: PackContent, today: BusinessDate): void {
  if (figures.state !== 'FINAL') throw yearOpen(figures.until, today);
}

/** Returns the problem that explains why a year cannot have a final pack yet. */
function yearOpen(until: BusinessDate, today: BusinessDate): Problem {
  const first = addDays(addMonths(until, TAX.finalAfterMonths), 1);
  const detail =
    today < first
      ? `cannot be true before ${first}, because the year ends on ${until}`
      : `cannot be true, because the books are not hard closed up to ${until}`;
  return refuseMember(wealthProblems.TAX_YEAR_OPEN, 'final', detail);
}

/** A pack without a number, and the run that issues it, if any. */
interface ToIssue {
  readonly customer: OwnerRow;
  readonly content: PackContent;
  readonly run?: { readonly id: bigint; readonly by: string } | undefined;
}

/** The pack in force, and whether this call issued it. */
interface Issued {
  readonly row: PackRow;
  readonly isNew: boolean;
}

/**
 * Issues a pack unless the one in force has the same figures. Two concurrent callers get the same
 * pack, because the second waits for the first and then finds its pack.
 */
export async function issueContent(work: Work, one: ToIssue): Promise<Issued> {
  const { figures } = one.content;
  const figuresDigest = digestOf(canonicalText(figures));
  const key = { customerId: one.customer.customer_id, year: figures.year };
  const inForce = await lockInForce(work.tx, key);
  if (inForce?.figures_digest === figuresDigest) return { row: inForce, isNew: false };
  const row = await replace(work, one, { inForce, figuresDigest });
  if (row !== undefined) return { row, isNew: true };
  const other = await lockInForce(work.tx, key);
  if (other?.figures_digest === figuresDigest) return { row: other, isNew: false };
  const detail = 'Another pack for the year was issued at the same time. Try again.';
  throw refusal(commonProblems.SERVICE_UNAVAILABLE, { detail });
}

/** The pack to be replaced, and the digest of the new figures. */
interface Replacement {
  readonly inForce: PackRow | undefined;
  readonly figuresDigest: string;
}

// Returns undefined if another transaction has stored a pack for the year in the meantime.
async function replace(
  work: Work,
  one: ToIssue,
  { inForce, figuresDigest }: Replacement,
): Promise<PackRow | undefined> {
  const { tx, now: at } = work;
  const { content, customer, run } = one;
  const { figures } = content;
  const by = run?.by ?? work.principal.name;
  const id = await work.context.ids.next(tx, 'tax_pack_id');
  const name = `TP${codeOf(id)}`;
  const version = (inForce?.version_no ?? 0) + 1;
  const changes = inForce === undefined ? undefined : await changesSince(work, inForce, content);
  if (inForce !== undefined) await updateReplaced(tx, inForce.id, { by, at });
  const isStored = await insertPack(tx, {
    ...{ id, name, version, figuresDigest, by, at },
    ...{ year: figures.year, from: figures.from, until: figures.until, asAt: figures.asAt },
    state: figures.state,
    totals: toJson(figures.totals),
    customerId: customer.customer_id,
    officeId: customer.office_id,
    replacesId: inForce?.id,
    runId: run?.id,
  });
  if (!isStored) return undefined;
  const replaces = inForce?.name ?? '';
  await seal(work, id, { ...content, number: name, version, replaces, issuedAt: at, ...changes });
  const row = present(await selectPack(tx, id), 'the pack was stored');
  work.events.push(packEvent('issued', row));
  if (inForce !== undefined) work.events.push(packEvent('replaced', inForce));
  return row;
}

async function changesSince(
  { tx }: Work,
  { id }: PackRow,
  { figures }: PackContent,
): Promise<Partial<PackContent>> {
  const before = await selectDocument(tx, id);
  if (before === undefined) return {};
  return changesBetween(readDocument(before.document).figures, figures);
}

// A dry run has no id to seal.
async function seal(work: Work, id: bigint, content: PackContent): Promise<void> {
  if (work.tx.dryRun) return;
  const { tx, now, context } = work;
  const document = canonicalText(content);
  const key = await sealingKey({ tx, vault: context.vault, now });
  const code = makeCode({ kind: 'tax pack', recordId: id, document }, key);
  await insertDocument(tx, id, { document, code, keyId: String(key.kid) });
}
