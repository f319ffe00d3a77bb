// Finds the portfolio type that a request refers to, and lists portfolio types.

import type { Call } from '../../../platform/context.js';
import type { Tx } from '../../../platform/database/database.js';
import { type PageRequest, pageFrom } from '../../../platform/http/reply/paging.js';
import { commonProblems, refusal, refuseMember } from '../../../platform/http/reply/problem.js';
import { shownStamp } from '../../../platform/http/reply/stamp.js';
import type { Page } from '../../../platform/http/route.js';
import {
  countTypes,
  lockActiveType,
  type PortfolioType,
  selectType,
  selectTypes,
} from './queries.js';

/** The members of a request that refer to a portfolio type by its code, an alias or its label. */
export interface TypeReference {
  readonly portfolioTypeName?: string | undefined;
  /** A member that clients of the original API send. */
  readonly portfolioType?: string | undefined;
}

const DEFAULT_TYPE = 'EXCHANGE';

/**
 * Returns the code of the active type that a request refers to; EXCHANGE if the request names none.
 * Refuses with UNKNOWN_REFERENCE, or with REFERENCE_MISMATCH if two members refer to different
 * types.
 */
export async function requireType(tx: Tx, reference: TypeReference): Promise<string> {
  const { portfolioTypeName, portfolioType } = reference;
  const other =
    portfolioType === undefined ? undefined : await typeOf(tx, reference, 'portfolioType');
  if (other !== undefined && portfolioTypeName === undefined) return other.name;
  const type = await typeOf(tx, reference, 'portfolioTypeName');
  if (other === undefined || other.id === type.id) return type.name;
  throw refuseMember(
    commonProblems.REFERENCE_MISMATCH,
    'portfolioType',
    'does not match portfolioTypeName',
  );
}

async function typeOf(
  tx: Tx,
  reference: TypeReference,
  member: keyof TypeReference,
): Promise<PortfolioType> {
  const type = await lockActiveType(tx, reference[member] ?? DEFAULT_TYPE);
  if (type !== undefined) return type;
  const detail = 'does not match any active portfolio type';
  throw refuseMember(commonProblems.UNKNOWN_REFERENCE, member, detail);
}

interface Listing {
  readonly page: PageRequest;
  readonly activeOnly: boolean;
}

/** Lists the portfolio types, by id. */
export async function listTypes(call: Call, { page, activeOnly }: Listing): Promise<Page<object>> {
  const { rows, nextAfter } = pageFrom(await selectTypes(call.db, activeOnly, page), page);
  const count = await countTypes(call.db, activeOnly);
  return { count, result: rows.map(toRecord), nextAfter };
}

/** Reads one portfolio type. */
export async function readType(call: Call, id: bigint): Promise<object> {
  const type = await selectType(call.db, { id });
  if (type === undefined) throw refusal(commonProblems.DOCUMENT_NOT_FOUND);
  return toRecord(type);
}

function toRecord(type: PortfolioType): object {
  const { id, name, label, active, aliases, portfolioClass, exchangeName } = type;
  return {
    ...{ id, name, label, active, aliases, portfolioClass },
    exchangeName: exchangeName ?? undefined,
    ...shownStamp(type),
  };
}
