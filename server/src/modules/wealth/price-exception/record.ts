// A price exception and its wire record.

import type { Decimal } from '../../../platform/money/decimal.js';
import type { DayPrice } from '../day/price.js';
import { changePercent } from './jump.js';
import type { ExceptionKind } from './kind.js';
import type { DatedPrice, HeldRow } from './queries.js';

/** An exception for a security or a fund, with the holders affected. */
export interface PriceException {
  readonly kind: ExceptionKind;
  readonly subject: HeldRow;
  /** The price; undefined if there is none. */
  readonly price: DayPrice | undefined;
  /** The previous price, if there is one. */
  readonly previous: DatedPrice | undefined;
  readonly customers: bigint;
  readonly units: Decimal;
}

/** Converts an exception to its API record. */
export function exceptionRecord(exception: PriceException): object {
  const { kind, subject, price, previous, customers, units } = exception;
  return {
    kind,
    class: subject.class,
    subjectType: subject.class === 'FUND' ? 'FUND' : 'SECURITY',
    subjectId: subject.subject_id,
    name: subject.name,
    label: subject.label,
    currency: subject.currency,
    price: price?.price,
    priceDate: price?.date,
    daysOld: price?.daysOld,
    previousPrice: previous?.price,
    previousPriceDate: previous?.date,
    changePercent: price && previous && changePercent(price.price, previous.price),
    customers,
    quantity: units,
  };
}
