// Wire shapes of capital gains rules.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  naming,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { PAYER_CLASSES } from '../../party/index.js';
import { TAX } from '../limits.js';
import { WEALTH_CLASSES } from '../valuation/line.js';

const given = Type.Optional;

/** How certain a provision is. */
const NOTE_STATUSES = ['ENACTED', 'STATED', 'PRESS', 'OPEN'] as const;

const assetClass = wireChoice(WEALTH_CLASSES, {
  description: 'The class of assets, such as EQUITY',
});
const payerClass = wireChoice(PAYER_CLASSES, { description: '`payerClass` of customers' });
const amount = (description: string) => wireDecimal({ description, least: 0 });
const percent = (description: string) => wireDecimal({ description, least: 0, most: 100 });

const resetBase = closedObject({
  date: wireDate({ description: 'Reset date; units held at its close get a new base' }),
  rule: wireChoice(['HIGHER_OF_COST_AND_CLOSE'], {
    description: 'The new base is the cost or the value at that close, whichever is higher',
  }),
  per: wireChoice(['LOT', 'HOLDING'], {
    description: 'Whether cost and value are compared for each lot or for the whole holding',
  }),
});

const threshold = closedObject({
  proceedsBelow: amount('Proceeds in a window must be below this amount'),
  gainAtMost: amount('A net gain in a window must not exceed this amount'),
  both: wireFlag({
    description:
      'True if exceeding either limit makes disposals chargeable; false if only exceeding both ' +
      'does',
  }),
  windowMonths: wireInteger({ description: 'Length of a window', least: 1, most: 60 }),
  window: wireChoice(['ANY', 'CALENDAR_YEAR'], {
    description:
      'ANY: every window that contains the disposal; CALENDAR_YEAR: only the calendar year',
  }),
});

const reinvestment = closedObject({
  assetClasses: Type.Array(assetClass, {
    minItems: 1,
    maxItems: WEALTH_CLASSES.length,
    description: 'Asset classes whose purchase relieves a gain',
  }),
  within: wireChoice(['YEAR_OF_ASSESSMENT', 'TWELVE_MONTHS'], {
    description: 'From the disposal to the end of the tax year, or for twelve months',
  }),
  proportionate: wireFlag({
    description: 'Whether reinvesting part of the proceeds relieves part of the gain',
  }),
});

const band = closedObject({
  width: given(amount('Width of the band; absent for the last band, which is open')),
  percent: percent('Percent of the income in the band'),
});

const rate = closedObject({
  payerClass,
  percent: given(percent('Percent of the gain; either this or `bands`')),
  bands: given(
    Type.Array(band, {
      minItems: 1,
      maxItems: TAX.bandsMax,
      description: 'Bands of the whole income, lowest first',
    }),
  ),
});

const note = closedObject({
  member: wireText({ description: 'The provision that the note explains', longest: 40 }),
  status: wireChoice(NOTE_STATUSES, {
    description:
      'ENACTED: verified in the act. STATED: published by the authorities. PRESS: from guides. ' +
      'OPEN: unknown, or sources disagree',
  }),
  text: wireText({ description: 'The provision', longest: TAX.noteCharactersMax }),
  source: wireText({ description: 'The source', longest: TAX.noteCharactersMax }),
});

const rule = {
  jurisdiction: wireText({ description: 'Country, ISO 3166-1 alpha-2, such as NG', longest: 2 }),
  assetClass,
  currency: wireText({
    description: 'Currency of the rule’s amounts, and of the disposals to which it applies',
    longest: 3,
  }),
  validFrom: wireDate({ description: 'First trade date of disposals to which the rule applies' }),
  lotMethod: wireChoice(['AVERAGE', 'FIFO'], {
    description: 'Method for the cost of a disposal',
  }),
  resetBase: given(resetBase),
  threshold: given(threshold),
  reinvestment: given(reinvestment),
  lossOffset: wireChoice(['SAME_CLASS', 'NONE'], {
    description: 'Whether losses reduce the gains of the class in the same year',
  }),
  lossCarryYears: given(
    wireInteger({
      description: 'Number of years for which remaining losses are carried forward; default: 0',
      least: 0,
      most: TAX.lossCarryYearsMax,
    }),
  ),
  rates: Type.Array(rate, {
    maxItems: PAYER_CLASSES.length,
    description: 'Rates by class of payer; for other classes, no tax is estimated',
  }),
  exemptPayerClasses: Type.Array(payerClass, {
    maxItems: PAYER_CLASSES.length,
    description: 'Classes of payers whose gains are not taxed',
  }),
  notes: Type.Array(note, {
    maxItems: TAX.notesMax,
    description: 'Certainty and source of each provision',
  }),
};

/** A rule, as proposed and as stored. */
export const RuleBody = closedObject(rule);
export type RuleBody = Static<typeof RuleBody>;
export const RuleProposal = closedObject({ ...rule, ...changeReason });

export const RuleQuery = closedObject({
  x: naming(
    'rule for capital gains',
    given(wireText({ description: 'Filter by rule, such as NG/EQUITY' })),
  ),
  ...pageBS,
});

export const RuleNote = openObject(note.properties);

export const RuleRecord = openObject({
  id: wireId(),
  name: wireText({ description: 'Jurisdiction and class, such as NG/EQUITY' }),
  version: wireInteger({ description: '1, 2, 3 and so on' }),
  ...rule,
});
