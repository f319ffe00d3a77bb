// Wire shapes of the rules by which capital gains are taxed.

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
  date: wireDate({ description: 'Units held at the close of this date get a new base' }),
  rule: wireChoice(['HIGHER_OF_COST_AND_CLOSE'], {
    description: 'The new base is the cost, or the value at that close if it is higher',
  }),
  per: wireChoice(['LOT', 'HOLDING'], {
    description: 'Whether cost and value are compared for each lot or for the whole holding',
  }),
});

const threshold = closedObject({
  proceedsBelow: amount('Proceeds in a window at or above this amount are too high'),
  gainAtMost: amount('A net gain in a window above this amount is too high'),
  both: wireFlag({
    description:
      'True: either of them above its limit makes disposals chargeable. False: only both ' +
      'together do',
  }),
  windowMonths: wireInteger({ description: 'Length of a window', least: 1, most: 60 }),
  window: wireChoice(['ANY', 'CALENDAR_YEAR'], {
    description: 'Every window that contains the disposal, or only the calendar year',
  }),
});

const reinvestment = closedObject({
  assetClasses: Type.Array(assetClass, {
    minItems: 1,
    maxItems: WEALTH_CLASSES.length,
    description: 'Buys of these classes relieve a gain',
  }),
  within: wireChoice(['YEAR_OF_ASSESSMENT', 'TWELVE_MONTHS'], {
    description: 'From the disposal to the end of the tax year, or for twelve months',
  }),
  proportionate: wireFlag({
    description: 'Whether reinvesting part of the proceeds relieves part of the gain',
  }),
});

const band = closedObject({
  width: given(amount('Width of the band; the last band is open and has none')),
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
      'ENACTED: verified in the act. STATED: by the authorities. PRESS: in guides. OPEN: ' +
      'unknown, or sources disagree',
  }),
  text: wireText({ description: 'The provision', longest: TAX.noteCharactersMax }),
  source: wireText({ description: 'The source', longest: TAX.noteCharactersMax }),
});

const rule = {
  jurisdiction: wireText({ description: 'Country, ISO 3166-1 alpha-2, such as NG', longest: 2 }),
  assetClass,
  currency: wireText({
    description: 'Currency of its amounts, and of the disposals to which it applies',
    longest: 3,
  }),
  validFrom: wireDate({ description: 'In force for disposals with a trade date from this day on' }),
  lotMethod: wireChoice(['AVERAGE', 'FIFO'], {
    description: 'How the cost of a disposal is found',
  }),
  resetBase: given(resetBase),
  threshold: given(threshold),
  reinvestment: given(reinvestment),
  lossOffset: wireChoice(['SAME_CLASS', 'NONE'], {
    description: 'Whether losses reduce the gains of the class in the same year',
  }),
  lossCarryYears: given(
    wireInteger({
      description: 'Number of years for which remaining losses are carried; default: 0',
      least: 0,
      most: TAX.lossCarryYearsMax,
    }),
  ),
  rates: Type.Array(rate, {
    maxItems: PAYER_CLASSES.length,
    description: 'By class of payer; for other classes no tax is estimated',
  }),
  exemptPayerClasses: Type.Array(payerClass, {
    maxItems: PAYER_CLASSES.length,
    description: 'Classes of payers whose gains are not taxed',
  }),
  notes: Type.Array(note, {
    maxItems: TAX.notesMax,
    description: 'How certain each provision is, and its source',
  }),
};

/** A rule, as proposed and as stored. */
export const RuleBody = closedObject(rule);
export type RuleBody = Static<typeof RuleBody>;
export const RuleProposal = closedObject({ ...rule, ...changeReason });

export const RuleQuery = closedObject({
  x: naming(
    'rule for capital gains',
    given(wireText({ description: 'Only versions of this rule, such as NG/EQUITY' })),
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
