// Wire shapes of corporate actions.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireDecimal,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason, versionReply } from '../../change/index.js';
import { CUSTODY } from '../limits.js';
import { EVENT_PROGRESS, EVENT_STATUSES } from '../record/queries.js';
import { EVENT_KINDS, OPTION_TYPES } from '../rule/kind.js';

const given = Type.Optional;

const option = closedObject({
  number: wireInteger({ description: '1, 2, 3 and so on', least: 1, most: CUSTODY.optionsMax }),
  type: wireChoice(OPTION_TYPES, { description: 'ISO 15022, field 22F, CAOP' }),
  isDefault: given(
    wireFlag({ description: 'True if the option applies to holders who do not choose' }),
  ),
  cashPerUnit: given(
    wireDecimal({
      description: 'Gross cash per unit or, for a bond, per 100 of face value',
    }),
  ),
  currency: given(
    wireText({ description: "ISO 4217; default: the security's currency", longest: 3 }),
  ),
  newUnits: given(
    wireId({
      description:
        'New units for `oldUnits`: in addition for BONU, in place of them for SPLF, SPLR, MRGR ' +
        'and EXOF',
      least: 1,
      most: CUSTODY.ratioMax,
    }),
  ),
  oldUnits: given(wireId({ least: 1, most: CUSTODY.ratioMax })),
  newSecurityName: given(wireText({ description: 'The security of the new units' })),
  costPercent: given(
    wireDecimal({ description: 'Percentage of the cost that moves to the new security' }),
  ),
  firstDayPrice: given(
    wireDecimal({
      description:
        'First price of the new security; `costPercent` is computed from it and `exPrice`',
    }),
  ),
  exPrice: given(wireDecimal({ description: 'Price used to divide the cost' })),
  price: given(
    wireDecimal({
      description:
        'Price of a new unit that is bought with rights or received instead ' + 'of cash',
    }),
  ),
  pricePer100: given(wireDecimal({ description: 'Redemption price per 100 of face value' })),
  percent: given(
    wireDecimal({
      description:
        'PCAL: percentage of the outstanding face value; TEND: percentage of the tendered units',
    }),
  ),
  fractions: given(
    wireChoice(['RDDN', 'RDUP', 'STAN', 'CINL'], {
      description:
        'Rounding of fractions: down (default), up, to the nearest unit, or cash in lieu',
    }),
  ),
  fractionPrice: given(
    wireDecimal({ description: 'Price of a whole unit, for cash in lieu (CINL)' }),
  ),
  availableDate: given(wireDate({ description: 'Date from which new units are deliverable' })),
});

const members = {
  kind: wireChoice([...EVENT_KINDS, 'RHTS'], {
    description:
      'Event type of ISO 15022, field 22F, CAEV; RHTS is split into two events, RHDI and EXRI',
  }),
  securityName: wireText({ description: 'Code of the security' }),
  status: wireChoice(EVENT_STATUSES, {
    description: 'ANNOUNCED: terms may change; CONFIRMED: they are final',
  }),
  label: given(wireText({ description: 'Display name; default: kind and security' })),
  announcementDate: given(wireDate()),
  approvalDate: given(wireDate({ description: 'Date of the general meeting' })),
  qualificationDate: given(
    wireDate({
      description: 'Holders at the close of this date qualify; default: derived from the ex-date',
    }),
  ),
  exDate: given(
    wireDate({
      description:
        'First date on which a buyer receives nothing; default: derived from the qualification ' +
        'date',
    }),
  ),
  closureFrom: given(wireDate({ description: 'First day on which the register is closed' })),
  closureTo: given(wireDate()),
  paymentDate: given(
    wireDate({
      description: 'Payment date; if it is not a business day, payment is on the next one',
    }),
  ),
  deadline: given(wireInstant({ description: 'Deadline for customers to choose' })),
  marketDeadline: given(wireInstant({ description: 'Deadline for the firm to instruct' })),
  withheldBy: given(
    wireChoice(['ISSUER', 'FIRM'], { description: 'Who withholds tax; default: ISSUER' }),
  ),
  issuerExempts: given(
    wireFlag({ description: 'True if the issuer pays exempt holders gross; default: false' }),
  ),
  exPrice: given(wireDecimal({ description: 'Reference price on the ex-date' })),
  orders: given(
    wireChoice(['ADJUST', 'CANCEL', 'KEEP'], {
      description: 'Policy for live orders; default: from the market rule',
    }),
  ),
  suspendFrom: given(wireDate({ description: 'Date from which the security is suspended' })),
  suspendTo: given(wireDate()),
  newName: given(wireText({ longest: CUSTODY.codeCharactersMax })),
  newIsin: given(wireText({ longest: 12 })),
  newLabel: given(wireText()),
  linkedEventName: given(wireText({ description: 'The EXRI of an RHDI, or the reverse' })),
  distinctFrom: given(
    wireText({
      description:
        'Another event of the same kind, security and ex-date, from which this one is distinct',
    }),
  ),
  officialReference: given(wireText({ description: "The issuer's reference, unique" })),
  source: given(wireText({ longest: CUSTODY.sourceCharactersMax })),
  options: given(
    Type.Array(option, {
      maxItems: CUSTODY.optionsMax,
      description: 'Options of the holders; none for kinds without terms, such as DLST',
    }),
  ),
};

