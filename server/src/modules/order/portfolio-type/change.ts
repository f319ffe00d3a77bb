// Four-eyes approval of portfolio types: checks proposals, and adds or changes types.

import type { Static } from '@sinclair/typebox';
import type { Work } from '../../../platform/context.js';
import { refuseMember } from '../../../platform/http/reply/problem.js';
import type { Outcome } from '../../../platform/http/route.js';
import { type ChangeKind, changeKind } from '../../../platform/reference-data/change-kind.js';
import { proposeChange } from '../../change/index.js';
import { requireExchange } from '../../market/index.js';
import { orderProblems } from '../problems.js';
import {
  changeType,
  insertType,
  type PortfolioClass,
  selectType,
  selectTypesWith,
  type TypeMembers,
} from './queries.js';
import { TypeBody, type TypeProposal } from './schema.js';

const SHIPPED: readonly (readonly [name: string, label: string, is: PortfolioClass])[] = [
  ['EXCHANGE', 'EXCHANGE PT', 'EXCHANGE'],
  ['0000000203', 'NGX REGULAR', 'EXCHANGE'],
  ['INDIVIDUAL', 'Individual', 'EXCHANGE'],
  ['0000000001', 'Regular', 'EXCHANGE'],
  ['ASSET_MGMT', 'ASSET_MGMT', 'MANAGED'],
  ['TREASURY', 'TREASURY', 'MANAGED'],
];

/** The kind of change. Its subject is the type's code. */
export const PORTFOLIO_TYPES: ChangeKind = changeKind({
  name: 'portfolio-type',
  label: 'Portfolio type',
  body: TypeBody,
  shipped: SHIPPED.map(([name, label, portfolioClass]) => ({
    subject: name,
    body: bodyOf({ name, label, portfolioClass, aliases: [], active: true, exchangeName: null }),
  })),
  present: async (on, subject) => {
    const type = await selectType(on, { name: subject });
    return type && bodyOf(type);
  },
  check: (work, { body }) => check(work, body),
  apply: async (work, { body }) => {
    const { exchangeName, ...type } = membersOf(body);
    const { name } = type;
    const exchangeId = exchangeName === null ? null : (await exchangeOf(work, exchangeName)).id;
    const stored = await selectType(work.tx, { name });
    const id = stored?.id ?? (await work.context.ids.next(work.tx, 'portfolio_type_id'));
    const store = stored === undefined ? insertType : changeType;
    const stamp = { id, by: work.principal.name, at: work.now };
    await store(work.tx, { ...type, exchangeId }, stamp);
    return { id, name };
  },
});

/** Proposes a new or changed portfolio type, which a second person must approve. */
export async function proposeType(
  work: Work,
  proposal: Static<typeof TypeProposal>,
): Promise<Outcome> {
  const { reason, effectiveNote, ...body } = proposal;
  const type = membersOf(body);
  const exchangeName =
    type.exchangeName === null ? null : (await exchangeOf(work, type.exchangeName)).name;
  return proposeChange(work, {
    kind: PORTFOLIO_TYPES,
    subject: type.name,
    body: bodyOf({ ...type, exchangeName }),
    reason,
    effectiveNote,
  });
}

// Codes are case-insensitive, so they are stored in upper case.
function membersOf(body: TypeBody): TypeMembers {
  return {
    name: body.name.trim().toUpperCase(),
    aliases: (body.aliases ?? []).map((alias) => alias.trim().toUpperCase()),
    label: body.label.trim(),
    active: body.active ?? true,
    portfolioClass: body.portfolioClass,
    exchangeName: body.exchangeName ?? null,
  };
}

function bodyOf({ exchangeName, aliases, ...type }: TypeMembers): TypeBody {
  const { name, label, active, portfolioClass } = type;
  return {
    ...{ name, label, active, aliases: [...aliases], portfolioClass },
    ...(exchangeName === null ? {} : { exchangeName }),
  };
}

function exchangeOf(work: Work, code: string) {
  return requireExchange(work.tx, code, 'exchangeName');
}

const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

async function check(work: Work, body: TypeBody): Promise<void> {
  const type = membersOf(body);
  const codes = [type.name, ...type.aliases];
  for (const code of codes) {
    if (CODE.test(code)) continue;
    const member = code === type.name ? 'name' : 'aliases';
    throw wrong(member, 'must contain only letters, digits, dots, dashes and underscores');
  }
  if (new Set(codes).size < codes.length) throw wrong('aliases', 'must not repeat a code');
  if (type.exchangeName !== null && type.portfolioClass !== 'EXCHANGE') {
    throw wrong('exchangeName', 'is only for the class EXCHANGE');
  }
  if (type.exchangeName !== null) await exchangeOf(work, type.exchangeName);
  await refuseTaken(work, type);
}

// A request may refer to a type by its code, an alias or its label, so all of these must be unique.
async function refuseTaken(work: Work, { name, aliases, label }: TypeMembers): Promise<void> {
  const texts = { name: [name], aliases, label: [label.toUpperCase()] };
  for (const [member, taken] of Object.entries(texts)) {
    const [other] = await selectTypesWith(work.tx, taken, name);
    if (other === undefined) continue;
    throw wrong(member, `is a code or the label of ${other.name} (${other.label})`);
  }
}

function wrong(member: string, detail: string) {
  return refuseMember(orderProblems.PORTFOLIO_TYPE_REFUSED, member, detail);
}
