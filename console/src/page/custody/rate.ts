// Formats an event's rate as cash per unit, or as new units for old ones.

import type { ItemOf } from '@countinghouse/sdk';
import type { Format } from '../../lib/format.js';
import type { Speech } from '../../lib/language.js';

type Event = Pick<ItemOf<'custody/corporate-action/list'>, 'kind' | 'currency' | 'options'>;
type Option = NonNullable<Event['options']>[number];

/**
 * Returns the rate of the default option, or else of the first one. Empty if there are no options.
 */
export function rateOf(event: Event, speech: Speech, format: Format): string {
  const options = event.options ?? [];
  const option = options.find(({ isDefault }) => isDefault) ?? options[0];
  return option === undefined ? '' : optionRate(option, event.currency, { speech, format });
}

interface Reader {
  readonly speech: Speech;
  readonly format: Format;
}

/** Returns the rate of an option. `currency` is that of the event's security. */
export function optionRate(option: Option, currency: string, { speech, format }: Reader): string {
  const { t } = speech;
  const { cashPerUnit, newUnits, oldUnits, price, pricePer100, percent } = option;
  const money = (value: number) => `${option.currency ?? currency} ${format.price(value)}`;
  const parts = [
    cashPerUnit === undefined ? '' : money(cashPerUnit),
    newUnits === undefined || oldUnits === undefined
      ? ''
      : t('event.ratio', { new: format.quantity(newUnits), old: format.quantity(oldUnits) }),
    price === undefined ? '' : t('event.at-price', { price: money(price) }),
    pricePer100 === undefined ? '' : t('event.per-100', { price: format.price(pricePer100) }),
    percent === undefined ? '' : `${format.price(percent)}${format.percentSign}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}
