// The kinds of corporate actions, with the securities to which they apply, and the members and
// options of their terms.

/** The kinds of corporate actions: ISO 15022 field 22F, qualifier CAEV. */
export const EVENT_KINDS = [
  'DVCA',
  'DVSE',
  'DVOP',
  'DRIP',
  'BONU',
  'SPLF',
  'SPLR',
  'RHDI',
  'EXRI',
  'MRGR',
  'TEND',
  'SOFF',
  'EXOF',
  'INTR',
  'REDM',
  'PCAL',
  'MCAL',
  'DFLT',
  'CAPD',
  'LIQU',
  'WRTH',
  'CHAN',
  'DLST',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** A kind that can be proposed. RHTS becomes two events, RHDI and EXRI. */
type ProposedKind = EventKind | 'RHTS';

/** The types of options: ISO 15022 field 22F, qualifier CAOP. */
export const OPTION_TYPES = [
  'CASH',
  'SECU',
  'CASE',
  'EXER',
  'SLLE',
  'LAPS',
  'NOAC',
  'OVER',
] as const;

export type OptionType = (typeof OPTION_TYPES)[number];

/** MAND: holders have no choice. CHOS: they choose. VOLU: nothing happens unless they instruct. */
export type Participation = 'MAND' | 'CHOS' | 'VOLU';

/** Members of an event that only some kinds have. */
export type KindMember =
  | 'paymentDate'
  | 'deadline'
  | 'marketDeadline'
  | 'withheldBy'
  | 'issuerExempts'
  | 'exPrice'
  | 'orders'
  | 'newName'
  | 'newIsin'
  | 'newLabel'
  | 'linkedEventName';

/** Members of an option that only some kinds and types have. */
export type OptionMember =
  | 'cashPerUnit'
  | 'currency'
  | 'newUnits'
  | 'oldUnits'
  | 'newSecurityName'
  | 'costPercent'
  | 'firstDayPrice'
  | 'exPrice'
  | 'price'
  | 'pricePer100'
  | 'percent'
  | 'fractions'
  | 'fractionPrice'
  | 'availableDate';

/** The members that an option may have, and the members that it must have. */
interface OptionRule {
  readonly members: readonly OptionMember[];
  /** Members that are required in every status. */
  readonly required?: readonly OptionMember[];
  /** Sets of members. A confirmed event needs all members of one set. */
  readonly rates?: readonly (readonly OptionMember[])[];
}

interface KindRule {
  readonly label: string;
  readonly securityTypes: readonly string[];
  /** An object if the participation depends on the number of options. */
  readonly participation: Participation | { readonly one: 'MAND'; readonly more: Participation };
  readonly members: readonly KindMember[];
  readonly options: Readonly<Partial<Record<OptionType, OptionRule>>>;
  /** True if a confirmed event needs a payment date even if no option pays cash. */
  readonly isPaid: boolean;
}

const SHARES = ['EQUITY'];
const BONDS = ['BOND_NAT', 'BOND_CORP'];
const ALL = ['EQUITY', 'RIGHT', ...BONDS];

const TAXED: readonly KindMember[] = ['withheldBy', 'issuerExempts'];
const ON_EX_DATE: readonly KindMember[] = ['exPrice', 'orders'];
const CHOICE: readonly KindMember[] = ['deadline', 'marketDeadline'];

const ROUNDING: readonly OptionMember[] = ['fractions', 'fractionPrice', 'availableDate'];
const RATIO: readonly OptionMember[] = ['newUnits', 'oldUnits'];
const CASH_RATE: readonly OptionMember[] = ['cashPerUnit', 'currency'];

const NOTHING: OptionRule = { members: [] };
const CASH: OptionRule = { members: CASH_RATE, rates: [['cashPerUnit']] };
const REINVESTED: OptionRule = {
  members: [...CASH_RATE, 'price', ...ROUNDING],
  rates: [['cashPerUnit', 'price']],
};
const NEW_UNITS: OptionRule = {
  members: [...RATIO, 'newSecurityName', ...ROUNDING],
  rates: [RATIO],
};
const OTHER_UNITS: OptionRule = {
  members: [...RATIO, 'newSecurityName', ...ROUNDING],
  required: ['newSecurityName'],
  rates: [RATIO],
};
const MOVED_COST: readonly OptionMember[] = ['costPercent', 'firstDayPrice', 'exPrice'];
const SPUN_OFF: OptionRule = {
  ...OTHER_UNITS,
  members: [...OTHER_UNITS.members, ...MOVED_COST],
  rates: [
    [...RATIO, 'costPercent'],
    [...RATIO, 'firstDayPrice'],
  ],
};
const RIGHTS: OptionRule = {
  ...OTHER_UNITS,
  members: [...OTHER_UNITS.members, ...MOVED_COST, 'price'],
};
const EXERCISED: OptionRule = {
  members: ['price', 'currency', ...RATIO, 'newSecurityName', 'availableDate'],
  rates: [['price']],
};
const APPLIED: OptionRule = { members: ['price', 'currency', 'availableDate'], rates: [['price']] };
const UNITS_AND_CASH: OptionRule = {
  ...OTHER_UNITS,
  members: [...OTHER_UNITS.members, ...CASH_RATE, 'exPrice'],
  rates: [[...RATIO, 'cashPerUnit']],
};
const ACCEPTED: OptionRule = { ...CASH, members: [...CASH_RATE, 'percent'] };
const TAKE_UP = { EXER: EXERCISED, SLLE: NOTHING, LAPS: NOTHING, OVER: APPLIED };

type Rest = Partial<KindRule> & Pick<KindRule, 'label' | 'options'>;

const share = (rest: Rest): KindRule => ({
  securityTypes: SHARES,
  participation: 'MAND',
  members: ['paymentDate', ...ON_EX_DATE],
  isPaid: false,
  ...rest,
});

const bond = (rest: Rest): KindRule => ({
  securityTypes: BONDS,
  participation: 'MAND',
  members: ['paymentDate'],
  isPaid: true,
  ...rest,
});

const CHOSEN: readonly KindMember[] = ['paymentDate', ...TAXED, ...ON_EX_DATE, ...CHOICE];

/** The rules of each kind. */
export const KIND_RULES: Readonly<Record<ProposedKind, KindRule>> = {
  DVCA: share({
    label: 'Cash dividend',
    members: ['paymentDate', ...TAXED, ...ON_EX_DATE],
    options: { CASH },
  }),
  DVSE: share({
    label: 'Dividend in shares',
    members: ['paymentDate', ...TAXED, ...ON_EX_DATE],
    options: { SECU: { members: [...RATIO, ...CASH_RATE, ...ROUNDING], rates: [RATIO] } },
  }),
  DVOP: share({
    label: 'Dividend in cash or shares',
    participation: 'CHOS',
    members: CHOSEN,
    options: { CASH, SECU: REINVESTED },
  }),
  DRIP: share({
    label: 'Reinvested dividend',
    participation: 'CHOS',
    members: CHOSEN,
    options: { CASH, SECU: REINVESTED },
  }),
  BONU: share({ label: 'Bonus issue', options: { SECU: NEW_UNITS } }),
  SPLF: share({ label: 'Split', options: { SECU: NEW_UNITS } }),
  SPLR: share({ label: 'Reverse split', options: { SECU: NEW_UNITS } }),
  RHDI: share({
    label: 'Distribution of rights',
    members: ['paymentDate', ...ON_EX_DATE, 'linkedEventName'],
    options: { SECU: RIGHTS },
  }),
  EXRI: share({
    label: 'Call on rights',
    securityTypes: ['RIGHT'],
    participation: 'VOLU',
    members: ['paymentDate', ...CHOICE, 'linkedEventName'],
    options: TAKE_UP,
  }),
  RHTS: share({
    label: 'Rights issue',
    participation: 'VOLU',
    members: ['paymentDate', ...ON_EX_DATE, ...CHOICE],
    options: {
      ...TAKE_UP,
      SECU: RIGHTS,
      EXER: {
        ...RIGHTS,
        members: [...RIGHTS.members, 'currency'],
        required: [],
        rates: [['price']],
      },
    },
  }),
  MRGR: share({
    label: 'Merger',
    participation: { one: 'MAND', more: 'CHOS' },
    members: ['paymentDate', ...ON_EX_DATE, ...CHOICE],
    options: { SECU: OTHER_UNITS, CASE: UNITS_AND_CASH, CASH },
  }),
  TEND: share({
    label: 'Tender offer',
    participation: 'VOLU',
    members: ['paymentDate', ...CHOICE],
    options: { CASH: ACCEPTED, NOAC: NOTHING },
    isPaid: true,
  }),
  SOFF: share({ label: 'Spin-off', options: { SECU: SPUN_OFF } }),
  EXOF: share({
    label: 'Exchange into another security',
    participation: { one: 'MAND', more: 'VOLU' },
    members: ['paymentDate', ...ON_EX_DATE, ...CHOICE],
    options: { SECU: OTHER_UNITS, CASE: UNITS_AND_CASH, NOAC: NOTHING },
  }),
  CAPD: share({ label: 'Return of capital', options: { CASH } }),
  LIQU: share({ label: 'Payment in liquidation', options: { CASH } }),
  INTR: bond({ label: 'Interest payment', members: ['paymentDate', ...TAXED], options: { CASH } }),
  REDM: bond({
    label: 'Final maturity',
    options: { CASH: { members: ['pricePer100', 'currency'] } },
  }),
  PCAL: bond({
    label: 'Partial redemption',
    options: {
      CASH: { members: ['percent', 'pricePer100', 'currency'], rates: [['percent']] },
    },
  }),
  MCAL: bond({
    label: 'Call before maturity',
    members: ['paymentDate', ...TAXED],
    options: { CASH: { members: ['pricePer100', ...CASH_RATE], rates: [['pricePer100']] } },
  }),
  DFLT: bond({ label: 'Default', members: [], options: { NOAC: NOTHING }, isPaid: false }),
  WRTH: share({
    label: 'Worthless',
    securityTypes: ALL,
    members: [],
    // All units are removed, and no cash is paid.
    options: { CASH: NOTHING },
  }),
  CHAN: share({
    label: 'Change of name, code or ISIN',
    securityTypes: ALL,
    members: ['newName', 'newIsin', 'newLabel'],
    options: { NOAC: NOTHING },
  }),
  DLST: share({
    label: 'Delisting',
    securityTypes: ALL,
    members: [],
    options: { NOAC: NOTHING },
  }),
};

/** Returns how holders participate in an event of the kind that has `optionCount` options. */
export function participationOf(kind: ProposedKind, optionCount: number): Participation {
  const { participation } = KIND_RULES[kind];
  if (typeof participation === 'string') return participation;
  return optionCount === 1 ? participation.one : participation.more;
}

/**
 * Returns whether a cum or ex flag contrary to the trade date changes who is entitled. It does for
 * kinds that give something in addition to the units. Changes to the units themselves affect the
 * party that holds them.
 */
export function followsFlags(kind: EventKind): boolean {
  return ['DVCA', 'DVSE', 'DVOP', 'DRIP', 'BONU', 'RHDI'].includes(kind);
}
