// The fields of the proposal form for each kind of event with at most one option. The server checks
// them again. Kinds with several options are proposed through the API.

/** A field of the event itself that only some kinds have. */
export type EventMember =
  | 'paymentDate'
  | 'withheldBy'
  | 'exPrice'
  | 'newName'
  | 'newIsin'
  | 'newLabel';

/** A field of the event's option. */
export type OptionMember =
  | 'cashPerUnit'
  | 'newUnits'
  | 'oldUnits'
  | 'newSecurityName'
  | 'costPercent'
  | 'pricePer100'
  | 'percent'
  | 'fractions'
  | 'fractionPrice'
  | 'availableDate';

interface KindForm {
  readonly event: readonly EventMember[];
  readonly option?: {
    readonly type: 'CASH' | 'SECU';
    readonly members: readonly OptionMember[];
  };
}

const ROUNDED = ['fractions', 'fractionPrice', 'availableDate'] as const;
const RATIO = ['newUnits', 'oldUnits'] as const;

const units: KindForm = {
  event: ['exPrice'],
  option: { type: 'SECU', members: [...RATIO, ...ROUNDED] },
};
const cash = (member: OptionMember, ...event: readonly EventMember[]): KindForm => ({
  event: ['paymentDate', ...event],
  option: { type: 'CASH', members: [member] },
});

export const FORM_KINDS = [
  ...(['DVCA', 'BONU', 'SPLF', 'SPLR', 'SOFF', 'MRGR', 'CAPD', 'LIQU'] as const),
  ...(['INTR', 'REDM', 'PCAL', 'MCAL', 'DFLT', 'CHAN', 'DLST'] as const),
] as const;
export type FormKind = (typeof FORM_KINDS)[number];

export const KIND_FORMS: Readonly<Record<FormKind, KindForm>> = {
  DVCA: cash('cashPerUnit', 'withheldBy', 'exPrice'),
  BONU: units,
  SPLF: units,
  SPLR: units,
  SOFF: {
    event: ['exPrice'],
    option: { type: 'SECU', members: [...RATIO, 'newSecurityName', 'costPercent', ...ROUNDED] },
  },
  MRGR: {
    event: ['exPrice'],
    option: { type: 'SECU', members: [...RATIO, 'newSecurityName', ...ROUNDED] },
  },
  CAPD: cash('cashPerUnit', 'exPrice'),
  LIQU: cash('cashPerUnit', 'exPrice'),
  INTR: cash('cashPerUnit', 'withheldBy'),
  REDM: cash('pricePer100'),
  PCAL: cash('percent'),
  MCAL: cash('pricePer100', 'withheldBy'),
  DFLT: { event: [] },
  CHAN: { event: ['newName', 'newIsin', 'newLabel'] },
  DLST: { event: [] },
};

/** The input type of each field. */
export const MEMBER_TYPES: Readonly<
  Record<EventMember | OptionMember, 'DATE' | 'FIGURE' | 'TEXT'>
> = {
  paymentDate: 'DATE',
  availableDate: 'DATE',
  cashPerUnit: 'FIGURE',
  newUnits: 'FIGURE',
  oldUnits: 'FIGURE',
  costPercent: 'FIGURE',
  pricePer100: 'FIGURE',
  percent: 'FIGURE',
  fractionPrice: 'FIGURE',
  exPrice: 'FIGURE',
  withheldBy: 'TEXT',
  fractions: 'TEXT',
  newSecurityName: 'TEXT',
  newName: 'TEXT',
  newIsin: 'TEXT',
  newLabel: 'TEXT',
};
