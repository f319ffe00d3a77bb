// A proposal as entered, and the request built from it.

import { type Write, write } from '../../lib/write.js';
import {
  type EventMember,
  FORM_KINDS,
  type FormKind,
  KIND_FORMS,
  type OptionMember,
} from './kind.js';

type Terms = Readonly<Record<string, unknown>>;
type Typed = Readonly<Record<EventMember | OptionMember, string>>;

export interface ProposalValues extends Typed {
  readonly kind: FormKind;
  readonly securityName: string;
  readonly status: string;
  readonly label: string;
  readonly qualificationDate: string;
  readonly exDate: string;
  readonly source: string;
  readonly reason: string;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Returns the kind if the form can show its terms, which requires at most one option. */
export function formKindOf(terms: Terms): FormKind | undefined {
  const { options } = terms;
  const isShown = !Array.isArray(options) || options.length <= 1;
  return isShown ? FORM_KINDS.find((kind) => kind === terms.kind) : undefined;
}

const optionOf = ({ options }: Terms): Terms => Object(Array.isArray(options) ? options[0] : {});

/** Returns the initial values of the form: an event's terms, or those of an announced dividend. */
export function valuesOf(terms: Terms): ProposalValues {
  const all: Terms = { ...terms, ...optionOf(terms), exPrice: terms.exPrice };
  const typed = (member: string): string => textOf(all[member]);
  return {
    kind: formKindOf(terms) ?? 'DVCA',
    ...{ securityName: typed('securityName'), label: typed('label'), source: typed('source') },
    status: textOf(terms.status) || 'ANNOUNCED',
    ...{ qualificationDate: typed('qualificationDate'), exDate: typed('exDate'), reason: '' },
    ...{ paymentDate: typed('paymentDate'), withheldBy: typed('withheldBy') },
    ...{ exPrice: typed('exPrice'), newName: typed('newName'), newIsin: typed('newIsin') },
    ...{ newLabel: typed('newLabel'), cashPerUnit: typed('cashPerUnit') },
    ...{ newUnits: typed('newUnits'), oldUnits: typed('oldUnits') },
    ...{ newSecurityName: typed('newSecurityName'), costPercent: typed('costPercent') },
    ...{ pricePer100: typed('pricePer100'), percent: typed('percent') },
    ...{ fractions: typed('fractions'), fractionPrice: typed('fractionPrice') },
    availableDate: typed('availableDate'),
  };
}

/** The event whose next version is proposed, with its current terms. */
export interface Base {
  readonly name: string;
  readonly terms: Terms;
}

/**
 * Returns the request. The body is the whole next version, so fields that the form does not show
 * are sent unchanged. Fields of other kinds are omitted.
 */
export function proposing(values: ProposalValues, base: Base | undefined): Write<unknown> {
  const { kind, securityName, status, label, qualificationDate, exDate, source, reason } = values;
  const form = KIND_FORMS[kind];
  const said = (members: readonly (EventMember | OptionMember)[]) =>
    members.map((member) => [member, values[member] || undefined] as const);
  const common = { securityName, status, label, qualificationDate, exDate, source, reason };
  const terms = { ...base?.terms };
  const option = {
    ...optionOf(terms),
    ...{ number: 1, type: form.option?.type, isDefault: true },
    ...Object.fromEntries(said(form.option?.members ?? [])),
  };
  const body = Object.fromEntries(
    Object.entries({
      ...terms,
      ...{ kind, ...(base === undefined ? {} : { name: base.name }) },
      ...Object.fromEntries(
        Object.entries(common).map(([name, text]) => [name, text || undefined]),
      ),
      ...Object.fromEntries(said(form.event)),
      options: form.option === undefined ? undefined : [option],
    }).filter(([, value]) => value !== undefined),
  );
  return write('put', 'custody/corporate-action/propose', { body: Object(body) });
}
