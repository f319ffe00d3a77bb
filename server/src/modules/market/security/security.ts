// Securities: their terms and last prices.

import pg from 'pg';
import { present } from '../../../platform/assert.js';
import type { Call, Work } from '../../../platform/context.js';
import type { Database, Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { refuseStale } from '../../../platform/http/request/version.js';
import { type Outcome, type Page, versioned } from '../../../platform/http/route.js';
import { requireExchange } from '../exchange/exchange.js';
import type { MarketPorts } from '../port.js';
import { insertFirstPrice } from '../price/queries.js';
import { marketProblems } from '../problems.js';
import { type SecurityType, securityTypesIn } from '../rule/asset-class.js';
import type { CreateSecurityBody, UpdateSecurityBody } from '../schema.js';
import {
  countActiveSecurities,
  insertSecurity,
  isAliasOfOther,
  lockSecurity,
  type Security,
  type SecurityKey,
  type SecurityMembers,
  selectActiveSecurities,
  selectSecurity,
  updateSecurityRow,
} from './queries.js';
import { securityRecord } from './record.js';
import { newMembers, refuseWrongTerms, requireTaxClass, typedMembers } from './terms.js';

/**
 * Returns the security, active or not, with this id or, if no id is given, with this code or former
 * code.
 */
export async function findSecurity(
  on: Database | Tx,
  key: SecurityKey,
): Promise<Security | undefined> {
  return selectSecurity(on, key);
}

/**
 * Returns the security, active or not, that a request member names by its code or a former code.
 * Refuses with UNKNOWN_REFERENCE.
 */
export async function requireSecurity(
  on: Database | Tx,
  code: string,
  member = 'securityName',
): Promise<Security> {
  const security = await findSecurity(on, { name: code });
  if (security !== undefined) return security;
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, 'does not match any security');
}

