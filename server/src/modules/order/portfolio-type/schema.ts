// Wire shapes of portfolio types.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { ORDER } from '../limits.js';
import { PORTFOLIO_CLASSES } from './queries.js';

const code = (description: string) =>
  wireText({ description, longest: ORDER.portfolioTypeCodeCharactersMax });

const members = {
  name: code('Code, such as INDIVIDUAL, which never changes'),
  label: wireText({ description: 'Display name' }),
  active: Type.Optional(
    wireFlag({ description: 'Whether new portfolios can have this type; default: true' }),
  ),
  aliases: Type.Optional(
    Type.Array(code('A former code'), {
      maxItems: ORDER.portfolioTypeAliasesMax,
      description: 'Former codes, which are still accepted',
    }),
  ),
  portfolioClass: wireChoice(PORTFOLIO_CLASSES, {
    description:
      'EXCHANGE: securities that the customer trades. MANAGED: money that the firm manages',
  }),
  exchangeName: Type.Optional(
    wireText({
      description:
        "For the class EXCHANGE: its exchange by code; default: the firm's first exchange",
    }),
  ),
};

export const TypeBody = closedObject(members);
export type TypeBody = Static<typeof TypeBody>;

/** A proposed portfolio type, with the reason for the proposal. */
export const TypeProposal = closedObject({ ...members, ...changeReason });

export const TypeRecord = openObject({ id: wireId(), ...members, ...stampShape });

export const TypesQuery = closedObject({ ...pageBS });
