// Wire shapes of benchmarks.

import { type Static, Type } from '@sinclair/typebox';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { MARKET } from '../limits.js';

const given = Type.Optional;

/** Whether the levels of an index include dividends. */
export const RETURN_TYPES = ['TOTAL', 'PRICE'] as const;

const part = closedObject({
  code: wireText({ description: 'Code of an index', longest: MARKET.benchmarkCodeCharactersMax }),
  percent: wireDecimal({ description: 'Weight of the index', least: 0, most: 100 }),
});

const members = {
  code: wireText({
    description: 'Code of the benchmark, such as NGX-ASI',
    longest: MARKET.benchmarkCodeCharactersMax,
  }),
  label: wireText({ description: 'Display name' }),
  active: given(
    wireFlag({ description: 'False to leave the benchmark out of lists; default: true' }),
  ),
  currency: wireText({ description: 'Currency of the levels (ISO 4217)', longest: 3 }),
  returnType: wireChoice(RETURN_TYPES, {
    description: 'TOTAL if the levels include dividends, otherwise PRICE',
  }),
  parts: given(
    Type.Array(part, {
      description: 'The indices of a blend, whose weights add up to 100; absent for an index',
      maxItems: MARKET.benchmarkPartsMax,
    }),
  ),
};

/** A benchmark, as proposed and as stored in its versions. */
export const benchmarkBody = closedObject(members);
export type BenchmarkBody = Static<typeof benchmarkBody>;

export const benchmarkProposal = closedObject({ ...members, ...changeReason });

export const benchmarkRecord = openObject({
  id: wireId(),
  ...members,
  version: wireInteger({ description: 'Version in force' }),
  ...stampShape,
});
