// Reads amounts and dates from the elements of a camt.053 file.

import { type BusinessDate, parseBusinessDate } from '../../../platform/calendar/business-date.js';
import { elementsAt, textAt, type XmlElement } from '../../../platform/files/xml-element.js';
import { Decimal } from '../../../platform/money/decimal.js';
import { parseMinor } from '../../../platform/money/money.js';

/** The currency of the account, and a function that refuses the file because of one element. */
export interface XmlChoice {
  readonly currency: string;
  readonly refused: (at: XmlElement, detail: string) => Error;
}

/** Returns the amount of a balance or an entry; credits are positive. */
export function signedAmount(element: XmlElement, xml: XmlChoice): bigint {
  const amount = required(element, 'Amt', xml.refused);
  const own = amount.attributes.get('Ccy');
  if (own !== xml.currency) {
    const found = own ?? 'no currency';
    throw xml.refused(amount, `Amt is in ${found}, but the account is in ${xml.currency}`);
  }
  const minor = minorOf(amount, xml);
  const mark = textAt(element, 'CdtDbtInd');
  if (mark === 'CRDT') return minor;
  if (mark === 'DBIT') return -minor;
  throw xml.refused(element, `CdtDbtInd is ${mark ?? 'missing'}: expected CRDT or DBIT`);
}

/** Returns an amount without its sign. Refuses more decimals than the currency has. */
export function minorOf(element: XmlElement, { currency, refused }: XmlChoice): bigint {
  const plain = element.text.trim();
  const minor = /^\d{1,15}(\.\d{0,5})?$/.test(plain)
    ? parseMinor(new Decimal(plain.replace(/\.$/, '')), currency)
    : undefined;
  if (minor === undefined) {
    throw refused(
      element,
      `${element.name} ${plain} is not an amount in ${currency}: expected digits`,
    );
  }
  return minor;
}

/**
 * Returns the date at the first of these paths that exists. For a timestamp, the bank's day is the
 * local date, before the offset is applied.
 */
export function dateOf(
  element: XmlElement,
  paths: readonly string[],
  refused: XmlChoice['refused'],
): BusinessDate | undefined {
  const found = paths.flatMap((path) => elementsAt(element, path)[0] ?? [])[0];
  const text = found?.text.trim();
  if (found === undefined || text === undefined || text === '') return undefined;
  const date = /^\d{4}-\d{2}-\d{2}([TZ+-]|$)/.test(text)
    ? parseBusinessDate(text.slice(0, 10))
    : undefined;
  if (date === undefined) {
    throw refused(found, `${found.name} ${text} is not a date: expected YYYY-MM-DD`);
  }
  return date;
}

export function required(
  element: XmlElement,
  name: string,
  refused: XmlChoice['refused'],
): XmlElement {
  const [found] = elementsAt(element, name);
  if (found === undefined) throw refused(element, `${element.name} has no ${name}`);
  return found;
}
