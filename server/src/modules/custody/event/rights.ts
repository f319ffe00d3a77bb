// Splits a rights issue, which is proposed as one event (RHTS), into the distribution of the rights
// (RHDI) and the call on them (EXRI).

import { present } from '../../../platform/assert.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import { custodyProblems } from '../problems.js';
import type { EventBody, OptionBody } from './schema.js';

/** The two events of a rights issue. */
interface RightsParts {
  readonly distribution: EventBody;
  /** The call has no link yet, because the distribution has no name. */
  readonly call: EventBody;
}

/**
 * Returns the option that distributes the rights: SECU or, without it, the option for the take-up.
 */
function distributedBy(options: readonly OptionBody[]): OptionBody | undefined {
  return options.find(({ type }) => type === 'SECU') ?? options.find(({ type }) => type === 'EXER');
}

/** Refuses a rights issue without the ratio and the security of its rights, or without a price. */
export function refuseIncompleteRights({ kind, options = [] }: EventBody): void {
  if (kind !== 'RHTS') return;
  const refused = (member: string, detail: string) =>
    refuseMember(custodyProblems.EVENT_REFUSED, member, detail);
  const exercised = options.find(({ type }) => type === 'EXER');
  if (exercised === undefined)
    throw refused('options', 'must include an EXER option for taking up the rights');
  const distributed = distributedBy(options) ?? exercised;
  for (const member of ['newUnits', 'oldUnits', 'newSecurityName'] as const) {
    if (distributed[member] !== undefined) continue;
    throw refused(`options/${distributed.number - 1}/${member}`, 'is required for the rights');
  }
}

/**
 * Splits a complete rights issue into two events with the same dates. Each right buys one share, at
 * the price of the EXER option.
 */
export function rightsPartsOf(body: EventBody): RightsParts {
  const { options = [], deadline, marketDeadline, exPrice, orders, ...common } = body;
  const { officialReference: _, distinctFrom: __, ...shared } = common;
  const distributed = present(distributedBy(options), 'a rights issue has an option for rights');
  const exercised = options.find(({ type }) => type === 'EXER');
  const right = present(distributed.newSecurityName, 'the rights have a security');
  const { currency: ___, ...rights } = distributed;
  const price = distributed.price ?? exercised?.price;
  const taken = options.filter(({ type }) => type !== 'SECU');
  return {
    distribution: {
      ...common,
      kind: 'RHDI',
      ...(exPrice === undefined ? {} : { exPrice }),
      ...(orders === undefined ? {} : { orders }),
      options: [
        {
          ...rights,
          number: 1,
          type: 'SECU',
          isDefault: true,
          fractions: distributed.fractions ?? 'RDDN',
          ...(price === undefined ? {} : { price }),
        },
      ],
    },
    call: {
      ...shared,
      kind: 'EXRI',
      securityName: right,
      ...(deadline === undefined ? {} : { deadline }),
      ...(marketDeadline === undefined ? {} : { marketDeadline }),
      options: taken.map((option, index) => takenUp(option, index + 1, body.securityName)),
    },
  };
}

function takenUp(option: OptionBody, number: number, share: string): OptionBody {
  const { type, price, currency, availableDate } = option;
  const common = { number, type, isDefault: option.isDefault ?? false };
  if (type !== 'EXER' && type !== 'OVER') return common;
  return {
    ...common,
    ...(price === undefined ? {} : { price }),
    ...(currency === undefined ? {} : { currency }),
    ...(availableDate === undefined ? {} : { availableDate }),
    ...(type === 'EXER' ? { newUnits: 1n, oldUnits: 1n, newSecurityName: share } : {}),
  };
}
