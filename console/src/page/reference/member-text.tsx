// Formats the fields of a reference data record as text.

import type { ReactNode } from 'react';
import type { Format } from '../../lib/format.js';
import type { Speech } from '../../lib/language.js';
import { REFERENCE_CHOICES, type ReferenceField } from './field.js';
import { KINDS } from './kind.js';
import type { ReferenceName } from './search.js';

interface Shown {
  readonly speech: Speech;
  readonly format: Format;
}

/** Formats a field as text. Undefined if the record does not have it. */
export function textOf(field: ReferenceField, record: object, shown: Shown): ReactNode {
  const { t, word } = shown.speech;
  const value: unknown = Object(record)[field.member];
  if (value === undefined) return undefined;
  switch (field.input) {
    case 'FLAG':
      return t(value === true ? 'reference.yes' : 'reference.no');
    case 'CHOICE': {
      const choice = REFERENCE_CHOICES.find((each) => each === value);
      return choice === undefined ? word(String(value)) : t(`reference.choice.${choice}`);
    }
    case 'CODES':
      return Array.isArray(value) ? value.join(', ') : undefined;
    case 'SHARES':
      return Array.isArray(value) ? <Shares of={value} {...shown} /> : undefined;
    case 'AMOUNT':
      return shown.format.amount(Number(value));
    case 'TEXT':
    case 'LEDGER_CODE':
    case 'EXCHANGE':
      return String(value);
    default:
      return field.input satisfies never;
  }
}

interface Share {
  readonly validFrom: string;
  readonly percent: number;
}

function Shares({ of, speech, format }: Shown & { readonly of: readonly Share[] }): ReactNode {
  return of.map(({ validFrom, percent }) => (
    <div key={validFrom}>
      {speech.t('reference.share', {
        percent: format.quantity(percent),
        day: format.day(validFrom),
      })}
    </div>
  ));
}

/** Returns one line with the fields that help people to distinguish the records of a kind. */
export function summaryOf(of: ReferenceName, record: object, shown: Shown): ReactNode {
  const { format } = shown;
  const members = SUMMARIES[of];
  const parts = KINDS[of].fields
    .filter(({ member }) => members.includes(member))
    .flatMap((field) => {
      const value: unknown = Object(record)[field.member];
      // The last share applies from its date onwards.
      const last: Share | undefined = field.input === 'SHARES' ? Object(value).at?.(-1) : undefined;
      if (last !== undefined) return [`${format.quantity(last.percent)}${format.percentSign}`];
      const text = textOf(field, record, shown);
      return text === undefined || text === '' ? [] : [String(text)];
    });
  return parts.join(' · ');
}

const SUMMARIES: Readonly<Record<ReferenceName, readonly string[]>> = {
  'payment-gateway': ['suspenseCode', 'successCodes'],
  agent: ['shares', 'payeeAccount'],
  custodian: ['depositoryCode', 'settles'],
  'portfolio-type': ['portfolioClass', 'exchangeName', 'aliases'],
  'customer-group': ['aliases'],
  'business-office': ['currency', 'timeZone', 'aliases'],
};
