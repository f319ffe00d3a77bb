// Term instrument types as reference data, stored in versions with four-eyes approval.

import { present } from '../../../platform/assert.js';
import { currentBusinessDate } from '../../../platform/calendar/business-day.js';
import type { Call, Work } from '../../../platform/context.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { changeKind } from '../../../platform/reference-data/change-kind.js';
import { aliasesOf } from '../../../platform/reference-data/code.js';
import { checkCodes, proposeChange, recordFirstVersion } from '../../change/index.js';
import { chartOf } from '../../finance/index.js';
import { withExchangeCode } from '../../market/index.js';
import { refuseTypeMember } from '../problems.js';
import { stampOf } from '../stamp.js';
import { withholdingRules } from '../tax/rule.js';
import type { LedgerMapping } from './ledger-entry.js';
import { refuseTypeWithoutPrice } from './placement-price.js';
import {
  CHANGEABLE_MEMBERS,
  DEPOSIT_LEDGER,
  LOAN_LEDGER,
  type TermInstrumentTypeRow,
  type TypeTerms,
} from './type.js';
import { bodyOfType, termsOfBody } from './type-body.js';
import {
  refuseChangedNature,
  refuseTypeName,
  refuseWrongLedger,
  refuseWrongTerms,
} from './type-check.js';
import {
  countActiveTypes,
  insertType,
  insertTypeVersion,
  selectActiveTypes,
  selectTypeNamed,
  selectTypesById,
  updateType,
} from './type-queries.js';
import { TermTypeBody, type TermTypeMembers } from './type-schema.js';

/** Defines changes to term instrument types. The subject of each change is the type's code. */
export const termTypeKind = changeKind({
  name: 'term-instrument-type',
  label: 'Type of term instrument',
  body: TermTypeBody,
  present: async (on, subject) => {
    const type = await selectTypeNamed(on, subject);
    return type === undefined ? undefined : bodyOfType(type);
  },
  check: async (work, { body }) => {
    await checkedTerms(work, body);
  },
  apply: async (work, { subject, body, version }) => {
    const terms = await checkedTerms(work, body);
    const known = await selectTypeNamed(work.tx, subject);
    const id = known?.id ?? (await work.context.ids.next(work.tx, 'term_instrument_type_id'));
    const stamp = stampOf(work, id);
    if (known === undefined) await insertType(work.tx, subject, stamp);
    await insertTypeVersion(work.tx, terms, { number: version, stamp });
    await updateType(work.tx, { version, aliases: aliasesOf(body.aliases) }, stamp);
    return { id, name: subject };
  },
});

/**
 * Proposes a new type, or the next version of one. The body contains the whole type and the reason.
 */
export async function proposeTermType(
  work: Work,
  body: TermTypeMembers & { readonly reason?: string; readonly effectiveNote?: string },
): Promise<Outcome> {
  const { reason, effectiveNote, ...type } = body;
  const subject = type.name.toUpperCase();
  const coded = await withExchangeCode(work.tx, type);
  const named = { ...coded, name: subject, aliases: aliasesOf(type.aliases) };
  return proposeChange(work, { kind: termTypeKind, subject, body: named, reason, effectiveNote });
}

async function checkedTerms(work: Work, body: TermTypeMembers): Promise<TypeTerms> {
  refuseTypeName(body.name, body.currency);
  const { name, aliases = [] } = body;
  const table = 'term_instrument_type';
  await checkCodes(work, { name, aliases }, { table, wrong: refuseTypeMember });
  const terms = await termsOfBody(work.tx, body);
  refuseWrongTerms(terms);
  refuseTypeWithoutPrice(terms, await currentBusinessDate(work.tx));
  refuseWrongLedger(terms, await chartOf(work.tx, work.context.db));
  await refuseUnknownClass(work, terms.tax_class);
  const known = await selectTypeNamed(work.tx, body.name);
  if (known !== undefined) refuseChangedNature(known, terms);
  return terms;
}

// Without this check, a type with a misspelt tax class would be exempt from tax.
async function refuseUnknownClass(work: Work, taxClass: string | null): Promise<void> {
  if (taxClass === null) return;
  const rules = await withholdingRules(work.tx);
  if (rules.some((rule) => rule.instrumentClass === taxClass)) return;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, 'taxClass', 'does not match any tax rule');
}

/** Lists the active types, ordered by id. */
export async function listActiveTypes(call: Call, page: PageRequest): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectActiveTypes(call.db, page), page);
  return { count: await countActiveTypes(call.db), result: rows.map(typeRecord), nextAfter };
}

/** Returns one type with its terms in force, or refuses with DOCUMENT_NOT_FOUND. */
export async function readType(call: Call, id: bigint): Promise<object> {
  const [type] = await selectTypesById(call.db, [id]);
  if (type === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return versioned(typeRecord(type), type.version);
}

function typeRecord(type: TermInstrumentTypeRow): object {
  return { id: type.id, ...bodyOfType(type), version: type.version, ...shownStamp(type) };
}

/** Members that have defaults. */
type UsualMember =
  | 'active'
  | 'interest_payment'
  | 'interest_frequency'
  | 'interest_days'
  | 'tax_exempt_payers'
  | 'changeable'
  | keyof LedgerMapping;

/** A type to add. Absent members get their defaults. */
export type NewTermInstrumentType = Omit<
  TypeTerms,
  UsualMember | 'rate_least' | 'rate_most' | 'exchange_id'
> &
  Partial<Pick<TypeTerms, UsualMember>> & {
    readonly name: string;
    readonly aliases?: readonly string[];
    readonly exchange_name?: string;
    readonly rate_least: string | null;
    readonly rate_most: string | null;
  };

/** Adds a demonstration type as version 1 and returns its id. */
export async function addTermInstrumentType(
  work: Work,
  type: NewTermInstrumentType,
): Promise<bigint> {
  const body = bodyOfType({
    active: true,
    interest_payment: 'AT_MATURITY',
    interest_frequency: null,
    interest_days: null,
    tax_exempt_payers: [],
    changeable: CHANGEABLE_MEMBERS,
    ...(type.loan_product ? LOAN_LEDGER : DEPOSIT_LEDGER),
    ...type,
    aliases: type.aliases ?? [],
    exchange_id: null,
    exchange_name: type.exchange_name ?? null,
    rate_least: type.rate_least === null ? null : new Decimal(type.rate_least),
    rate_most: type.rate_most === null ? null : new Decimal(type.rate_most),
  });
  await recordFirstVersion(work, termTypeKind, { subject: type.name, body });
  return present(await selectTypeNamed(work.tx, type.name), 'the type was added').id;
}