/** The terms of an event, as stored in a version. */
export const EventBody = closedObject(members);
export type EventBody = Static<typeof EventBody>;
export type OptionBody = Static<typeof option>;

/** Proposed terms, with the event's name if the event exists. */
export const EventProposal = closedObject({
  name: given(
    wireText({
      description: 'Name of the event to which the body adds a version; absent for a new event',
    }),
  ),
  ...members,
  ...changeReason,
});
export type EventProposal = Static<typeof EventProposal>;

export const EventParams = closedObject({ id: wireId() });

const DATE_TYPES = ['EX', 'QUALIFICATION', 'PAYMENT', 'DEADLINE'] as const;
export type DateType = (typeof DATE_TYPES)[number];

const filters = {
  securityName: given(wireText()),
  kind: given(wireChoice(EVENT_KINDS)),
  status: given(wireChoice(EVENT_STATUSES)),
  progress: given(wireChoice(EVENT_PROGRESS)),
  from: given(wireDate({ description: 'First date, inclusive' })),
  to: given(wireDate({ description: 'Last date, inclusive' })),
  dateType: given(
    wireChoice(DATE_TYPES, { description: 'The date to filter and sort by; default: EX' }),
  ),
};

/** The filters for a list or a file of events. */
export const EventFilter = closedObject(filters);
export type EventFilter = Static<typeof EventFilter>;

/** The filters and the page of a list of events. */
export const EventQuery = closedObject({ ...filters, ...pageBS });

const record = {
  id: wireId(),
  name: wireText(),
  ...members,
  kind: wireChoice(EVENT_KINDS),
  label: wireText(),
  participation: wireChoice(['MAND', 'CHOS', 'VOLU'], {
    description: 'MAND: holders have no choice; CHOS: they must choose; VOLU: they may instruct',
  }),
  securityId: wireId(),
  currency: wireText({ description: 'Currency of the security' }),
  qualificationDate: wireDate(),
  exDate: wireDate(),
  progress: wireChoice(EVENT_PROGRESS, {
    description: 'OPEN before the ex-date; CLOSED once nothing more is due',
  }),
  registerBasis: wireChoice(['TRADED', 'SETTLED']),
  taxClass: given(wireText({ description: 'Class of withholding tax; absent if no tax applies' })),
  claimDays: wireInteger({
    description: 'Business days after payment during which market claims are detected',
  }),
  termsVersion: wireInteger({ description: 'The version of the terms in force' }),
  entitledVersion: given(
    wireInteger({
      description: 'The version of the terms from which entitlements were last computed',
    }),
  ),
  closedOn: given(wireDate()),
  ...stampShape,
};

/** An event, as shown in lists. */
export const EventRecord = openObject(record);

const amount = (description: string) => wireDecimal({ description });

/** An event with its versions, the sums of its entitlements, and its money. */
export const EventDetail = openObject({
  ...record,
  versions: Type.Array(versionReply, { description: 'Versions of the terms, newest first' }),
  entitlements: Type.Array(
    openObject({
      state: wireText(),
      route: wireText(),
      currency: wireText(),
      count: wireId(),
      eligibleQuantity: wireText(),
      newUnits: wireText(),
      gross: amount('Sum'),
      tax: amount('Sum'),
      withheld: amount('Sum'),
      net: amount('Sum'),
    }),
    { description: 'Sums of the entitlements in force, by state, route and currency' },
  ),
  funding: Type.Array(
    openObject({
      businessOfficeName: wireText(),
      currency: wireText(),
      due: amount('Net amount of the entitlements that the firm pays'),
      received: amount('Amount received from the registrar'),
      paid: amount('Amount paid to customers'),
      rounding: amount('Amount written off'),
      advanced: amount('Amount paid by the firm before the registrar paid'),
    }),
  ),
});

const sum = {
  optionNumber: wireInteger(),
  currency: wireText(),
  portfolios: wireId({ description: 'Number of portfolios with an entitlement' }),
  eligibleQuantity: wireText(),
  gross: amount('Sum'),
  tax: amount('Sum'),
  withheld: amount('Sum'),
  net: amount('Sum'),
  newUnits: wireText(),
  cashInLieu: amount('Sum'),
};

/**
 * The preview that a dry run adds to the reply: the entitlements that the terms would create. `row`
 * is the shape of one entitlement.
 */
export const previewShown = (row: TSchema) =>
  given(
    openObject({
      count: wireId({ description: 'Number of portfolios that are eligible' }),
      entitlements: Type.Array(row, { description: 'One page of the entitlements, by portfolio' }),
      totals: Type.Array(openObject(sum), {
        description: 'Sums of all entitlements, by option and currency',
      }),
    }),
  );

/** The page of entitlements in a dry run. */
export const ProposalQuery = closedObject(pageBS);

/** The number of events by progress. */
export const eventTotals = {
  totals: openObject({
    OPEN: wireId(),
    ENTITLED: wireId(),
    PART_PAID: wireId(),
    PAID: wireId(),
    CLOSED: wireId(),
  }),
};