/** Returns the record of one security. */
export async function readSecurity(call: Call, id: bigint): Promise<object> {
  const security = await findSecurity(call.db, { id });
  if (security === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return versioned(securityRecord(security), security.version);
}

/** The filters of a list. An exchange is given by its code or an alias. */
interface SecurityListing {
  readonly exchangeCode?: string | undefined;
  /** A security type; BOND selects bonds of every type. */
  readonly securityType?: SecurityType | 'BOND' | undefined;
  readonly page: PageRequest;
}

/** Lists the active securities, by id. */
export async function listActiveSecurities(
  on: Database,
  { exchangeCode, securityType, page }: SecurityListing,
): Promise<Page<object>> {
  const exchange =
    exchangeCode === undefined ? undefined : await requireExchange(on, exchangeCode, 'x');
  const filter = {
    ...(exchange === undefined ? {} : { exchangeId: exchange.id }),
    ...(securityType === undefined ? {} : { securityTypes: securityTypesIn(securityType) }),
  };
  const { rows, nextAfter } = pageFrom(await selectActiveSecurities(on, filter, page), page);
  return {
    count: await countActiveSecurities(on, filter),
    result: rows.map(securityRecord),
    nextAfter,
  };
}

// The code is sent in a FIX field, which a control character would terminate.
const SYMBOL = /^[!-~](?:[ -~]*[!-~])?$/;

/** Lists a security on an exchange, with a first price if one is given. */
export async function createSecurity(
  work: Work,
  body: CreateSecurityBody,
  ports: Pick<MarketPorts, 'isTaxClass'>,
): Promise<Outcome> {
  if (!SYMBOL.test(body.name)) {
    throw refuseMember(
      commonProblems.INVALID_REQUEST,
      'name',
      'must contain only printable ASCII characters',
    );
  }
  const exchange = await requireExchange(work.tx, body.exchange, 'exchange');
  const members: SecurityMembers = {
    exchangeId: exchange.id,
    name: body.name.toUpperCase(),
    label: body.label,
    active: body.active ?? true,
    securityType: body.securityType,
    currency: body.currency?.toUpperCase() ?? exchange.currency,
    isin: body.isin?.toUpperCase() ?? null,
    sector: body.sector ?? null,
    lotSize: body.lotSize ?? 1n,
    sharesOutstanding: body.sharesOutstanding ?? null,
    faceValue: body.faceValue ?? null,
    couponRate: body.couponRate ?? null,
    maturityDate: body.maturityDate ?? null,
    ...newMembers(body),
    status: body.status ?? 'TRADING',
  };
  refuseWrongTerms(members);
  await requireTaxClass(work.tx, body.taxClass, ports);
  const id = await work.context.ids.next(work.tx, 'security_id');
  const stamp = { id, by: work.principal.name, at: work.now };
  await refusingTaken(work.tx, { id, ...members }, () => insertSecurity(work.tx, members, stamp));
  if (body.previousClose !== undefined) {
    const price = String(body.previousClose);
    await insertFirstPrice(work.tx, { securityId: id, price, at: work.now });
  }
  work.events.push({ type: 'security.created', subjectId: id, data: { name: members.name } });
  const made = present(await findSecurity(work.tx, { id }), 'the security was just created');
  return {
    msgCode: 'SECURITY_CREATED',
    id,
    name: made.name,
    created: true,
    location: `order/security/id/${id}`,
    result: securityRecord(made),
    version: made.version,
  };
}

/**
 * Changes the given members and leaves the others unchanged. Code, exchange, type and currency
 * never change.
 */
export async function updateSecurity(
  work: Work,
  body: UpdateSecurityBody,
  ports: MarketPorts,
): Promise<Outcome> {
  const locked = await lockSecurity(work.tx, body.id);
  if (locked === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  refuseStale(work, locked.version);
  const before = present(await findSecurity(work.tx, { id: body.id }), 'a locked security exists');
  const members: SecurityMembers = {
    ...before,
    label: body.label ?? before.label,
    active: body.active ?? before.active,
    isin: body.isin?.toUpperCase() ?? before.isin,
    sector: body.sector ?? before.sector,
    lotSize: body.lotSize ?? before.lotSize,
    sharesOutstanding: body.sharesOutstanding ?? before.sharesOutstanding,
    faceValue: body.faceValue ?? before.faceValue,
    couponRate: body.couponRate ?? before.couponRate,
    maturityDate: body.maturityDate ?? before.maturityDate,
    ...typedMembers(body, before.securityType, before),
    status: body.status ?? before.status,
  };
  refuseWrongTerms(members);
  await requireTaxClass(work.tx, body.taxClass, ports);
  await refuseFixedTerms(work, before, { members, ports });
  const stamp = { id: body.id, by: work.principal.name, at: work.now };
  await refusingTaken(work.tx, { ...members, id: body.id }, () =>
    updateSecurityRow(work.tx, members, stamp),
  );
  work.events.push({ type: 'security.updated', subjectId: body.id, data: { name: before.name } });
  const after = present(await findSecurity(work.tx, { id: body.id }), 'a locked security exists');
  return {
    msgCode: 'SECURITY_UPDATED',
    id: after.id,
    name: after.name,
    result: securityRecord(after),
    version: after.version,
  };
}

/** The members from which a bond's income is computed. */
const INCOME_TERMS = [
  'faceValue',
  'couponRate',
  'maturityDate',
  'dayCount',
  'couponsPerYear',
  'issueDate',
] as const;

interface ChangedSecurity {
  readonly members: SecurityMembers;
  readonly ports: MarketPorts;
}

// Announced income was computed from these terms. Only the change kind `security-terms` can change
// them.
async function refuseFixedTerms(
  work: Work,
  before: Security,
  { members, ports }: ChangedSecurity,
): Promise<void> {
  const changed = INCOME_TERMS.find((term) => String(before[term]) !== String(members[term]));
  if (changed === undefined || !(await ports.isIncomeAnnounced(work.tx, before.id))) return;
  const detail = 'cannot change because income of the bond has been announced';
  throw refuseMember(marketProblems.SECURITY_TERMS_FIXED, changed, detail);
}

// Aliases are checked after the write, because the write waits for a concurrent change to the same
// code.
async function refusingTaken(
  tx: Tx,
  { id, name, isin }: Pick<Security, 'id' | 'name' | 'isin'>,
  insert: () => Promise<void>,
): Promise<void> {
  await refusingDuplicates({ name, isin }, insert);
  if (await isAliasOfOther(tx, { id, kind: 'NAME', alias: name })) {
    throw taken(marketProblems.SECURITY_NAME_TAKEN, 'name', name);
  }
  if (isin !== null && (await isAliasOfOther(tx, { id, kind: 'ISIN', alias: isin }))) {
    throw taken(marketProblems.SECURITY_ISIN_TAKEN, 'isin', isin);
  }
}

async function refusingDuplicates(
  members: Pick<Security, 'name' | 'isin'>,
  insert: () => Promise<void>,
): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    switch (error.constraint) {
      case 'security_name_is_unique':
        throw taken(marketProblems.SECURITY_NAME_TAKEN, 'name', members.name);
      case 'security_isin_is_unique':
        throw taken(marketProblems.SECURITY_ISIN_TAKEN, 'isin', members.isin ?? '');
      default:
        throw error;
    }
  }
}

function taken(kind: (typeof marketProblems)['ISIN_WRONG'], member: string, value: string) {
  const detail = 'belongs to another security';
  return refusal(kind, {
    detail: `${member} ${value} ${detail}`,
    args: ['TAKEN', member],
    errors: [{ pointer: `/${member}`, code: kind.code, detail }],
  });
}
